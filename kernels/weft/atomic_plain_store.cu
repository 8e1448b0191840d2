//! An atomic update races with a plain store
//! source: raddle
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 11
//! why: Thread 0 clears the counter at [A] while other threads already add to it: only one of the two accesses is
//!   atomic and the barrier comes too late.
__global__ void count(int *out) {
    __shared__ int total;
    if (threadIdx.x == 0)
        total = 0; // [A]
    atomicAdd(&total, (int)threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = total;
}
