//! An access that no thread reaches under the assumptions
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=proved divergence=proved
//! why: n is at least 8, so [A] is never executed. That it races with itself is no race; the report says that nothing was said of it.

__global__ void k(int *out, int n) {
    __requires(n >= 8);
    out[threadIdx.x] = n;
    if (n < 4) {
        out[0] = threadIdx.x; // [A]
    }
}
