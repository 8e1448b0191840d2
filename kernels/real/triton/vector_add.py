#! check: --block 128 --grid 4 --arg 3=4000
#! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
#! why: No barrier and no shared memory; each thread stores eight elements of its own.
import triton
import triton.language as tl


@triton.jit
def vector_add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = tl.load(x + at, mask=at < n) + tl.load(y + at, mask=at < n)
    tl.store(out + at, total, mask=at < n)


VARIANTS = [("vector_add", vector_add, {"x": "*fp32", "y": "*fp32", "out": "*fp32", "n": "i32"}, {"BLOCK": 1024}, {"arch": (80,)})]
