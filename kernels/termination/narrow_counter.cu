//! Counters that are narrower than their bounds
//! source: raddle
//! check: --kernel doubles --property termination
//! expect: termination=proved
//! check: --kernel doubles --property termination --strict-wrap
//! expect: termination=refuted
//! finding: termination line 23
//! check: --kernel doubles --property termination --strict-wrap --arg n=32768
//! expect: termination=proved
//! check: --kernel doubles --property termination --arg n=32769
//! expect: termination=refuted
//! finding: termination line 23
//! check: --kernel bytes --property termination --arg n=127 --strict-wrap
//! expect: termination=proved
//! check: --kernel bytes --property termination --arg n=128
//! expect: termination=refuted
//! finding: termination line 27
//! check: --kernel longer --property termination
//! expect: termination=proved
//! why: A counter of 16 bits is 32768 at most before it becomes 0 at [A], and one of 8 bits with a sign is 127 at most at [B]. `longer` counts with 32 bits to a bound of
//!   64. What is left is the condition that the bound is one that the counter can reach.
__global__ void doubles(int *out, int n) {
    for (unsigned short i = 1; i < n; i <<= 1) // [A]
        out[threadIdx.x] = i;
}
__global__ void bytes(int *out, int n) {
    for (signed char i = 0; i < n; i++) // [B]
        out[threadIdx.x] = i;
}
__global__ void longer(int *out, unsigned long long n) {
    for (unsigned i = 0; i < n; i += 2)
        out[threadIdx.x] = i;
}
