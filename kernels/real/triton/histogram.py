#! check: --block 128 --grid 2 --arg 2=1000
#! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
#! why: Which bin is counted depends on data, so a count may be anywhere in shared memory. Atomics of one width never race,
#! why: and barriers order them with all that is done to the bins before and after.
import triton
import triton.language as tl


@triton.jit
def histogram(x, out, n, BLOCK: tl.constexpr, BINS: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    count = tl.histogram(tl.load(x + at, mask=at < n, other=0), BINS)
    tl.atomic_add(out + tl.arange(0, BINS), count)


VARIANTS = [("histogram", histogram, {"x": "*i32", "out": "*i32", "n": "i32"}, {"BLOCK": 512, "BINS": 128}, {"arch": (80,)})]
