//! The dot product with its barrier inside the conditional (OpenCL)
//! source: raddle
//! check: --block 64
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=refuted
//! finding: divergence line 16
//! why: In the first step only work items 0 to 31 reach [A]; the others go through the loop without it, to the
//!   end of the kernel. The conditional is entered by some only (B1), and the wait never ends.
__kernel void dot_product(__global const float *a, __global const float *b, __global float *result) {
    __local float part[64];
    int t = get_local_id(0);
    part[t] = a[t] * b[t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_size = 32; half_size > 0; half_size /= 2) {
        if (t < half_size) {
            part[t] += part[t + half_size];
            barrier(CLK_LOCAL_MEM_FENCE); // [A]
        }
    }
    if (t == 0)
        result[0] = part[0];
}
