//! A plain load races with an atomic update
//! source: raddle
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 14
//! why: The barrier between the updates and the reads is missing: thread t may read at [A] while another still
//!   adds.
__global__ void count(int *out) {
    __shared__ int total;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    atomicAdd(&total, 1);
    out[threadIdx.x] = total; // [A]
}
