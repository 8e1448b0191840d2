//! A parameter is a pointer to a function, and nothing is required of it
//! source: raddle
//! check: --block 64 --grid 1 --property deadlock,barrier-reuse,divergence,race
//! expect: race=proved divergence=proved deadlock=proved
//! check: --block 64 --grid 1 --property bounds
//! expect: bounds=refuted
//! finding: bounds line 19
//! why: It is assumed that the pointer leads to a function of this file that takes these parameters
//!   (`function-pointers`): then it is one of the two, and each writes the thread's own element. Asked for, it is not so
//!   for all inputs: a null pointer leads to no function [A].

typedef void (*Function)(int *, unsigned);

__device__ void one(int *v, unsigned i) { v[i] = 1; }
__device__ void two(int *v, unsigned i) { v[i] = 2; }

__global__ void call(int *v, Function f) {
    if (f != one)
        f(v, threadIdx.x); // [A]
    else
        two(v, threadIdx.x);
}
