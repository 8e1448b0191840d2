//! An assumption about data: each row begins where the one before it ends, or later
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=proved divergence=proved assert=proved
//! check: --block 64 --grid 1 -D NOTHING
//! expect: race=refuted
//! finding: race line 16
//! why: The first element that a thread writes is read from memory. That it lies in the thread's own part is assumed, and named
//!   in the scope of the proof. Without the assumption all numbers may be one, and then all threads write one element at [A].

__global__ void place(int *out, const int *at) {
    int row = at[threadIdx.x];
#ifndef NOTHING
    __assume(row >= 4 * threadIdx.x && row < 4 * threadIdx.x + 4);
#endif
    out[row] = threadIdx.x; // [A]
    __assert(out[row] == threadIdx.x);
}
