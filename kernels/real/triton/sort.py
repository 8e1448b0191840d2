#! check: --block 128 --grid 2
#! expect: race=unknown deadlock=proved barrier-reuse=proved divergence=proved
#! why: A sorting network over shuffles and shared memory: which cells are exchanged in a step is fixed, only what they hold
#! why: depends on data; barriers stand between a step's stores, its loads, and the next step's stores. In some steps several
#! why: lanes store the same exchanged element into the same cell, each computed in its own way: no input makes them differ,
#! why: but their terms are not equal, so the race is not known to be harmless.
import triton
import triton.language as tl


@triton.jit
def sort(x, out, COLS: tl.constexpr):
    at = tl.program_id(0) * COLS + tl.arange(0, COLS)
    tl.store(out + at, tl.sort(tl.load(x + at)))


VARIANTS = [("sort", sort, {"x": "*i32", "out": "*i32"}, {"COLS": 128}, {"arch": (80,)})]
