//! What a device function requires is proved of each call
//! source: raddle
//! check: --block 32 --grid 1 --kernel good
//! expect: assert=proved race=proved
//! check: --block 32 --grid 1 --kernel bad
//! expect: assert=refuted
//! finding: assert line 12
//! why: `good` calls it with a number that is not negative, `bad` with any number: it fails in the function [A], at that
//!   call.

__device__ int half_of(int x) {
    __requires(x >= 0); // [A]
    return x / 2;
}

__global__ void good(int *out, int n) {
    __requires(n > 3);
    out[threadIdx.x] = half_of(n - 3);
}

__global__ void bad(int *out, int n) {
    out[threadIdx.x] = half_of(n - 3);
}
