//! A parameter is one of two functions, as the kernel requires
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=proved divergence=proved deadlock=proved
//! check: --block 64 --grid 1 --property bounds
//! expect: bounds=proved
//! check: --block 64 --grid 1 -D RACY
//! expect: race=refuted divergence=proved
//! finding: race line 19
//! why: Both functions write the thread's own element, and no other function can be called. With RACY the second one may be a
//!   function in which all threads write element 0 [A].

typedef void (*Function)(int *, unsigned);

__device__ void own(int *v, unsigned i) { v[i] = 1; }

__device__ void other(int *v, unsigned i) {
#ifdef RACY
    v[0] = (int)i; // [A]
#else
    v[i] = 2;
#endif
}

__global__ void call(int *v, Function f) {
    __requires(f == own | f == other);
    f(v, threadIdx.x);
}
