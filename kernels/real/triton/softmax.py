#! check: --block 128 --grid 2 --arg 2=1000 --arg 3=1000
#! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
#! why: Two reductions, maximum and sum, through the same cells of shared memory, with a barrier between every use and the next.
#! why: All lanes of a warp store the warp's result into one cell: equal values, up to the order of a butterfly's operands.
#! why: Each thread stores the elements of the row that it loaded.
import triton
import triton.language as tl


@triton.jit
def softmax(x, out, stride, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0) * stride
    at = tl.arange(0, BLOCK)
    value = tl.load(x + row + at, mask=at < cols, other=-float("inf"))
    weight = tl.exp(value - tl.max(value, 0))
    tl.store(out + row + at, weight / tl.sum(weight, 0), mask=at < cols)


VARIANTS = [("softmax", softmax, {"x": "*fp32", "out": "*fp32", "stride": "i32", "cols": "i32"}, {"BLOCK": 1024}, {"arch": (80,)})]
