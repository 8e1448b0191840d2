//! Prefix sum without the barrier at the end of the loop (CUDA)
//! source: paper 000, section 2 (figure 1a without its second barrier)
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 19
//! why: Thread t writes sum[t] at [A] at the end of one iteration; in the next iteration, offset doubled, thread
//!   t + offset reads it before it reaches the next barrier. Nothing orders the two. The remaining barrier is met
//!   by all threads in every iteration.
__global__ void scan(int *sum) {
    int tid = threadIdx.x;
    int size = blockDim.x;
    int temp;
    int offset = 1;
    while (offset < size) {
        if (tid >= offset)
            temp = sum[tid - offset];
        __syncthreads();
        if (tid >= offset)
            sum[tid] = sum[tid] + temp; // [A]
        offset *= 2;
    }
}
