// Every family of OpenCL built-ins.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define INTEGERS(t) { t x = (t)p[0], y = (t)p[1]; x = min(x, y); x = max(x, y); x = clamp(x, y, y); x = add_sat(x, y); x = sub_sat(x, y); \
  x = hadd(x, y); x = rhadd(x, y); x = (t)abs(x); x = (t)abs_diff(x, y); x = mul_hi(x, y); x = mad_hi(x, y, x); x = rotate(x, y); \
  x = popcount(x); x = clz(x); p[2] = (int)x; }
#define VECTORS(t) { t##4 x = (t##4)(1), y = (t##4)(2); x = min(x, y); x = max(x, (t)3); x = clamp(x, (t)0, (t)3); x = rotate(x, y); \
  x = mul_hi(x, y); x = popcount(x); p[3] = (int)x.y; }
#define CONVERSIONS(t) { p[4] = (int)(convert_##t(f) + convert_##t(d) + convert_##t(p[0]) + convert_##t##_sat(f) + convert_##t##_sat(p[1]) \
  + convert_##t##_rte(f) + convert_##t##_rtz(d) + convert_##t##_rtn(f) + convert_##t##_rtp(f) + convert_##t##4(v).x + convert_##t##4_sat(v).x); }
#define ATOMICS(p, v) atomic_add(p, v); atomic_sub(p, v); atomic_xchg(p, v); atomic_inc(p); atomic_dec(p); atomic_cmpxchg(p, v, v); \
  atomic_min(p, v); atomic_max(p, v); atomic_and(p, v); atomic_or(p, v); atomic_xor(p, v);
#define ATOMS(p, v) atom_add(p, v); atom_sub(p, v); atom_xchg(p, v); atom_inc(p); atom_dec(p); atom_cmpxchg(p, v, v); \
  atom_min(p, v); atom_max(p, v); atom_and(p, v); atom_or(p, v); atom_xor(p, v);
#define ONE(g) f += g(f); d += g(d); v += g(v);
__kernel __attribute__((reqd_work_group_size(8, 4, 2))) void all(__global int *p, __local uint *l, __constant float4 *c, float f, double d,
    float4 v, __global long *w, __global float *out, uint dimension) {
  p[0] = get_local_id(0) + get_group_id(1) + get_local_size(2) + get_num_groups(0) + get_global_id(1) + get_global_size(2);
  p[1] = get_local_id(dimension) + get_global_id(dimension) + get_global_offset(0) + get_work_dim();
  p[2] = get_local_id(3) + get_local_size(3);
  INTEGERS(char) INTEGERS(uchar) INTEGERS(short) INTEGERS(ushort) INTEGERS(int) INTEGERS(uint) INTEGERS(long) INTEGERS(ulong)
  VECTORS(char) VECTORS(ushort) VECTORS(int) VECTORS(uint) VECTORS(long)
  CONVERSIONS(char) CONVERSIONS(uchar) CONVERSIONS(short) CONVERSIONS(ushort) CONVERSIONS(int) CONVERSIONS(uint) CONVERSIONS(long) CONVERSIONS(ulong)
  ATOMICS(p, 1) ATOMICS(l, 1u) ATOMS(p, 1) ATOMS(w, 1l) ATOMS(l, 1u)
  mem_fence(CLK_LOCAL_MEM_FENCE); read_mem_fence(CLK_GLOBAL_MEM_FENCE); write_mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE); barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  ONE(sin) ONE(cos) ONE(tan) ONE(exp) ONE(exp2) ONE(log) ONE(log2) ONE(log10) ONE(sqrt) ONE(rsqrt) ONE(floor) ONE(ceil) ONE(trunc) ONE(rint)
  ONE(round) ONE(fabs) ONE(cbrt) ONE(erf) ONE(tgamma) ONE(sign) ONE(degrees) ONE(radians)
  f += native_sin(f) + native_exp(f) + half_sqrt(f) + native_divide(f, f) + pow(f, f) + fmod(f, f) + atan2(f, f) + hypot(f, f) + ldexp(f, 3) + pown(f, 2);
  f += fma(f, f, f) + mad(f, f, f) + fmin(f, f) + fmax(f, f) + clamp(f, 0.0f, 1.0f) + mix(f, f, f) + step(f, f) + smoothstep(f, f, f) + copysign(f, f);
  f += dot(v, v) + length(v) + distance(v, v) + normalize(v).x + cross(v, v).y + fast_length(v.xy);
  v += fmax(v, 0.0f) + clamp(v, 0.0f, 1.0f) + mix(v, v, 0.5f) + max(v, v) + pow(v, v) + c[0];
  p[5] = isnan(f) + isinf(d) + isfinite(f) + signbit(f) + isequal(f, f) + isless(f, f) + select(1, 2, p[0]) + any((int4)(p[0])) + all((int2)(p[1]));
  p[6] = mul24(p[0], p[1]) + mad24(p[0], p[1], p[2]) + upsample((short)1, (ushort)2) + as_int(f) + (int)as_uint2(d).x;
  p[7] = isless(v, v).x + isnan(v).y + isfinite(v).z + signbit(v).w + ilogb(v).x + convert_uchar_rte(p[0]) + any(isgreater(v, v));
  v += ldexp(v, 2) + pown(v, (int4)3) + select(v, v, (uint4)(1)) + select(v, v, (int4)(-1)) + sincos(v, &v) + fract(v, &v);
  float whole; int exponent;
  f += fract(f, &whole) + modf(f, &whole) + frexp(f, &exponent) + sincos(f, &whole) + whole + exponent;
  vstore4(vload4(1, out), 2, out); vstore2(vload2(1, out), 0, out); vstore3(vload3(1, out), 3, out); vstore16(vload16(0, out), 1, out);
  out[0] = f + d + v.x + v.w;
}
