//! Two barriers in a row, of which either one would do
//! source: raddle
//! check: --block 64 --property redundant-barrier
//! expect: redundant-barrier=refuted
//! finding: redundant-barrier line 19
//! finding: redundant-barrier line 20
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --property redundant-barrier
//! expect: redundant-barrier=unknown
//! why: All writes to s come before the barrier at [A], so nothing happens between it and the one at [B] that is to be
//!   ordered. Without one of the two the other still stands between the writes and the reads. Each is redundant by itself; the
//!   finding says that not both can go. Without a launch nothing is said: what one block size does not need another may. By
//!   default the property is not asked.
__global__ void twice(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads(); // [A]
    __syncthreads(); // [B]
    out[t] = s[63 - t];
}
