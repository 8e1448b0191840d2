"""Tensor-core kernels: tiled and pipelined matrix products, attention, a convolution by shifted products."""

import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    cols = tl.program_id(1) * N + tl.arange(0, N)
    inner = tl.arange(0, K)
    left = a + rows[:, None] * k + inner[None, :]
    right = b + inner[:, None] * n + cols[None, :]
    total = tl.zeros([M, N], dtype=tl.float32)
    for done in range(0, k, K):
        x = tl.load(left, mask=(rows[:, None] < m) & (inner[None, :] < k - done), other=0.0)
        y = tl.load(right, mask=(inner[:, None] < k - done) & (cols[None, :] < n), other=0.0)
        total = tl.dot(x, y, total)
        left += K
        right += K * n
    tl.store(c + rows[:, None] * n + cols[None, :], total.to(c.dtype.element_ty), mask=(rows[:, None] < m) & (cols[None, :] < n))


@triton.jit
def matmul_tma(a, b, c, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, SPECIALIZE: tl.constexpr):
    left = tl.make_tensor_descriptor(a, shape=[m, k], strides=[k, 1], block_shape=[M, K])
    right = tl.make_tensor_descriptor(b, shape=[k, n], strides=[n, 1], block_shape=[K, N])
    out = tl.make_tensor_descriptor(c, shape=[m, n], strides=[n, 1], block_shape=[M, N])
    row = tl.program_id(0) * M
    col = tl.program_id(1) * N
    total = tl.zeros([M, N], dtype=tl.float32)
    for done in tl.range(0, k, K, warp_specialize=SPECIALIZE):
        total = tl.dot(left.load([row, done]), right.load([done, col]), total)
    out.store([row, col], total.to(tl.float16))


@triton.jit
def attention(q, k, v, out, length, scale, D: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    head = tl.program_id(1) * length * D
    rows = tl.program_id(0) * M + tl.arange(0, M)
    feature = tl.arange(0, D)
    query = tl.load(q + head + rows[:, None] * D + feature[None, :], mask=rows[:, None] < length, other=0.0)
    high = tl.full([M], -float("inf"), dtype=tl.float32)
    norm = tl.zeros([M], dtype=tl.float32)
    total = tl.zeros([M, D], dtype=tl.float32)
    for first in range(0, length, N):
        at = first + tl.arange(0, N)
        key = tl.load(k + head + at[None, :] * D + feature[:, None], mask=at[None, :] < length, other=0.0)
        score = tl.where(at[None, :] < length, tl.dot(query, key) * scale, -float("inf"))
        top = tl.maximum(high, tl.max(score, 1))
        weight = tl.exp(score - top[:, None])
        shrink = tl.exp(high - top)
        norm = norm * shrink + tl.sum(weight, 1)
        value = tl.load(v + head + at[:, None] * D + feature[None, :], mask=at[:, None] < length, other=0.0)
        total = tl.dot(weight.to(value.dtype), value, total * shrink[:, None])
        high = top
    tl.store(out + head + rows[:, None] * D + feature[None, :], (total / norm[:, None]).to(out.dtype.element_ty), mask=rows[:, None] < length)


HALF = {"a": "*fp16", "b": "*fp16", "c": "*fp16", "m": "i32", "n": "i32", "k": "i32"}
SINGLE = {"a": "*fp32", "b": "*fp32", "c": "*fp32", "m": "i32", "n": "i32", "k": "i32"}
HEADS = {"q": "*fp16", "k": "*fp16", "v": "*fp16", "out": "*fp16", "length": "i32", "scale": "fp32"}
# A descriptor wants aligned pointers and strides that are multiples of 16.
ALIGNED = ("a", "b", "c", "m", "n", "k")

VARIANTS = [
    ("matmul_f16_s1", matmul, HALF, {"M": 64, "N": 64, "K": 32}, {"num_stages": 1}),
    ("matmul_f16_s3", matmul, HALF, {"M": 128, "N": 128, "K": 32}, {"num_stages": 3, "aligned": ALIGNED}),
    ("matmul_f16_s4_8warps", matmul, HALF, {"M": 128, "N": 256, "K": 64}, {"num_stages": 4, "num_warps": 8, "aligned": ALIGNED}),
    ("matmul_f32_s2", matmul, SINGLE, {"M": 64, "N": 64, "K": 16}, {"num_stages": 2}),
    ("matmul_tma", matmul_tma, HALF, {"M": 128, "N": 128, "K": 64, "SPECIALIZE": False}, {"num_stages": 3, "aligned": ALIGNED, "arch": (90, 100)}),
    ("matmul_tma_specialized", matmul_tma, HALF, {"M": 128, "N": 128, "K": 64, "SPECIALIZE": True}, {"num_stages": 3, "aligned": ALIGNED, "arch": (90, 100)}),
    ("attention_f16", attention, HEADS, {"D": 64, "M": 64, "N": 64}, {"num_stages": 2, "aligned": ("q", "k", "v", "out")}),
]
