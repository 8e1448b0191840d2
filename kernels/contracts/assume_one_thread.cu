//! An assumption that only one thread meets
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=unknown
//! check: --block 1 --grid 1
//! expect: race=proved assert=refuted
//! finding: assert line 13
//! why: Two different threads cannot both be thread 0, so the assumption contradicts the launch, and nothing is proved. A block of
//!   one thread meets it; then the assertion is asked of that thread, although there is no second one.

__global__ void one(int *out, int n) {
    __assume(threadIdx.x == 0);
    __assert(n > 0); // [A]
    out[0] = n;
}
