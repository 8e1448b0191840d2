#! check: --block 128 --grid 2 --arg 2=1000
#! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
#! why: Warps scan by shuffles, the last lane of each stores its total into its own cell of shared memory, and every warp
#! why: loads the totals of the warps before it after a barrier.
import triton
import triton.language as tl


@triton.jit
def plus(a, b):
    return a + b


@triton.jit
def scan(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0) * cols
    at = tl.arange(0, BLOCK)
    value = tl.load(x + row + at, mask=at < cols, other=0)
    tl.store(out + row + at, tl.associative_scan(value, 0, plus), mask=at < cols)


VARIANTS = [("scan", scan, {"x": "*i32", "out": "*i32", "cols": "i32"}, {"BLOCK": 1024}, {"arch": (80,)})]
