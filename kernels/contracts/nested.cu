//! Contracts that are evaluated within contracts
//! source: raddle
//! check: --kernel sums --block 64 --grid 1
//! expect: assert=proved race=proved
//! check: --kernel called --block 64 --grid 1
//! expect: assert=proved race=proved
//! check: --kernel wrong --block 64 --grid 1
//! expect: assert=refuted race=proved
//! finding: assert line 34
//! why: A sum that is assumed not to overflow is larger than what is added to; that is assumed of its contract only. What a device
//!   function asserts where a contract calls it is not asked.
__device__ int half(int x) {
    __requires(x >= 0);
    __assert(x < 1000);
    return x / 2;
}

__global__ void sums(int *out, int n, unsigned m) {
    __requires(__add_noovfl_int(n, 5) > 0);
    __assert(n > -5);
    __assert(m == 0 || __add_noovfl_unsigned_int(m, 7) > m);
    out[threadIdx.x] = n;
}

__global__ void called(int *out, int n) {
    __requires(n >= 0);
    __assert(half(n) <= n);
    out[threadIdx.x] = n;
}

__global__ void wrong(int *out, int n) {
    __assert(__add_noovfl_int(n, 1) > n);
    // Nothing is assumed of what follows.
    __assert(n + 1 > n);
    out[threadIdx.x] = n;
}
