// Every math function, in each of its names and types.
#include <math_constants.h>
#include <math.h>
#define ONE(g) { x = g##f(x); x = g(x); d = g(d); d += g(i); }
#define EXACT(g) { x = g##f(x); x = g(x); d = g(d); }
#define TWO(g) { x = g##f(x, y); x = g(x, y); d = g(d, d); d += g(x, i); d += g(d, x); }
__global__ void all(float *p, double *q, int *r) {
  float x = p[0], y = p[1];
  double d = q[0];
  int i = r[0];
  ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) ONE(atanh)
  ONE(exp) ONE(exp2) ONE(exp10) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(logb) ONE(cbrt) ONE(rcbrt)
  ONE(erf) ONE(erfc) ONE(erfinv) ONE(erfcinv) ONE(erfcx) ONE(tgamma) ONE(lgamma) ONE(sinpi) ONE(cospi) ONE(normcdf)
  ONE(normcdfinv) ONE(j0) ONE(j1) ONE(y0) ONE(y1) ONE(sqrt) ONE(rsqrt) ONE(floor) ONE(ceil) ONE(trunc) ONE(round) ONE(fabs)
  EXACT(rint) EXACT(nearbyint)
  TWO(pow) TWO(atan2) TWO(fmod) TWO(remainder) TWO(hypot) TWO(rhypot) TWO(fdim) TWO(nextafter) TWO(fmin) TWO(fmax)
  x = copysignf(x, y) + copysign(x, y) + fmaf(x, y, x) + fma(x, y, x) + fdividef(x, y); d = copysign(d, d) + fma(d, d, d);
  x = ldexpf(x, 2) + scalbnf(x, 1) + ilogbf(x) + frexpf(x, &i) + modff(x, &y); d = ldexp(d, 2) + frexp(d, &i) + modf(d, &d);
  sincosf(x, &x, &y); sincos(d, &d, &d);
  i += lrintf(x) + lroundf(x) + llrintf(x) + llround(d);
  i += isnan(x) + isinf(x) + isfinite(x) + signbit(x) + isnan(d) + isinf(d) + isfinite(d) + signbit(d);
  i += min(i, 3) + max(i, 3u) + min(1ull, 2ull) + max(1ll, 2ll) + min(3l, 4l) + abs(i) + llabs(3ll) + umin(1, 2) + umax(1, 2);
  x += min(x, y) + max(x, y) + abs(x); d += min(d, x) + max(x, d) + abs(d);
  x += __sinf(x) + __cosf(x) + __tanf(x) + __expf(x) + __exp10f(x) + __logf(x) + __log2f(x) + __log10f(x) + __powf(x, y);
  x += __fdividef(x, y) + __saturatef(x) + __frsqrt_rn(x); __sincosf(x, &x, &y);
  x += __fadd_rn(x, y) + __fsub_rz(x, y) + __fmul_rd(x, y) + __fdiv_ru(x, y) + __frcp_rn(x) + __fsqrt_rz(x) + __fmaf_rn(x, y, x);
  d += __dadd_rn(d, d) + __dsub_rz(d, d) + __dmul_rd(d, d) + __ddiv_ru(d, d) + __drcp_rn(d) + __dsqrt_rn(d) + __fma_rn(d, d, d);
  i += __float2int_rn(x) + __float2uint_rz(x) + __float2ll_rd(x) + __float2ull_ru(x) + __double2int_rz(d) + __double2uint_rn(d);
  i += __double2ll_rn(d) + __double2ull_rn(d) + __float_as_int(x) + __float_as_uint(x) + __double2loint(d) + __double2hiint(d);
  x += __int2float_rn(i) + __uint2float_rz(i) + __ll2float_rd(i) + __ull2float_ru(i) + __double2float_rn(d) + __int_as_float(i);
  d += __int2double_rn(i) + __uint2double_rn(i) + __ll2double_rn(i) + __ull2double_rn(i) + __hiloint2double(1, 2);
  d += __longlong_as_double(__double_as_longlong(d)); x += __uint_as_float(3u) + CUDART_INF_F; d += CUDART_PI;
  x += std::sqrt(x) + std::sin(x) + std::abs(x) + std::pow(x, y) + std::floor(x);
  p[0] = x; p[1] = y; q[0] = d; r[0] = i;
}
