// What few sources use of the math API: it is found where it is used.
__global__ void k(float *f, double *d, int *i, unsigned int *u, long long *l) {
  f[0] = norm3df(f[0], f[1], f[2]) + rnorm4df(f[0], f[1], f[2], f[3]) + normf(3, f) + jnf(2, f[1]) + cyl_bessel_i0f(f[0]) + scalblnf(f[1], 2);
  d[0] = norm(3, d) + rnorm3d(d[0], d[1], d[2]) + yn(2, d[1]) + remquo(d[1], d[2], i) + modf(d[1], d + 2);
  sincospif(f[0], f + 1, f + 2);
  f[0] += __fmaf_ieee_ru(f[0], f[1], f[2]) + max(f[0], 1) + min(2.0, f[1]);
  i[0] = isunordered(f[0], f[1]) + isnormal(d[0]) + __isnanf(f[0]);
  l[0] = llmax(l[1], l[2]);
  u[0] = __vadd2(u[0], u[1]) + __vsubss4(u[0], u[1]) + __vabsdiffu4(u[0], u[1]) + __vsadu2(u[0], u[1]) + __vcmpgtu4(u[0], u[1]) + __vavgs2(u[0], u[1]);
}
__device__ float saturate(float x) { return x < 0 ? 0 : x; }
__global__ void old_names(float *f, double *d, int *i, unsigned int *u, long long *l, unsigned long long *m) {
  i[0] = mul24(i[1], 3) + mulhi(i[1], i[2]) + float2int(f[0]) + float2int(f[0], cudaRoundMinInf) + float_as_int(f[1]);
  u[0] = umul24(u[1], 3) + umulhi(u[1], u[2]) + mulhi(u[1], 2) + float2uint(f[0]) + float_as_uint(f[1]) + __fns(u[0], 0, 2);
  l[0] = mul64hi(l[1], l[2]) + float2ll(f[0]); m[0] = umul64hi(m[1], m[2]) + mul64hi(m[1], m[2]) + float2ull(f[1]);
  f[2] = saturate(f[3]) + int2float(i[0]) + uint2float(u[0], cudaRoundZero) + int_as_float(i[1]) + uint_as_float(u[1]);
  d[0] = fma(f[0], f[1], d[1]) + fma(1, f[1], 2.0f);
  i[1] = __vimax3_s32(i[0], 1, 2) + __viaddmin_s32_relu(i[0], 1, 2); cudaGridDependencySynchronize(); cudaTriggerProgrammaticLaunchCompletion();
}
