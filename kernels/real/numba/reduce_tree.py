#! check: --block 128 --grid 4 --arg 5=512
#! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
#! why: A barrier stands between any two rounds; within a round each thread writes its own cell and reads one that no
#! why: thread writes in that round. Out is written by an atomic addition only. Parameter 5 is the extent of x.
from numba import cuda, float32, void


def reduce_tree(x, out):
    part = cuda.shared.array(128, float32)
    t = cuda.threadIdx.x
    part[t] = x[cuda.blockIdx.x * 128 + t]
    cuda.syncthreads()
    width = 64
    while width > 0:
        if t < width:
            part[t] += part[t + width]
        cuda.syncthreads()
        width //= 2
    if t == 0:
        cuda.atomic.add(out, 0, part[0])


KERNELS = [(reduce_tree, void(float32[::1], float32[::1]))]
MODES = [("sm_80", {"cc": (8, 0), "lineinfo": True})]
