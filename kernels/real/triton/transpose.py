#! check: --block 128 --grid 2,2 --arg 2=64 --arg 3=64
#! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
#! why: The tile changes its distribution over threads through shared memory: distinct cells are stored, a barrier follows,
#! why: then cells are loaded. Each thread stores elements of out of its own.
import triton
import triton.language as tl


@triton.jit
def transpose(x, out, rows, cols, BLOCK: tl.constexpr):
    r = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    c = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    inside = (r[:, None] < rows) & (c[None, :] < cols)
    tile = tl.load(x + r[:, None] * cols + c[None, :], mask=inside)
    tl.store(out + c[:, None] * rows + r[None, :], tl.trans(tile), mask=tl.trans(inside))


VARIANTS = [("transpose", transpose, {"x": "*fp32", "out": "*fp32", "rows": "i32", "cols": "i32"}, {"BLOCK": 32}, {"arch": (80,)})]
