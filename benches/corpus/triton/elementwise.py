"""One-pass kernels: vector addition, row softmax, layer normalisation, transpose."""

import triton
import triton.language as tl


@triton.jit
def vector_add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    total = tl.load(x + at, mask=inside) + tl.load(y + at, mask=inside)
    tl.store(out + at, total, mask=inside)


@triton.jit
def softmax_rows(x, out, stride, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0) * stride
    at = tl.arange(0, BLOCK)
    value = tl.load(x + row + at, mask=at < cols, other=-float("inf"))
    weight = tl.exp(value - tl.max(value, 0))
    tl.store(out + row + at, weight / tl.sum(weight, 0), mask=at < cols)


@triton.jit
def layer_norm(x, gain, bias, out, stride, cols, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0) * stride
    total = tl.zeros([BLOCK], dtype=tl.float32)
    square = tl.zeros([BLOCK], dtype=tl.float32)
    for first in range(0, cols, BLOCK):
        at = first + tl.arange(0, BLOCK)
        value = tl.load(x + row + at, mask=at < cols, other=0.0).to(tl.float32)
        total += value
        square += value * value
    mean = tl.sum(total, 0) / cols
    scale = tl.rsqrt(tl.sum(square, 0) / cols - mean * mean + eps)
    for first in range(0, cols, BLOCK):
        at = first + tl.arange(0, BLOCK)
        inside = at < cols
        value = tl.load(x + row + at, mask=inside, other=0.0).to(tl.float32)
        g = tl.load(gain + at, mask=inside).to(tl.float32)
        b = tl.load(bias + at, mask=inside).to(tl.float32)
        tl.store(out + row + at, (value - mean) * scale * g + b, mask=inside)


@triton.jit
def transpose(x, out, rows, cols, BLOCK: tl.constexpr):
    r = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    c = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    inside = (r[:, None] < rows) & (c[None, :] < cols)
    tile = tl.load(x + r[:, None] * cols + c[None, :], mask=inside)
    tl.store(out + c[:, None] * rows + r[None, :], tl.trans(tile), mask=tl.trans(inside))


VARIANTS = [
    ("vector_add_f32", vector_add, {"x": "*fp32", "y": "*fp32", "out": "*fp32", "n": "i32"}, {"BLOCK": 1024}, {}),
    ("vector_add_f16_8warps", vector_add, {"x": "*fp16", "y": "*fp16", "out": "*fp16", "n": "i64"}, {"BLOCK": 4096}, {"num_warps": 8}),
    ("vector_add_i8", vector_add, {"x": "*i8", "y": "*i8", "out": "*i8", "n": "i32"}, {"BLOCK": 512}, {"num_warps": 2}),
    ("softmax_f32", softmax_rows, {"x": "*fp32", "out": "*fp32", "stride": "i32", "cols": "i32"}, {"BLOCK": 2048}, {}),
    ("softmax_bf16", softmax_rows, {"x": "*bf16", "out": "*bf16", "stride": "i32", "cols": "i32"}, {"BLOCK": 8192}, {"num_warps": 8}),
    ("layer_norm_f16", layer_norm,
     {"x": "*fp16", "gain": "*fp16", "bias": "*fp16", "out": "*fp16", "stride": "i32", "cols": "i32", "eps": "fp32"}, {"BLOCK": 1024}, {}),
    ("transpose_f32", transpose, {"x": "*fp32", "out": "*fp32", "rows": "i32", "cols": "i32"}, {"BLOCK": 64}, {}),
    ("transpose_i16", transpose, {"x": "*i16", "out": "*i16", "rows": "i32", "cols": "i32"}, {"BLOCK": 64}, {}),
]
