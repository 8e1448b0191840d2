//! A table of functions in global memory, which the host has filled
//! source: raddle
//! check: --block 64 --grid 1 --property deadlock,barrier-reuse,divergence,race
//! expect: race=proved divergence=proved deadlock=proved
//! check: --block 64 --grid 1 -D RACY
//! expect: race=refuted
//! finding: race line 15
//! why: Whatever lies in the table is taken to be a function of this file that takes these parameters (`function-pointers`), and each of
//!   them writes the thread's own element. With RACY one writes element 0 [A]; the solver fills the table with it.

typedef void (*Function)(int *, unsigned);

#ifdef RACY
__device__ void first(int *v, unsigned i) {
    v[0] = (int)i; // [A]
}
#else
__device__ void first(int *v, unsigned i) { v[i] = 3; }
#endif
__device__ void own(int *v, unsigned i) { v[i] = 1; }

__device__ Function known[2] = {first, own};

__global__ void call(int *v, const Function *table, int n) {
    table[n](v, threadIdx.x);
}
