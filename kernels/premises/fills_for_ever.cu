//! A loop that forgets to count
//! source: raddle
//! check: --block 64
//! expect: termination=refuted race=unknown deadlock=proved divergence=proved
//! finding: termination line 12
//! check: --block 64 --property race,divergence,deadlock
//! expect: race=proved divergence=proved deadlock=proved
//! why: With n = 1 thread 0 never leaves the loop at [A]. Whoever does not ask about that gets proofs that assume that it
//!   does, and the last line says that termination was not asked. Nothing waits, so no thread waits forever.
__global__ void fills_for_ever(int *out, int n) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    while (at < n) out[at] = 1; // [A]
}
