"""Kernels whose threads talk to each other: reductions, scans, histograms, sorting, atomics."""

import triton
import triton.language as tl


@triton.jit
def reduce_sum(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n, other=0)
    tl.atomic_add(out, tl.sum(value, 0))


@triton.jit
def reduce_argmax(x, best, where, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    value = tl.load(x + row * cols + at, mask=at < cols, other=-float("inf"))
    high, index = tl.max(value, 0, return_indices=True)
    tl.store(best + row, high)
    tl.store(where + row, index)


@triton.jit
def plus(a, b):
    return a + b


@triton.jit
def affine(a1, b1, a2, b2):
    return a1 * a2, b1 * a2 + b2


@triton.jit
def scan_rows(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0) * cols
    at = tl.arange(0, BLOCK)
    value = tl.load(x + row + at, mask=at < cols, other=0)
    tl.store(out + row + at, tl.associative_scan(value, 0, plus), mask=at < cols)


@triton.jit
def scan_recurrence(a, b, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0) * cols
    at = tl.arange(0, BLOCK)
    va = tl.load(a + row + at, mask=at < cols, other=1.0)
    vb = tl.load(b + row + at, mask=at < cols, other=0.0)
    _, state = tl.associative_scan((va, vb), 0, affine)
    tl.store(out + row + at, state, mask=at < cols)


@triton.jit
def scan_columns(x, out, rows, cols, R: tl.constexpr, C: tl.constexpr):
    r = tl.arange(0, R)[:, None]
    c = tl.program_id(0) * C + tl.arange(0, C)[None, :]
    inside = (r < rows) & (c < cols)
    value = tl.load(x + r * cols + c, mask=inside, other=0.0)
    tl.store(out + r * cols + c, tl.cumsum(value, 0), mask=inside)


@triton.jit
def histogram(x, out, n, BLOCK: tl.constexpr, BINS: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n, other=0)
    count = tl.histogram(value, BINS)
    tl.atomic_add(out + tl.arange(0, BINS), count)


@triton.jit
def histogram_direct(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    value = tl.load(x + at, mask=inside, other=0)
    tl.atomic_add(out + value, 1, mask=inside, sem="relaxed")


@triton.jit
def spin_lock_accumulate(x, lock, out, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    value = tl.load(x + tl.program_id(0) * n + at, mask=at < n, other=0.0)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(out + at, tl.load(out + at, mask=at < n) + value, mask=at < n)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


@triton.jit
def sort_rows(x, out, cols: tl.constexpr):
    row = tl.program_id(0) * cols
    at = tl.arange(0, cols)
    tl.store(out + row + at, tl.sort(tl.load(x + row + at)))


@triton.jit
def gather_rows(x, index, out, cols: tl.constexpr):
    row = tl.program_id(0) * cols
    at = tl.arange(0, cols)
    tl.store(out + row + at, tl.gather(tl.load(x + row + at), tl.load(index + row + at), 0))


@triton.jit
def dropout(x, out, n, p, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = tl.rand(seed, at) > p
    value = tl.load(x + at, mask=at < n)
    tl.store(out + at, tl.where(keep, value / (1 - p), 0.0), mask=at < n)


VARIANTS = [
    ("reduce_sum_f32", reduce_sum, {"x": "*fp32", "out": "*fp32", "n": "i32"}, {"BLOCK": 1024}, {}),
    ("reduce_sum_i32", reduce_sum, {"x": "*i32", "out": "*i32", "n": "i32"}, {"BLOCK": 4096}, {"num_warps": 8}),
    ("reduce_argmax", reduce_argmax, {"x": "*fp32", "best": "*fp32", "where": "*i32", "cols": "i32"}, {"BLOCK": 1024}, {}),
    ("scan_i32", scan_rows, {"x": "*i32", "out": "*i32", "cols": "i32"}, {"BLOCK": 1024}, {}),
    ("scan_f64", scan_rows, {"x": "*fp64", "out": "*fp64", "cols": "i32"}, {"BLOCK": 512}, {"num_warps": 8}),
    ("scan_recurrence", scan_recurrence, {"a": "*fp32", "b": "*fp32", "out": "*fp32", "cols": "i32"}, {"BLOCK": 1024}, {}),
    ("scan_columns", scan_columns, {"x": "*fp32", "out": "*fp32", "rows": "i32", "cols": "i32"}, {"R": 64, "C": 32}, {}),
    ("histogram_256", histogram, {"x": "*i32", "out": "*i32", "n": "i32"}, {"BLOCK": 1024, "BINS": 256}, {}),
    ("histogram_direct", histogram_direct, {"x": "*i32", "out": "*i32", "n": "i32"}, {"BLOCK": 512}, {}),
    ("spin_lock", spin_lock_accumulate, {"x": "*fp32", "lock": "*i32", "out": "*fp32", "n": "i32"}, {"BLOCK": 512}, {}),
    ("sort_f32", sort_rows, {"x": "*fp32", "out": "*fp32"}, {"cols": 512}, {}),
    ("gather_rows", gather_rows, {"x": "*fp32", "index": "*i32", "out": "*fp32"}, {"cols": 512}, {}),
    ("dropout", dropout, {"x": "*fp32", "out": "*fp32", "n": "i32", "p": "fp32", "seed": "i32"}, {"BLOCK": 1024}, {}),
]
