//! Dot product of a work group with a tree in local memory (OpenCL)
//! source: raddle
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Each step reads the upper half and writes the lower half of what is left, with a barrier after it that
//!   the whole group reaches. Work item 0 writes the result.
__kernel void dot_product(__global const float *a, __global const float *b, __global float *result) {
    __local float part[64];
    int t = get_local_id(0);
    int i = get_global_id(0);
    part[t] = a[i] * b[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
        if (t < half_size)
            part[t] += part[t + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        result[get_group_id(0)] = part[0];
}
