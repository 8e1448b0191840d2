#! check: --block 32,8 --grid 8,16
#! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
#! why: The cells of the padded tile are written before the barrier, each by one thread, and read after it by others.
import cutlass
import cutlass.cute as cute
from cutlass import Float16
from cutlass.cute.runtime import make_fake_compact_tensor
from cutlass.utils import SmemAllocator


@cute.kernel
def transpose_kernel(x: cute.Tensor, out: cute.Tensor):
    tile = SmemAllocator().allocate_tensor(Float16, cute.make_layout((32, 32), stride=(33, 1)), 16)
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    for k in cutlass.range_constexpr(0, 32, 8):
        tile[ty + k, tx] = x[by * 32 + ty + k, bx * 32 + tx]
    cute.arch.sync_threads()
    for k in cutlass.range_constexpr(0, 32, 8):
        out[bx * 32 + ty + k, by * 32 + tx] = tile[tx, ty + k]


@cute.jit
def transpose(x: cute.Tensor, out: cute.Tensor):
    transpose_kernel(x, out).launch(grid=(8, 16, 1), block=(32, 8, 1))


def matrix(rows, cols):
    return make_fake_compact_tensor(Float16, (rows, cols), stride_order=(1, 0))


KERNELS = [("transpose", transpose, lambda: (matrix(512, 256), matrix(256, 512)))]
