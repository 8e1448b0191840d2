#! check: --block 8,8 --grid 2,2 --arg 6=24 --arg 5=16 --arg 14=24 --arg 15=16 --arg 23=16 --arg 24=16
#! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
#! why: A barrier stands between the loading of the tiles and their reading, another before the next step's loading; the
#! why: number of steps follows from the extents, which are given.
from numba import cuda, float32, void


def matmul_tiled(a, b, c):
    left = cuda.shared.array((8, 8), float32)
    right = cuda.shared.array((8, 8), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    x, y = cuda.blockIdx.x * 8 + tx, cuda.blockIdx.y * 8 + ty
    total = float32(0)
    for k in range(0, a.shape[1], 8):
        left[ty, tx] = a[y, k + tx]
        right[ty, tx] = b[k + ty, x]
        cuda.syncthreads()
        for i in range(8):
            total += left[ty, i] * right[i, tx]
        cuda.syncthreads()
    c[y, x] = total


KERNELS = [(matmul_tiled, void(float32[:, ::1], float32[:, ::1], float32[:, ::1]))]
MODES = [("sm_80", {"cc": (8, 0), "lineinfo": True})]
