#! check: --block 128 --grid 2
#! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
#! why: A sorting network over shuffles and shared memory: which cells are exchanged in a step is fixed, only what they hold
#! why: depends on data; barriers stand between a step's stores, its loads, and the next step's stores. In some steps several
#! why: lanes store the same exchanged value into the same cell.
import triton
import triton.language as tl


@triton.jit
def sort(x, out, COLS: tl.constexpr):
    at = tl.program_id(0) * COLS + tl.arange(0, COLS)
    tl.store(out + at, tl.sort(tl.load(x + at)))


VARIANTS = [("sort", sort, {"x": "*i32", "out": "*i32"}, {"COLS": 128}, {"arch": (80,)})]
