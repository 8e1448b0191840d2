/* The rest of the CUDA math API: functions that few sources use and whose names many have for something else, and the
 * instructions on halves and bytes of a word ("SIMD Intrinsics"). */
#pragma once
#include "helper_math.h"
#include "inlining.h"

/* Pure functions of which nothing else is known. */
#define RADDLE_OPAQUE(t, f)                                                                                            \
  extern "C" __attribute__((device, const)) t __raddle_math_cyl_bessel_i0##f(t);                                       \
  extern "C" __attribute__((device, const)) t __raddle_math_cyl_bessel_i1##f(t);                                       \
  extern "C" __attribute__((device, const)) t __raddle_math_norm##f(t, t);                                             \
  extern "C" __attribute__((device, const)) t __raddle_math_rnorm##f(t);                                               \
  extern "C" __attribute__((device, const)) t __raddle_math_jn##f(int, t);                                             \
  extern "C" __attribute__((device, const)) t __raddle_math_yn##f(int, t);                                             \
  extern "C" __attribute__((device, const)) t __raddle_math_scalbln##f(t, long);                                       \
  extern "C" __attribute__((device, const)) int __raddle_math_remquo_quotient##f(t, t);                                \
  RADDLE_FN t cyl_bessel_i0##f(t x) { return __raddle_math_cyl_bessel_i0##f(x); }                                      \
  RADDLE_FN t cyl_bessel_i1##f(t x) { return __raddle_math_cyl_bessel_i1##f(x); }                                      \
  RADDLE_FN t jn##f(int n, t x) { return __raddle_math_jn##f(n, x); }                                                  \
  RADDLE_FN t yn##f(int n, t x) { return __raddle_math_yn##f(n, x); }                                                  \
  RADDLE_FN t scalbln##f(t x, long n) { return __raddle_math_scalbln##f(x, n); }                                       \
  RADDLE_FN t remquo##f(t x, t y, int *quotient) {                                                                     \
    *quotient = __raddle_math_remquo_quotient##f(x, y);                                                                \
    return __raddle_math_remainder##f(x, y);                                                                           \
  }                                                                                                                    \
  /* The square root of a sum of squares; which rounding it has on the way is open. */                                 \
  RADDLE_FN t norm3d##f(t x, t y, t z) { return __raddle_math_norm##f(__raddle_math_norm##f(x, y), z); }               \
  RADDLE_FN t norm4d##f(t x, t y, t z, t w) {                                                                          \
    return __raddle_math_norm##f(__raddle_math_norm##f(__raddle_math_norm##f(x, y), z), w);                            \
  }                                                                                                                    \
  RADDLE_FN t norm##f(int n, const t *v) {                                                                             \
    t sum = 0;                                                                                                         \
    for (int i = 0; i < n; i++) sum = __raddle_math_norm##f(sum, v[i]);                                                \
    return sum;                                                                                                        \
  }                                                                                                                    \
  RADDLE_FN t rnorm3d##f(t x, t y, t z) { return __raddle_math_rnorm##f(norm3d##f(x, y, z)); }                         \
  RADDLE_FN t rnorm4d##f(t x, t y, t z, t w) { return __raddle_math_rnorm##f(norm4d##f(x, y, z, w)); }                 \
  RADDLE_FN t rnorm##f(int n, const t *v) { return __raddle_math_rnorm##f(norm##f(n, v)); }                            \
  RADDLE_FN void sincospi##f(t x, t *sine, t *cosine) {                                                                \
    *sine = __raddle_math_sinpi##f(x);                                                                                 \
    *cosine = __raddle_math_cospi##f(x);                                                                               \
  }                                                                                                                    \
  RADDLE_FN t nan##f(const char *) { return (t)__builtin_nanf(""); }                                                   \
  RADDLE_FN int __isnan##f(t x) { return __builtin_isnan(x); }                                                         \
  RADDLE_FN int __isinf##f(t x) { return __builtin_isinf(x); }                                                         \
  RADDLE_FN int __finite##f(t x) { return __builtin_isfinite(x); }                                                     \
  RADDLE_FN bool isnormal(t x) { return __builtin_isnormal(x); }                                                       \
  RADDLE_FN bool isgreater(t x, t y) { return __builtin_isgreater(x, y); }                                             \
  RADDLE_FN bool isgreaterequal(t x, t y) { return __builtin_isgreaterequal(x, y); }                                   \
  RADDLE_FN bool isless(t x, t y) { return __builtin_isless(x, y); }                                                   \
  RADDLE_FN bool islessequal(t x, t y) { return __builtin_islessequal(x, y); }                                         \
  RADDLE_FN bool islessgreater(t x, t y) { return __builtin_islessgreater(x, y); }                                     \
  RADDLE_FN bool isunordered(t x, t y) { return __builtin_isunordered(x, y); }
RADDLE_OPAQUE(float, f)
RADDLE_OPAQUE(double, )
#undef RADDLE_OPAQUE
RADDLE_FN float modf(float x, float *whole) { return modff(x, whole); }
RADDLE_FN float frexp(float x, int *exponent) { return frexpf(x, exponent); }
RADDLE_FN float ldexp(float x, int e) { return ldexpf(x, e); }
RADDLE_FN float scalbn(float x, int e) { return scalbnf(x, e); }
RADDLE_FN int ilogb(float x) { return ilogbf(x); }
RADDLE_FN float __fmaf_ieee_rn(float x, float y, float z) { return __fmaf_rn(x, y, z); }
RADDLE_FN float __fmaf_ieee_rz(float x, float y, float z) { return __fmaf_rz(x, y, z); }
RADDLE_FN float __fmaf_ieee_rd(float x, float y, float z) { return __fmaf_rd(x, y, z); }
RADDLE_FN float __fmaf_ieee_ru(float x, float y, float z) { return __fmaf_ru(x, y, z); }
RADDLE_FN long long llmin(long long x, long long y) { return ::min(x, y); }
RADDLE_FN long long llmax(long long x, long long y) { return ::max(x, y); }
RADDLE_FN unsigned long long ullmin(unsigned long long x, unsigned long long y) { return ::min(x, y); }
RADDLE_FN unsigned long long ullmax(unsigned long long x, unsigned long long y) { return ::max(x, y); }
#define __prof_trigger(n) ((void)(n))

/* Minimum and maximum of two numbers of different types: of their common type. */
#define RADDLE_MIXED(name)                                                                                             \
  template <class T, class U, class = typename __raddle_enable<__is_arithmetic(T) && __is_arithmetic(U) &&             \
                                                               !__is_same(T, U)>::type>                                \
  RADDLE_FN auto name(T x, U y) -> decltype(true ? x : y) {                                                            \
    typedef decltype(true ? x : y) common;                                                                             \
    return ::name((common)x, (common)y);                                                                               \
  }
RADDLE_MIXED(min)
RADDLE_MIXED(max)
#undef RADDLE_MIXED

/* As intrinsics were called before their names began with underscores. A function of the source with such a name is preferred. */
#define RADDLE_OLD1(result, name, type) RADDLE_FN result name(__raddle_number<type> x) { return __##name(x.v); }
#define RADDLE_OLD2(result, name, type)                                                                                \
  RADDLE_FN result name(__raddle_only<type> x, __raddle_number<type> y) { return __##name(x.v, y.v); }
RADDLE_FN int mul24(__raddle_number<int> x, __raddle_number<int> y) { return __mul24(x.v, y.v); }
RADDLE_FN unsigned int umul24(__raddle_number<unsigned int> x, __raddle_number<unsigned int> y) { return __umul24(x.v, y.v); }
RADDLE_FN unsigned int umulhi(__raddle_number<unsigned int> x, __raddle_number<unsigned int> y) { return __umulhi(x.v, y.v); }
RADDLE_FN unsigned long long umul64hi(__raddle_number<unsigned long long> x, __raddle_number<unsigned long long> y) {
  return __umul64hi(x.v, y.v);
}
RADDLE_OLD2(int, mulhi, int)
RADDLE_OLD2(long long, mul64hi, long long)
RADDLE_FN unsigned int mulhi(__raddle_only<unsigned int> x, __raddle_number<unsigned int> y) { return __umulhi(x.v, y.v); }
RADDLE_FN unsigned long long mul64hi(__raddle_only<unsigned long long> x, __raddle_number<unsigned long long> y) {
  return __umul64hi(x.v, y.v);
}
RADDLE_OLD1(int, float_as_int, float)
RADDLE_OLD1(unsigned int, float_as_uint, float)
RADDLE_OLD1(float, int_as_float, int)
RADDLE_OLD1(float, uint_as_float, unsigned int)
RADDLE_FN float saturate(__raddle_number<float> x) { return __saturatef(x.v); }
#undef RADDLE_OLD1
#undef RADDLE_OLD2
#define RADDLE_OLD(result, name, type, usual)                                                                          \
  RADDLE_FN result name(__raddle_number<type> x, cudaRoundMode mode = usual) {                                         \
    return mode == cudaRoundNearest ? __##name##_rn(x.v)                                                               \
           : mode == cudaRoundZero  ? __##name##_rz(x.v)                                                               \
           : mode == cudaRoundMinInf ? __##name##_rd(x.v)                                                              \
                                     : __##name##_ru(x.v);                                                             \
  }
RADDLE_OLD(int, float2int, float, cudaRoundZero)
RADDLE_OLD(unsigned int, float2uint, float, cudaRoundZero)
RADDLE_OLD(long long, float2ll, float, cudaRoundZero)
RADDLE_OLD(unsigned long long, float2ull, float, cudaRoundZero)
RADDLE_OLD(float, int2float, int, cudaRoundNearest)
RADDLE_OLD(float, uint2float, unsigned int, cudaRoundNearest)
#undef RADDLE_OLD

/* Of a launch that overlaps with the one before it. */
RADDLE_FN void cudaGridDependencySynchronize() { asm volatile("griddepcontrol.wait;" ::: "memory"); }
RADDLE_FN void cudaTriggerProgrammaticLaunchCompletion() { asm volatile("griddepcontrol.launch_dependents;" ::: "memory"); }

/* Minima and maxima of three, of a sum, and not below zero. */
#define RADDLE_MINMAX(t, s)                                                                                            \
  RADDLE_FN t __vimax3_##s(t a, t b, t c) { return ::max(::max(a, b), c); }                                            \
  RADDLE_FN t __vimin3_##s(t a, t b, t c) { return ::min(::min(a, b), c); }                                            \
  RADDLE_FN t __viaddmax_##s(t a, t b, t c) { return ::max((t)((unsigned int)a + (unsigned int)b), c); }               \
  RADDLE_FN t __viaddmin_##s(t a, t b, t c) { return ::min((t)((unsigned int)a + (unsigned int)b), c); }               \
  RADDLE_FN t __vibmax_##s(t a, t b, bool *first) { *first = a >= b; return ::max(a, b); }                             \
  RADDLE_FN t __vibmin_##s(t a, t b, bool *first) { *first = a <= b; return ::min(a, b); }
RADDLE_MINMAX(int, s32)
RADDLE_MINMAX(unsigned int, u32)
#undef RADDLE_MINMAX
RADDLE_FN int __vimax_s32_relu(int a, int b) { return ::max(::max(a, b), 0); }
RADDLE_FN int __vimin_s32_relu(int a, int b) { return ::max(::min(a, b), 0); }
RADDLE_FN int __vimax3_s32_relu(int a, int b, int c) { return ::max(__vimax3_s32(a, b, c), 0); }
RADDLE_FN int __vimin3_s32_relu(int a, int b, int c) { return ::max(__vimin3_s32(a, b, c), 0); }
RADDLE_FN int __viaddmax_s32_relu(int a, int b, int c) { return ::max(__viaddmax_s32(a, b, c), 0); }
RADDLE_FN int __viaddmin_s32_relu(int a, int b, int c) { return ::max(__viaddmin_s32(a, b, c), 0); }

/* Two halves or four bytes of a word, each by itself. */
#define RADDLE_PART(part, wide, shift, mask, value)                                                                    \
  {                                                                                                                    \
    const wide a = (part)(x >> shift), b = (part)(y >> shift);                                                         \
    (void)b;                                                                                                           \
    r |= ((unsigned int)(value) & mask) << shift;                                                                      \
  }
#define RADDLE_PARTS_2(part, wide, value) RADDLE_PART(part, wide, 0, 0xffffu, value) RADDLE_PART(part, wide, 16, 0xffffu, value)
#define RADDLE_PARTS_4(part, wide, value)                                                                              \
  RADDLE_PART(part, wide, 0, 0xffu, value) RADDLE_PART(part, wide, 8, 0xffu, value)                                    \
  RADDLE_PART(part, wide, 16, 0xffu, value) RADDLE_PART(part, wide, 24, 0xffu, value)
#define RADDLE_PARTS(name, n, part, wide, value)                                                                       \
  RADDLE_FN unsigned int name(unsigned int x, unsigned int y) {                                                        \
    unsigned int r = 0;                                                                                                \
    RADDLE_PARTS_##n(part, wide, value)                                                                                \
    return r;                                                                                                          \
  }
#define RADDLE_SIMD(n, s, u, low, high, top)                                                                           \
  RADDLE_PARTS(__vadd##n, n, u, int, a + b) RADDLE_PARTS(__vsub##n, n, u, int, a - b)                                  \
  RADDLE_PARTS(__vaddss##n, n, s, int, a + b < low ? low : a + b > high ? high : a + b)                                \
  RADDLE_PARTS(__vsubss##n, n, s, int, a - b < low ? low : a - b > high ? high : a - b)                                \
  RADDLE_PARTS(__vaddus##n, n, u, int, a + b > top ? top : a + b) RADDLE_PARTS(__vsubus##n, n, u, int, a < b ? 0 : a - b) \
  extern "C" __attribute__((device, const)) unsigned int __raddle_math_vavgs##n(unsigned int, unsigned int);           \
  RADDLE_FN unsigned int __vavgs##n(unsigned int x, unsigned int y) { return __raddle_math_vavgs##n(x, y); }           \
  RADDLE_PARTS(__vavgu##n, n, u, int, (a + b + 1) >> 1)                                                                \
  RADDLE_PARTS(__vhaddu##n, n, u, int, (a + b) >> 1)                                                                   \
  RADDLE_PARTS(__vmaxs##n, n, s, int, a > b ? a : b) RADDLE_PARTS(__vmaxu##n, n, u, int, a > b ? a : b)                \
  RADDLE_PARTS(__vmins##n, n, s, int, a < b ? a : b) RADDLE_PARTS(__vminu##n, n, u, int, a < b ? a : b)                \
  RADDLE_PARTS(__vabsdiffs##n, n, s, int, a > b ? a - b : b - a) RADDLE_PARTS(__vabsdiffu##n, n, u, int, a > b ? a - b : b - a) \
  RADDLE_COMPARE(eq, n, u, ==) RADDLE_COMPARE(ne, n, u, !=) RADDLE_COMPARE(geu, n, u, >=) RADDLE_COMPARE(gtu, n, u, >) \
  RADDLE_COMPARE(leu, n, u, <=) RADDLE_COMPARE(ltu, n, u, <) RADDLE_COMPARE(ges, n, s, >=) RADDLE_COMPARE(gts, n, s, >) \
  RADDLE_COMPARE(les, n, s, <=) RADDLE_COMPARE(lts, n, s, <)                                                           \
  RADDLE_PARTS(__raddle_vabs##n, n, s, int, a < 0 ? -a : a)                                                            \
  RADDLE_PARTS(__raddle_vabsss##n, n, s, int, a == low ? high : a < 0 ? -a : a)                                        \
  RADDLE_PARTS(__raddle_vneg##n, n, s, int, -a) RADDLE_PARTS(__raddle_vnegss##n, n, s, int, a == low ? high : -a)      \
  RADDLE_FN unsigned int __vabs##n(unsigned int x) { return __raddle_vabs##n(x, 0); }                                  \
  RADDLE_FN unsigned int __vabsss##n(unsigned int x) { return __raddle_vabsss##n(x, 0); }                              \
  RADDLE_FN unsigned int __vneg##n(unsigned int x) { return __raddle_vneg##n(x, 0); }                                  \
  RADDLE_FN unsigned int __vnegss##n(unsigned int x) { return __raddle_vnegss##n(x, 0); }                              \
  RADDLE_FN unsigned int __vsadu##n(unsigned int x, unsigned int y) { return __raddle_parts##n(__vabsdiffu##n(x, y)); } \
  RADDLE_FN unsigned int __vsads##n(unsigned int x, unsigned int y) { return __raddle_parts##n(__vabsdiffs##n(x, y)); }
#define RADDLE_COMPARE(name, n, part, op)                                                                              \
  RADDLE_PARTS(__vcmp##name##n, n, part, int, a op b ? -1 : 0) RADDLE_PARTS(__vset##name##n, n, part, int, a op b ? 1 : 0)
RADDLE_FN unsigned int __raddle_parts2(unsigned int x) { return (x & 0xffff) + (x >> 16); }
RADDLE_FN unsigned int __raddle_parts4(unsigned int x) { return (x & 0xff) + (x >> 8 & 0xff) + (x >> 16 & 0xff) + (x >> 24); }
RADDLE_SIMD(2, short, unsigned short, -32768, 32767, 65535)
RADDLE_SIMD(4, signed char, unsigned char, -128, 127, 255)
#undef RADDLE_SIMD
#undef RADDLE_COMPARE
#undef RADDLE_PARTS
#undef RADDLE_PARTS_2
#undef RADDLE_PARTS_4
#undef RADDLE_PART
#include "no_inlining.h"
