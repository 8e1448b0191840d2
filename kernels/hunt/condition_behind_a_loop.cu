//! A condition of which no violating input was shown was enough for --strict-wrap
//! source: raddle
//! check: --property termination --strict-wrap
//! expect: termination=refuted
//! finding: termination line 10
//! why: With the largest `n` the second loop never ends. That a thread reaches it was asked of a solver, for whom the first loop may go round forever; no input was shown, and the
//!   condition was taken to hold.
__global__ void condition_behind_a_loop(int *out, int n) {
    for (int k = 0; k < 3; k++) out[k] = k;
    for (int j = 0; j <= n; j++) // [A]
        out[j] = 1;
}
