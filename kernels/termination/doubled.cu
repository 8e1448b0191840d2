//! A counter that doubles up to a bound that is not given
//! source: paper 004, figure 7a
//! check: --property termination
//! expect: termination=proved
//! check: --property termination --strict-wrap
//! expect: termination=refuted
//! finding: termination line 13
//! check: --property termination --arg n=1000 --strict-wrap
//! expect: termination=proved
//! why: For `n` above 2^30 the counter becomes negative, then 0, and stays 0: the proof is under the condition that `n` is at most 2^30,
//!   and the bound that violates it is a finding where that is asked.
__global__ void powers(int *out, int n) {
    for (int i = 1; i < n; i *= 2) // [A]
        out[i & 255] = 1;
}
