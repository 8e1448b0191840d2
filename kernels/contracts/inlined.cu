//! Contracts of a function that the compiler takes into its caller
//! source: raddle
//! check: --block 64 -O 1
//! expect-exit: 3
//! check: --block 64
//! expect: race=refuted
//! why: For n of at most 0 all threads write to p[0] [A], and the call breaks what `positive` requires. Taken into the kernel, that would be
//!   what the kernel requires, and nothing would be wrong.
__device__ int positive(int a) {
    __requires(a > 0);
    return a;
}

__global__ void one_place(int *p, int n) {
    int s = positive(n);
    p[n > 0 ? threadIdx.x : 0] = threadIdx.x + s;  // [A]
}
