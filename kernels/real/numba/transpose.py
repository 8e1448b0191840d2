#! check: --block 16,16 --grid 2,2 --arg 5=32 --arg 6=32 --arg 14=32 --arg 15=32
#! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
#! why: Each cell of the tile is written before the barrier by one thread and read after it by another. Both arrays are
#! why: 32 by 32, given by their extents (a matrix is nine parameters: two owners, size, item size, data, two extents, and
#! why: two strides, which a contiguous array does not use).
from numba import cuda, float32, void


def transpose(x, out):
    tile = cuda.shared.array((16, 17), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    bx, by = cuda.blockIdx.x * 16, cuda.blockIdx.y * 16
    tile[ty, tx] = x[by + ty, bx + tx]
    cuda.syncthreads()
    out[bx + ty, by + tx] = tile[tx, ty]


KERNELS = [(transpose, void(float32[:, ::1], float32[:, ::1]))]
MODES = [("sm_80", {"cc": (8, 0), "lineinfo": True})]
