//! A race whose accesses lie in a branch that few threads take
//! source: raddle
//! check: --block 64
//! expect: race=refuted deadlock=proved barrier-reuse=proved divergence=proved
//! finding: race line 15
//! finding: race line 17
//! why: Threads 0 and 1 swap the two elements at once, at [A] and [B]. The barrier in front of them must not be moved between their
//!   accesses: these lie in a branch, and the other threads would not reach it.
__global__ void swap(int *d)
{
    __shared__ int s[2];
    int t = threadIdx.x;
    if (t < 2) s[t] = d[t];
    __syncthreads();
    if (t == 0) { int q = s[0]; s[0] = s[1]; s[1] = q; } // [A]
    // (Not in the same order.)
    if (t == 1) { int q = s[1]; s[1] = s[0]; s[0] = q; } // [B]
}
