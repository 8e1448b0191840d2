#! check: --block 32
#! expect: divergence=refuted
#! why: The barrier stands inside the branch of the threads that still add, in the first round already half of the only warp.
from numba import cuda, int32, void


def reduce_barrier_in_branch(x, out):
    part = cuda.shared.array(32, int32)
    t = cuda.threadIdx.x
    part[t] = x[t]
    cuda.syncthreads()
    width = 16
    while width > 0:
        if t < width:
            part[t] += part[t + width]
            cuda.syncthreads()
        width //= 2
    if t == 0:
        out[0] = part[0]


KERNELS = [(reduce_barrier_in_branch, void(int32[::1], int32[::1]))]
MODES = [("sm_80", {"cc": (8, 0), "lineinfo": True})]
