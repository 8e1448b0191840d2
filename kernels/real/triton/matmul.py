#! check: --block 128 --grid 2,2 --arg 3=64 --arg 4=64 --arg 5=64
#! expect: deadlock=proved barrier-reuse=proved divergence=proved
#! why: Tiles go through shared memory into the tensor cores, one step at a time, with barriers before a tile is stored and
#! why: before it is read. All threads pass each, as often as the given k says.
import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    cols = tl.program_id(1) * N + tl.arange(0, N)
    inner = tl.arange(0, K)
    total = tl.zeros([M, N], dtype=tl.float32)
    for done in range(0, k, K):
        x = tl.load(a + rows[:, None] * k + done + inner[None, :], mask=rows[:, None] < m, other=0.0)
        y = tl.load(b + (done + inner[:, None]) * n + cols[None, :], mask=cols[None, :] < n, other=0.0)
        total = tl.dot(x, y, total)
    tl.store(c + rows[:, None] * n + cols[None, :], total, mask=(rows[:, None] < m) & (cols[None, :] < n))


VARIANTS = [
    ("matmul", matmul, {"a": "*fp16", "b": "*fp16", "c": "*fp32", "m": "i32", "n": "i32", "k": "i32"},
     {"M": 32, "N": 32, "K": 16}, {"arch": (80,), "num_stages": 1}),
]
