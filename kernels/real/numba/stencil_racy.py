#! check: --block 64 --arg 14=3
#! expect: race=refuted deadlock=proved barrier-reuse=proved divergence=proved
#! why: Each step reads the neighbours' cells and writes the own one with no barrier between: only the steps are separated.
from numba import cuda, float32, int32, void


def stencil_racy(x, out, steps):
    line = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    line[t] = x[t]
    for _ in range(steps):
        cuda.syncthreads()
        if 0 < t < 63:
            line[t] = (line[t - 1] + line[t] + line[t + 1]) / float32(3)
    out[t] = line[t]


KERNELS = [(stencil_racy, void(float32[::1], float32[::1], int32))]
MODES = [("sm_80", {"cc": (8, 0), "lineinfo": True})]
