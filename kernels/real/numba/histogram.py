#! check: --block 64 --grid 2 --arg 5=512
#! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
#! why: Which bin is counted depends on data, so a count may be anywhere in shared memory. Atomics of one width never race,
#! why: and barriers order them with all that is done to the bins before and after.
from numba import cuda, uint8, uint32, void


def histogram(x, out):
    bins = cuda.shared.array(64, uint32)
    bins[cuda.threadIdx.x] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), x.shape[0], cuda.gridsize(1)):
        cuda.atomic.add(bins, x[i] & uint8(63), 1)
    cuda.syncthreads()
    cuda.atomic.add(out, cuda.threadIdx.x, bins[cuda.threadIdx.x])


KERNELS = [(histogram, void(uint8[::1], uint32[::1]))]
MODES = [("sm_80", {"cc": (8, 0), "lineinfo": True})]
