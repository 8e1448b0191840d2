//! A postcondition, with an early return
//! source: raddle
//! check: --block 64 --grid 1
//! expect: contract=proved race=proved divergence=proved
//! check: --block 64 --grid 1 -D BROKEN
//! expect: contract=refuted race=proved
//! finding: contract line 12
//! why: On each way to an end the thread's element becomes the n that the kernel was given, although n itself changes
//!   later. The broken variant leaves thread 0 out.

__global__ void fill(int *out, int n) {
    __ensures(out[threadIdx.x] == n); // [A]
    int first = 0;
#ifdef BROKEN
    first = 1;
#endif
    if (threadIdx.x < first) return;
    out[threadIdx.x] = n;
    if (n == 7) return;
    n = n + 1;
    out[threadIdx.x] = n - 1;
}
