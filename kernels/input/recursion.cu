//! A device function that calls itself
//! source: raddle (bad input)
//! check: --block 32
//! expect-exit: 3
//! why: All calls are inlined before the check, which recursion does not allow. The error names the cycle.
__device__ __attribute__((noinline)) int factorial(int n) {
    return n <= 1 ? 1 : n * factorial(n - 1);
}

__global__ void recursive(int *out) {
    out[threadIdx.x] = factorial(threadIdx.x % 8);
}
