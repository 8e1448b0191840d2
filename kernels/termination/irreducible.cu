//! Loops that are entered in the middle
//! source: raddle
//! check: --kernel steps --property termination
//! expect: termination=proved
//! check: --kernel doubles --property termination
//! expect: termination=proved
//! check: --kernel doubles --property termination --strict-wrap
//! expect: termination=refuted
//! finding: termination line 41
//! check: --kernel alternates --property termination
//! expect: termination=refuted
//! finding: termination line 52
//! check: --kernel two_loops --property termination
//! expect: termination=proved
//! why: A `goto` into a loop makes a cycle with two entries. For termination the part before the head is copied for who enters there; then
//!   `steps` counts to 100 on either way. `doubles` continues forever at [A] if `i`
//!   wraps around. `i` is 0 and 1 by turns in `alternates` at [B], and never another `n`.
//!   `two_loops` enters an inner loop.
__global__ void steps(int *out, int odd) {
    int i = 0, s = 0;
    if (odd & 1)
        goto middle;
top:
    s += i;
    i++;
middle:
    i++;
    if (i < 100)
        goto top;
    out[threadIdx.x] = s;
}
__global__ void doubles(int *out, int n, int odd) {
    int i = 1;
    if (odd & 1)
        goto middle;
top:
    out[threadIdx.x] = i;
    i *= 2;
middle:
    out[threadIdx.x] += i;
    if (i < n) // [A]
        goto top;
}
__global__ void alternates(int *out, int n, int odd) {
    int i = 1;
    if (odd & 1)
        goto middle;
top:
    i ^= 1;
middle:
    out[threadIdx.x] = i;
    if (i != n) // [B]
        goto top;
}
__global__ void two_loops(int *out, int n) {
    int i = 0, j = 5;
    if (n > 7)
        goto inner;
    for (i = 0; i < 10; i++) {
        for (j = 0; j < i; j++) {
        inner:
            out[threadIdx.x] = j;
        }
    }
}
