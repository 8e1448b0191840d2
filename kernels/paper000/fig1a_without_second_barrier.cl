//! Prefix sum without the barrier at the end of the loop (OpenCL)
//! source: paper 000, section 2 (figure 1a without its second barrier)
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 19
//! why: Thread t writes sum[t] at [A] at the end of one iteration; in the next iteration, offset doubled, thread
//!   t + offset reads it before it reaches the next barrier. Nothing orders the two. The remaining barrier is met
//!   by all threads in every iteration.
__kernel void scan(__global int *sum) {
    int tid = get_local_id(0);
    int size = get_local_size(0);
    int temp;
    int offset = 1;
    while (offset < size) {
        if (tid >= offset)
            temp = sum[tid - offset];
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (tid >= offset)
            sum[tid] = sum[tid] + temp; // [A]
        offset *= 2;
    }
}
