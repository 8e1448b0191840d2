//! An assumption says nothing of what comes before it
//! source: raddle
//! check: --block 64 --grid 1
//! expect: assert=refuted race=proved
//! finding: assert line 9
//! why: When the thread reaches the assertion, n may be anything.

__global__ void order(int *out, int n) {
    __assert(n > 0); // [A]
    __assume(n > 0);
    out[threadIdx.x] = n;
}
