#! check: --block 128 --grid 4 --arg 2=4000
#! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
#! why: Each warp adds by shuffles, and all its lanes store the sum into the warp's one cell of shared memory: equal values, since
#! why: a butterfly adds the same numbers in every lane, up to the order of the two operands. Barriers stand between these stores,
#! why: the loads of all warps, and the end. Out is written by an atomic addition only.
import triton
import triton.language as tl


@triton.jit
def reduce_sum(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out, tl.sum(tl.load(x + at, mask=at < n, other=0.0), 0))


VARIANTS = [("reduce_sum", reduce_sum, {"x": "*fp32", "out": "*fp32", "n": "i32"}, {"BLOCK": 1024}, {"arch": (80,)})]
