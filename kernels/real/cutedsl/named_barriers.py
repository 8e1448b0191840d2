#! check: --block 128 --arg 2=5 --grid 1
#! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
#! why: Two slots, each with a barrier that says `full` and one that says `empty`: producers and consumers alternate on
#! why: each slot, as either side's sync waits for the other side's arrival after its use.
import cutlass
import cutlass.cute as cute
from cutlass import Float32, Int32
from cutlass.cute.runtime import make_fake_compact_tensor
from cutlass.utils import SmemAllocator


@cute.kernel
def named_barriers_kernel(x: cute.Tensor, out: cute.Tensor, rounds: Int32):
    slot = SmemAllocator().allocate_tensor(Float32, cute.make_layout((64, 2)), 16)
    t, _, _ = cute.arch.thread_idx()
    mine = t % 64
    if t < 64:
        for r in cutlass.range(rounds, unroll=1):
            cute.arch.barrier(barrier_id=3 + r % 2, number_of_threads=128)
            slot[mine, r % 2] = x[r * 64 + mine]
            cute.arch.barrier_arrive(barrier_id=1 + r % 2, number_of_threads=128)
    else:
        cute.arch.barrier_arrive(barrier_id=3, number_of_threads=128)
        cute.arch.barrier_arrive(barrier_id=4, number_of_threads=128)
        for r in cutlass.range(rounds, unroll=1):
            cute.arch.barrier(barrier_id=1 + r % 2, number_of_threads=128)
            out[r * 64 + mine] = slot[63 - mine, r % 2]
            if r + 2 < rounds:
                cute.arch.barrier_arrive(barrier_id=3 + r % 2, number_of_threads=128)


@cute.jit
def named_barriers(x: cute.Tensor, out: cute.Tensor, rounds: Int32):
    named_barriers_kernel(x, out, rounds).launch(grid=(1, 1, 1), block=(128, 1, 1))


def buffer():
    return make_fake_compact_tensor(Float32, (1024,))


KERNELS = [("named_barriers", named_barriers, lambda: (buffer(), buffer(), Int32(0)))]
