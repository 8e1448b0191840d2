//! Prefix sum in global memory, correct (OpenCL)
//! source: paper 000, figure 1a
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: The loop bound is the group size, the same for every thread, so all 64 threads meet at both barriers in
//!   each of the six iterations: B1 and B2 hold and no thread waits alone. In one iteration every read of sum[t -
//!   offset] comes before the first barrier and every write of sum[t] lies between the two, so a thread's read is
//!   ordered before its neighbour's write, and that write before the reads of the next iteration.
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
            sum[tid] = sum[tid] + temp;
        barrier(CLK_GLOBAL_MEM_FENCE);
        offset *= 2;
    }
}
