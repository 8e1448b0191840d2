// The same in OpenCL, with vectors, and atomics as they are written.
__kernel void kernel_cl(__global float4 *out, volatile __local float *flag, __global int *count) {
  out[0] = out[1];          // KEEP 1 ld.global.v4.f32 KEEP 1 st.global.v4.f32
  flag[0] = out[2].x;       // KEEP 1 st.volatile.shared.f32
  out[3].x = flag[1];       // KEEP 1 ld.volatile.shared.f32
  atomic_add(count, 1);     // KEEP 1 atom.global.add.u32
}
