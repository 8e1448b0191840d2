/* Math functions (CUDA math API).
 *
 * What is one PTX instruction, or exact in a few, is written as such (compiler built-ins that select it). Every other
 * function is a call of `__raddle_math_NAME`, which nobody defines: a pure function, the same result for the same
 * arguments, no access to memory. The header knows nothing else about it, and so claims nothing else. */
#pragma once

/* The functions that are no instruction: name for float, name for double. */
#define RADDLE_MATH_UNARY(X)                                                                                           \
  X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh)                      \
  X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p) X(logb) X(cbrt) X(rcbrt)                           \
  X(erf) X(erfc) X(erfinv) X(erfcinv) X(erfcx) X(tgamma) X(lgamma) X(sinpi) X(cospi) X(normcdf) X(normcdfinv)          \
  X(j0) X(j1) X(y0) X(y1)
#define RADDLE_MATH_BINARY(X)                                                                                          \
  X(pow) X(atan2) X(fmod) X(remainder) X(hypot) X(rhypot) X(fdim) X(nextafter)

#define RADDLE_DECLARE(name)                                                                                           \
  extern "C" __attribute__((device, const)) float __raddle_math_##name##f(float);                                      \
  extern "C" __attribute__((device, const)) double __raddle_math_##name(double);                                       \
  RADDLE_FN float name##f(float x) { return __raddle_math_##name##f(x); }                                              \
  RADDLE_FN float name(float x) { return __raddle_math_##name##f(x); }                                                 \
  RADDLE_FN double name(double x) { return __raddle_math_##name(x); }
RADDLE_MATH_UNARY(RADDLE_DECLARE)
#undef RADDLE_DECLARE
#define RADDLE_DECLARE(name)                                                                                           \
  extern "C" __attribute__((device, const)) float __raddle_math_##name##f(float, float);                               \
  extern "C" __attribute__((device, const)) double __raddle_math_##name(double, double);                               \
  RADDLE_FN float name##f(float x, float y) { return __raddle_math_##name##f(x, y); }                                  \
  RADDLE_FN float name(float x, float y) { return __raddle_math_##name##f(x, y); }                                     \
  RADDLE_FN double name(double x, double y) { return __raddle_math_##name(x, y); }
RADDLE_MATH_BINARY(RADDLE_DECLARE)
#undef RADDLE_DECLARE

/* The functions that are instructions, or a few. */
#define RADDLE_EXACT1(name)                                                                                            \
  RADDLE_FN float name##f(float x) { return __builtin_##name##f(x); }                                                  \
  RADDLE_FN float name(float x) { return __builtin_##name##f(x); }                                                     \
  RADDLE_FN double name(double x) { return __builtin_##name(x); }
RADDLE_EXACT1(floor)
RADDLE_EXACT1(ceil)
RADDLE_EXACT1(trunc)
RADDLE_EXACT1(rint)
RADDLE_EXACT1(nearbyint)
RADDLE_EXACT1(round)
RADDLE_EXACT1(fabs)
#undef RADDLE_EXACT1
RADDLE_FN float sqrtf(float x) { return __nvvm_sqrt_rn_f(x); }
RADDLE_FN float sqrt(float x) { return __nvvm_sqrt_rn_f(x); }
RADDLE_FN double sqrt(double x) { return __nvvm_sqrt_rn_d(x); }
RADDLE_FN float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
RADDLE_FN float rsqrt(float x) { return __nvvm_rsqrt_approx_f(x); }
RADDLE_FN double rsqrt(double x) { return __nvvm_rsqrt_approx_d(x); }

#define RADDLE_EXACT2(name)                                                                                            \
  RADDLE_FN float name##f(float x, float y) { return __builtin_##name##f(x, y); }                                      \
  RADDLE_FN float name(float x, float y) { return __builtin_##name##f(x, y); }                                         \
  RADDLE_FN double name(double x, double y) { return __builtin_##name(x, y); }
RADDLE_EXACT2(fmin)
RADDLE_EXACT2(fmax)
RADDLE_EXACT2(copysign)
#undef RADDLE_EXACT2
RADDLE_FN float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
RADDLE_FN float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
RADDLE_FN double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
RADDLE_FN float fdividef(float x, float y) { return x / y; }

/* An argument of integer type is converted to double, as in C++. */
template <bool> struct __raddle_enable {};
template <> struct __raddle_enable<true> { typedef double type; };
#define RADDLE_PROMOTE(name)                                                                                           \
  template <class T> RADDLE_FN typename __raddle_enable<__is_integral(T)>::type name(T x) { return ::name((double)x); }
RADDLE_MATH_UNARY(RADDLE_PROMOTE)
RADDLE_PROMOTE(sqrt)
RADDLE_PROMOTE(rsqrt)
RADDLE_PROMOTE(floor)
RADDLE_PROMOTE(ceil)
RADDLE_PROMOTE(trunc)
RADDLE_PROMOTE(round)
RADDLE_PROMOTE(fabs)
#undef RADDLE_PROMOTE
/* Two arguments of different types, or of integer type: double. */
#define RADDLE_PROMOTE(name)                                                                                           \
  template <class T, class U>                                                                                          \
  RADDLE_FN typename __raddle_enable<__is_arithmetic(T) && __is_arithmetic(U) &&                                       \
                                     !(__is_same(T, U) && __is_floating_point(T))>::type name(T x, U y) {              \
    return ::name((double)x, (double)y);                                                                               \
  }
RADDLE_MATH_BINARY(RADDLE_PROMOTE)
RADDLE_PROMOTE(fmin)
RADDLE_PROMOTE(fmax)
#undef RADDLE_PROMOTE
template <class T, class U, class V>
RADDLE_FN typename __raddle_enable<__is_arithmetic(T) && __is_arithmetic(U) && __is_arithmetic(V) &&
                                   !(__is_same(T, U) && __is_same(T, V) && __is_floating_point(T))>::type fma(T x, U y, V z) {
  return ::fma((double)x, (double)y, (double)z);
}

/* With a result or an argument that is no float. */
#define RADDLE_OTHER(type, f)                                                                                          \
  extern "C" __attribute__((device, const)) type __raddle_math_ldexp##f(type, int);                                    \
  extern "C" __attribute__((device, const)) int __raddle_math_ilogb##f(type);                                          \
  extern "C" __attribute__((device, const)) int __raddle_math_frexp_exponent##f(type);                                 \
  extern "C" __attribute__((device, const)) type __raddle_math_frexp_fraction##f(type);                                \
  RADDLE_FN type ldexp##f(type x, int e) { return __raddle_math_ldexp##f(x, e); }                                      \
  RADDLE_FN type scalbn##f(type x, int e) { return __raddle_math_ldexp##f(x, e); }                                     \
  RADDLE_FN int ilogb##f(type x) { return __raddle_math_ilogb##f(x); }                                                 \
  RADDLE_FN type frexp##f(type x, int *exponent) {                                                                     \
    *exponent = __raddle_math_frexp_exponent##f(x);                                                                    \
    return __raddle_math_frexp_fraction##f(x);                                                                         \
  }                                                                                                                    \
  RADDLE_FN type modf##f(type x, type *whole) {                                                                        \
    *whole = __builtin_trunc##f(x);                                                                                    \
    return __builtin_copysign##f(__builtin_isinf(x) ? 0 : x - __builtin_trunc##f(x), x);                                                                       \
  }                                                                                                                    \
  RADDLE_FN void sincos##f(type x, type *sine, type *cosine) {                                                         \
    *sine = __raddle_math_sin##f(x);                                                                                   \
    *cosine = __raddle_math_cos##f(x);                                                                                 \
  }                                                                                                                    \
  RADDLE_FN long lrint##f(type x) { return (long)__builtin_rint##f(x); }                                               \
  RADDLE_FN long lround##f(type x) { return (long)__builtin_round##f(x); }                                             \
  RADDLE_FN long long llrint##f(type x) { return (long long)__builtin_rint##f(x); }                                    \
  RADDLE_FN long long llround##f(type x) { return (long long)__builtin_round##f(x); }
RADDLE_OTHER(float, f)
RADDLE_OTHER(double, )
#undef RADDLE_OTHER

#define RADDLE_CLASSIFY(type)                                                                                          \
  RADDLE_FN bool isnan(type x) { return __builtin_isnan(x); }                                                          \
  RADDLE_FN bool isinf(type x) { return __builtin_isinf(x); }                                                          \
  RADDLE_FN bool isfinite(type x) { return __builtin_isfinite(x); }                                                    \
  RADDLE_FN bool signbit(type x) { return __builtin_signbit(x); }
RADDLE_CLASSIFY(float)
RADDLE_CLASSIFY(double)
#undef RADDLE_CLASSIFY

/* Integers: minimum, maximum, absolute value; mixed signs convert to unsigned, as C does. */
#define RADDLE_MINMAX(type, a, b)                                                                                      \
  RADDLE_HD type min(a x, b y) { return __builtin_elementwise_min((type)x, (type)y); }                                 \
  RADDLE_HD type max(a x, b y) { return __builtin_elementwise_max((type)x, (type)y); }
RADDLE_MINMAX(int, int, int)
RADDLE_MINMAX(unsigned int, unsigned int, unsigned int)
RADDLE_MINMAX(unsigned int, int, unsigned int)
RADDLE_MINMAX(unsigned int, unsigned int, int)
RADDLE_MINMAX(long, long, long)
RADDLE_MINMAX(unsigned long, unsigned long, unsigned long)
RADDLE_MINMAX(unsigned long, long, unsigned long)
RADDLE_MINMAX(unsigned long, unsigned long, long)
RADDLE_MINMAX(long long, long long, long long)
RADDLE_MINMAX(unsigned long long, unsigned long long, unsigned long long)
RADDLE_MINMAX(unsigned long long, long long, unsigned long long)
RADDLE_MINMAX(unsigned long long, unsigned long long, long long)
RADDLE_MINMAX(float, float, float)
RADDLE_MINMAX(double, double, double)
RADDLE_MINMAX(double, float, double)
RADDLE_MINMAX(double, double, float)
#undef RADDLE_MINMAX
RADDLE_FN int abs(int x) { return __builtin_elementwise_abs(x); }
RADDLE_FN long abs(long x) { return __builtin_elementwise_abs(x); }
RADDLE_FN long long abs(long long x) { return __builtin_elementwise_abs(x); }
RADDLE_FN float abs(float x) { return __builtin_fabsf(x); }
RADDLE_FN double abs(double x) { return __builtin_fabs(x); }
RADDLE_FN long labs(long x) { return __builtin_elementwise_abs(x); }
RADDLE_FN long long llabs(long long x) { return __builtin_elementwise_abs(x); }
RADDLE_FN unsigned int umin(unsigned int x, unsigned int y) { return __builtin_elementwise_min(x, y); }
RADDLE_FN unsigned int umax(unsigned int x, unsigned int y) { return __builtin_elementwise_max(x, y); }

/* The fast intrinsics are approximate instructions, or built from them as NVIDIA documents. */
RADDLE_OP1(float, __raddle_ex2, "ex2.approx.f32", float, "f", "f")
RADDLE_OP1(float, __raddle_lg2, "lg2.approx.f32", float, "f", "f")
RADDLE_OP1(float, __sinf, "sin.approx.f32", float, "f", "f")
RADDLE_OP1(float, __cosf, "cos.approx.f32", float, "f", "f")
RADDLE_OP1(float, __tanhf, "tanh.approx.f32", float, "f", "f")
RADDLE_OP2(float, __fdividef, "div.approx.f32", float, "f")
RADDLE_OP1(float, __saturatef, "cvt.sat.f32.f32", float, "f", "f")
/* Correctly rounded, for which there is no instruction. */
extern "C" __attribute__((device, const)) float __raddle_math_rsqrt_rnf(float);
RADDLE_FN float __frsqrt_rn(float x) { return __raddle_math_rsqrt_rnf(x); }
RADDLE_FN float __expf(float x) { return __raddle_ex2(x * 1.4426950408889634f); }
RADDLE_FN float __exp10f(float x) { return __raddle_ex2(x * 3.3219280948873623f); }
RADDLE_FN float __log2f(float x) { return __raddle_lg2(x); }
RADDLE_FN float __logf(float x) { return __raddle_lg2(x) * 0.69314718055994531f; }
RADDLE_FN float __log10f(float x) { return __raddle_lg2(x) * 0.30102999566398120f; }
RADDLE_FN float __powf(float x, float y) { return __raddle_ex2(y * __raddle_lg2(x)); }
RADDLE_FN float __tanf(float x) { return __fdividef(__sinf(x), __cosf(x)); }
RADDLE_FN void __sincosf(float x, float *sine, float *cosine) { *sine = __sinf(x); *cosine = __cosf(x); }

/* Arithmetic with a rounding mode: CUDA writes rd and ru where PTX has rm and rp. */
#define RADDLE_ROUNDED(name, mode)                                                                                           \
  RADDLE_OP2(float, __fadd_##name, "add." #mode ".f32", float, "f")                                                    \
  RADDLE_OP2(float, __fsub_##name, "sub." #mode ".f32", float, "f")                                                    \
  RADDLE_OP2(float, __fmul_##name, "mul." #mode ".f32", float, "f")                                                    \
  RADDLE_OP2(float, __fdiv_##name, "div." #mode ".f32", float, "f")                                                    \
  RADDLE_OP1(float, __frcp_##name, "rcp." #mode ".f32", float, "f", "f")                                               \
  RADDLE_OP1(float, __fsqrt_##name, "sqrt." #mode ".f32", float, "f", "f")                                             \
  RADDLE_OP2(double, __dadd_##name, "add." #mode ".f64", double, "d")                                                  \
  RADDLE_OP2(double, __dsub_##name, "sub." #mode ".f64", double, "d")                                                  \
  RADDLE_OP2(double, __dmul_##name, "mul." #mode ".f64", double, "d")                                                  \
  RADDLE_OP2(double, __ddiv_##name, "div." #mode ".f64", double, "d")                                                  \
  RADDLE_OP1(double, __drcp_##name, "rcp." #mode ".f64", double, "d", "d")                                             \
  RADDLE_OP1(double, __dsqrt_##name, "sqrt." #mode ".f64", double, "d", "d")                                           \
  RADDLE_FN float __fmaf_##name(float a, float b, float c) {                                                           \
    float r; asm("fma." #mode ".f32 %0, %1, %2, %3;" : "=" RADDLE_REG_F(r) : RADDLE_REG_F(a), RADDLE_REG_F(b), RADDLE_REG_F(c)); return r;\
  }                                                                                                                    \
  RADDLE_FN double __fma_##name(double a, double b, double c) {                                                        \
    double r; asm("fma." #mode ".f64 %0, %1, %2, %3;" : "=" RADDLE_REG_D(r) : RADDLE_REG_D(a), RADDLE_REG_D(b), RADDLE_REG_D(c)); return r;\
  }
RADDLE_ROUNDED(rn, rn)
RADDLE_ROUNDED(rz, rz)
RADDLE_ROUNDED(rd, rm)
RADDLE_ROUNDED(ru, rp)
#undef RADDLE_ROUNDED

/* Conversions, names as CUDA writes them; rn, rz, rm, rp are rni, rzi, rmi, rpi where the result is an integer. */
#define RADDLE_CONVERSIONS(rd, ru)                                                                                     \
  RADDLE_OP1(int, __float2int_##rd, "cvt." ru "i.s32.f32", float, "r", "f")                                            \
  RADDLE_OP1(unsigned int, __float2uint_##rd, "cvt." ru "i.u32.f32", float, "r", "f")                                  \
  RADDLE_OP1(long long, __float2ll_##rd, "cvt." ru "i.s64.f32", float, "l", "f")                                       \
  RADDLE_OP1(unsigned long long, __float2ull_##rd, "cvt." ru "i.u64.f32", float, "l", "f")                             \
  RADDLE_OP1(int, __double2int_##rd, "cvt." ru "i.s32.f64", double, "r", "d")                                          \
  RADDLE_OP1(unsigned int, __double2uint_##rd, "cvt." ru "i.u32.f64", double, "r", "d")                                \
  RADDLE_OP1(long long, __double2ll_##rd, "cvt." ru "i.s64.f64", double, "l", "d")                                     \
  RADDLE_OP1(unsigned long long, __double2ull_##rd, "cvt." ru "i.u64.f64", double, "l", "d")                           \
  RADDLE_OP1(float, __int2float_##rd, "cvt." ru ".f32.s32", int, "f", "r")                                             \
  RADDLE_OP1(float, __uint2float_##rd, "cvt." ru ".f32.u32", unsigned int, "f", "r")                                   \
  RADDLE_OP1(float, __ll2float_##rd, "cvt." ru ".f32.s64", long long, "f", "l")                                        \
  RADDLE_OP1(float, __ull2float_##rd, "cvt." ru ".f32.u64", unsigned long long, "f", "l")                              \
  RADDLE_OP1(double, __ll2double_##rd, "cvt." ru ".f64.s64", long long, "d", "l")                                      \
  RADDLE_OP1(double, __ull2double_##rd, "cvt." ru ".f64.u64", unsigned long long, "d", "l")                            \
  RADDLE_OP1(float, __double2float_##rd, "cvt." ru ".f32.f64", double, "f", "d")
RADDLE_CONVERSIONS(rn, "rn")
RADDLE_CONVERSIONS(rz, "rz")
RADDLE_CONVERSIONS(rd, "rm")
RADDLE_CONVERSIONS(ru, "rp")
#undef RADDLE_CONVERSIONS
RADDLE_FN double __int2double_rn(int x) { return x; }
RADDLE_FN double __uint2double_rn(unsigned int x) { return x; }
RADDLE_FN int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
RADDLE_FN unsigned int __float_as_uint(float x) { return __builtin_bit_cast(unsigned int, x); }
RADDLE_FN float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
RADDLE_FN float __uint_as_float(unsigned int x) { return __builtin_bit_cast(float, x); }
RADDLE_FN long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
RADDLE_FN double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
RADDLE_FN int __double2loint(double x) { return __builtin_bit_cast(int2, x).x; }
RADDLE_FN int __double2hiint(double x) { return __builtin_bit_cast(int2, x).y; }
RADDLE_FN double __hiloint2double(int high, int low) { int2 h; h.x = low; h.y = high; return __builtin_bit_cast(double, h); }

/* Device code calls them as std:: too; next to these, the host's own overloads stay host functions. */
namespace std {
#define RADDLE_STD(name) using ::name;
RADDLE_STD(sin) RADDLE_STD(cos) RADDLE_STD(tan) RADDLE_STD(asin) RADDLE_STD(acos) RADDLE_STD(atan) RADDLE_STD(sinh)
RADDLE_STD(cosh) RADDLE_STD(tanh) RADDLE_STD(asinh) RADDLE_STD(acosh) RADDLE_STD(atanh) RADDLE_STD(exp) RADDLE_STD(exp2)
RADDLE_STD(expm1) RADDLE_STD(log) RADDLE_STD(log2) RADDLE_STD(log10) RADDLE_STD(log1p) RADDLE_STD(cbrt) RADDLE_STD(erf)
RADDLE_STD(erfc) RADDLE_STD(tgamma) RADDLE_STD(lgamma) RADDLE_STD(pow) RADDLE_STD(atan2) RADDLE_STD(fmod)
RADDLE_STD(remainder) RADDLE_STD(hypot) RADDLE_STD(fdim)
using ::abs;
using ::ceil;
using ::copysign;
using ::fabs;
using ::floor;
using ::fma;
using ::fmax;
using ::fmin;
using ::nearbyint;
using ::rint;
using ::round;
using ::sqrt;
using ::trunc;
using ::isnan;
using ::isinf;
using ::isfinite;
using ::signbit;
#undef RADDLE_STD
} // namespace std

#undef RADDLE_MATH_UNARY
#undef RADDLE_MATH_BINARY
