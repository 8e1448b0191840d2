// Halves as numbers.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__kernel void k(__global half *h, __global half4 *v, __global int *i, __global float4 *f, __local half *l) {
  int n; half whole;
  h[0] = sin(h[1]) * fmax(h[2], h[1]) + modf(h[3], &whole) + remquo(h[1], h[2], &n) + whole + (half)n;
  v[0] = v[1] + sqrt((half4)(h[3])) + select(v[1], v[2], (short4)(-1)) + shuffle(v[1], (ushort4)(1)) + copysign(v[0], v[1]);
  h[1] = convert_half_rtz(i[1]) + dot(v[0], v[1]) + length(v[2]);
  i[0] = convert_int_sat(h[0]) + convert_int_rte(h[1]) + isnan(h[0]) + any(isgreater(v[0], v[1])) + as_short(h[2]);
  f[0] = convert_float4(v[3]); v[4] = convert_half4(f[1]);
  vstore4(v[1], 2, h); v[5] = vload4(1, h);
  event_t copied = async_work_group_copy(l, h, 64, 0);
  wait_group_events(1, &copied);
}
