//! Prefix sum without the barrier between read and write (OpenCL)
//! source: paper 000, section 2 (figure 1a without its first barrier)
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 17
//! why: With offset 1, thread t reads sum[t - 1] while thread t - 1 writes it at [A], and no barrier lies between
//!   the two in this iteration. The barrier at the end of the loop still keeps all threads in step.
__kernel void scan(__global int *sum) {
    int tid = get_local_id(0);
    int size = get_local_size(0);
    int temp;
    int offset = 1;
    while (offset < size) {
        if (tid >= offset)
            temp = sum[tid - offset];
        if (tid >= offset)
            sum[tid] = sum[tid] + temp; // [A]
        barrier(CLK_GLOBAL_MEM_FENCE);
        offset *= 2;
    }
}
