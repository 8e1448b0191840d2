//! An assertion that is false for negative numbers
//! source: raddle
//! check: --block 64 --grid 1
//! expect: assert=refuted race=proved
//! finding: assert line 10
//! why: Division rounds to zero: half of -1 is 0. The solver finds such a number, and a run with it shows it.

__global__ void halves(int *out, int n) {
    int half = n / 2;
    __assert(half <= n); // [A]
    out[threadIdx.x] = half;
}
