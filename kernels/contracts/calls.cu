//! Contracts that call functions
//! source: raddle
//! check: --kernel pointer --block 32 --grid 1
//! expect: assert=proved
//! check: --kernel unknown --block 32 --grid 1
//! expect: assert=unknown
//! why: The pointer at [A] is known, so the function is. What the one at [B] returns is not: that is no effect of a contract,
//!   and leaves it open.
__device__ int twice(int n) { return 2 * n; }
__device__ int limit(int n);
__global__ void pointer(int *out) {
    int (*f)(int) = twice;
    __assert(f(2) == 4); // [A]
    out[threadIdx.x] = 0;
}
__global__ void unknown(int *out, int n) {
    __assert(limit(n) > 0); // [B]
    out[threadIdx.x] = n;
}
