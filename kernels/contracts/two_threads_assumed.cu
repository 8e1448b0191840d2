//! An assumption about two threads: an index array has no element twice
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=proved divergence=proved
//! check: --block 64 --grid 1 -D NOTHING
//! expect: race=refuted
//! finding: race line 15
//! why: That the indices of two threads differ is assumed, and named in the scope. Without it all indices may be one.

__global__ void scatter(int *out, const int *index) {
    int to = index[threadIdx.x];
#ifndef NOTHING
    __assume(__distinct_int(to));
#endif
    out[to] = threadIdx.x; // [A]
}
