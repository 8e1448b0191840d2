#! check: --block 128 --grid 2 --arg 4=700
#! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
#! why: Sums over a row given in two blocks: a loop without barriers, two reductions through shared memory with barriers
#! why: between their uses of it (all lanes of a warp store the warp's sum into one cell: equal values, up to the order of a
#! why: butterfly's operands), and a second loop in which each thread stores its own elements.
import triton
import triton.language as tl


@triton.jit
def layer_norm(x, gain, bias, out, cols, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0) * cols
    total = tl.zeros([BLOCK], dtype=tl.float32)
    square = tl.zeros([BLOCK], dtype=tl.float32)
    for first in range(0, cols, BLOCK):
        at = first + tl.arange(0, BLOCK)
        value = tl.load(x + row + at, mask=at < cols, other=0.0)
        total += value
        square += value * value
    mean = tl.sum(total, 0) / cols
    scale = tl.rsqrt(tl.sum(square, 0) / cols - mean * mean + eps)
    for first in range(0, cols, BLOCK):
        at = first + tl.arange(0, BLOCK)
        value = (tl.load(x + row + at, mask=at < cols) - mean) * scale
        value = value * tl.load(gain + at, mask=at < cols) + tl.load(bias + at, mask=at < cols)
        tl.store(out + row + at, value, mask=at < cols)


VARIANTS = [
    ("layer_norm", layer_norm, {"x": "*fp32", "gain": "*fp32", "bias": "*fp32", "out": "*fp32", "cols": "i32", "eps": "fp32"},
     {"BLOCK": 512}, {"arch": (80,), "num_stages": 1}),
]
