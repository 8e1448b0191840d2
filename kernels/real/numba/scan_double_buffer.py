#! check: --block 128 --grid 1
#! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
#! why: A round reads one half of the line and writes the other, each thread its own cell; a barrier ends it.
from numba import cuda, int32, void


def scan_double_buffer(x, out):
    line = cuda.shared.array((2, 128), int32)
    t = cuda.threadIdx.x
    now = 0
    line[0, t] = x[t]
    cuda.syncthreads()
    reach = 1
    while reach < 128:
        value = line[now, t]
        if t >= reach:
            value += line[now, t - reach]
        now = 1 - now
        line[now, t] = value
        cuda.syncthreads()
        reach *= 2
    out[t] = line[now, t]


KERNELS = [(scan_double_buffer, void(int32[::1], int32[::1]))]
MODES = [("sm_80", {"cc": (8, 0), "lineinfo": True})]
