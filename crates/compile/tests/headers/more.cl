// Built-ins that few kernels use, and conversions.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void k(__global float4 *f, __global int4 *i, __global half *h, __local half *l, __global double2 *d, __global uchar4 *c, counter32_t count) {
  int4 e; int q;
  f[0] = shuffle(f[1], (uint4)(3, 2, 1, 0)) + shuffle2(f[0], f[1], (uint4)(7, 6, 5, 4)) + bitselect(f[0], f[1], f[2]);
  f[1] = vload_half4(1, h) + vloada_half4(2, h) + vload_half(3, l) + acospi(f[0]) + atan2pi(f[0], f[1]) + frexp(f[0], &e) + remquo(f[0], f[1], &e);
  vstore_half4_rtz(f[0], 1, h); vstorea_half3(f[0].xyz, 2, h); vstore_half(f[0].x, 0, l); vstore_half2(d[0], 5, h);
  i[0] = mad_sat(i[1], i[2], i[3]) + isordered(f[0], f[1]) + islessgreater(f[0], f[1]) + isnormal(f[0]) + e;
  i[1].x = (int)lgamma_r(f[0].x, &q) + q + ctz(i[0]).x + (int)mad_sat(1l, 2l, 3l) + (int)mad_sat(1ul, 2ul, 3ul) + (int)atomic_inc(count);
  c[0] = convert_uchar4_sat_rte(f[0]) + convert_uchar4_sat(i[0]) + convert_uchar4(f[1]) + convert_uchar4_rtp(f[2]);
  f[2] = convert_float4_rtz(i[0]) + convert_float4(c[0]) + convert_float(convert_long_sat_rtn(d[0].x)) + convert_float2_rtp(d[0]).xyxy;
  d[1] = convert_double2(f[0].xy) + convert_double2_rtn((ulong2)(1, 2));
  i[2] = upsample((short4)(1), (ushort4)(2)) + convert_int4_sat(convert_long4(f[0]));
  prefetch(f, 4);
}
