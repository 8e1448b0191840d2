//! Bounds that are wider than what they are computed from
//! source: raddle
//! check: --property termination
//! expect: termination=proved
//! check: --property termination --strict-wrap
//! expect: termination=refuted
//! why: A counter of 64 bits never reaches 2^64 - 1000, which is what -1 becomes: `i + 1000` wraps around and is below it again. A condition
//!   that read `n` as a number of 32 bits would be true of -1.
__global__ void wide(int n) {
    for (unsigned long long i = 0; i < (unsigned long long)n; i += 1000)
        ;
}
