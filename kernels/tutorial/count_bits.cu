//! Counts the bits of a mask, with loops that may not terminate
//! source: raddle
//! check: --kernel unsigned_compare --block 128
//! expect: termination=refuted
//! finding: termination line 17
//! check: --kernel signed_shift --block 128 --strict-wrap
//! expect: termination=refuted
//! finding: termination line 25
//! check: --kernel fixed --block 128
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved termination=proved
//! why: An unsigned number is never negative, so the condition at [A] is always true. At [B] a negative number
//!   stays negative when it is shifted to the right, and ends up at -1; for other masks the loop terminates. As an
//!   unsigned number the mask reaches 0 after at most 32 shifts.
__global__ void unsigned_compare(int *out, int mask) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int bits = 0;
    for (unsigned rest = mask; rest >= 0; rest >>= 1) // [A]
        bits += rest & 1;
    out[t] = bits * t;
}

__global__ void signed_shift(int *out, int mask) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int bits = 0;
    for (int rest = mask; rest != 0; rest >>= 1) // [B]
        bits += rest & 1;
    out[t] = bits * t;
}

__global__ void fixed(int *out, int mask) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int bits = 0;
    for (unsigned rest = mask; rest != 0; rest >>= 1)
        bits += rest & 1;
    out[t] = bits * t;
}
