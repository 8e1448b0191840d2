//! A barrier that a thread may pass by
//! source: paper 002, section 2.2.1, first kernel
//! check: --block 64 --arg i=0
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=refuted
//! finding: deadlock line 21
//! finding: divergence line 21
//! check: --block 64 --arg i=1 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 64 --arg 1=-1
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=refuted
//! finding: deadlock line 21
//! check: --block 64
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=refuted
//! why: The condition is unsigned. For i = 0 it fails for thread 0 alone, which returns while 63 threads wait at
//!   [A]: stuck, and divergence by B1. For i = 1 it holds for all. For i = -1 (the parameter of index 1) the sum
//!   wraps: it is 0 for thread 1 alone, and 2^32 - 1 for thread 0. When i is not given, i = 0 is found, and a run shows both.
__global__ void exit_before_barrier(int *out, int i) {
    __shared__ int v[64];
    if (threadIdx.x + i > 0) {
        v[threadIdx.x] = i;
        __syncthreads(); // [A]
        out[threadIdx.x] = v[threadIdx.x ^ 1];
    }
}
