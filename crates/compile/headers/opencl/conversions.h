/* convert_T, with saturation and rounding (OpenCL C specification, "Conversions"). as_T is built into clang's own
 * header.
 *
 * There are thousands of them, so each name is a macro, in a header that raddle writes (`conversion_names.h`): of the
 * scalar functions here, lane by lane. */

/* Lane by lane. */
#define RADDLE_LANES_2(f, r, x) f(r(x.s0)), f(r(x.s1))
#define RADDLE_LANES_3(f, r, x) RADDLE_LANES_2(f, r, x), f(r(x.s2))
#define RADDLE_LANES_4(f, r, x) RADDLE_LANES_3(f, r, x), f(r(x.s3))
#define RADDLE_LANES_8(f, r, x) RADDLE_LANES_4(f, r, x), f(r(x.s4)), f(r(x.s5)), f(r(x.s6)), f(r(x.s7))
#define RADDLE_LANES_16(f, r, x)                                                                                       \
  RADDLE_LANES_8(f, r, x), f(r(x.s8)), f(r(x.s9)), f(r(x.sa)), f(r(x.sb)), f(r(x.sc)), f(r(x.sd)), f(r(x.se)), f(r(x.sf))
#define RADDLE_CONVERT(t, n, f, r, ...)                                                                                \
  __extension__({                                                                                                      \
    const __typeof__(+(__VA_ARGS__)) __raddle_lanes = (__VA_ARGS__);                                                      \
    (t##n)(RADDLE_LANES_##n(f, r, __raddle_lanes));                                                                    \
  })

/* A number as it is rounded to an integer. */
#define RADDLE_ROUND(t)                                                                                                \
  RADDLE_FN t __raddle_rte(t x) { return __builtin_elementwise_roundeven(x); }                                         \
  RADDLE_FN t __raddle_rtz(t x) { return __builtin_elementwise_trunc(x); }                                             \
  RADDLE_FN t __raddle_rtn(t x) { return __builtin_elementwise_floor(x); }                                             \
  RADDLE_FN t __raddle_rtp(t x) { return __builtin_elementwise_ceil(x); }
RADDLE_ROUND(float)
RADDLE_ROUND(double)
#undef RADDLE_ROUND
#define RADDLE_ROUND(t)                                                                                                \
  RADDLE_FN t __raddle_rte(t x) { return x; }                                                                          \
  RADDLE_FN t __raddle_rtz(t x) { return x; }                                                                          \
  RADDLE_FN t __raddle_rtn(t x) { return x; }                                                                          \
  RADDLE_FN t __raddle_rtp(t x) { return x; }
RADDLE_ROUND(char) RADDLE_ROUND(uchar) RADDLE_ROUND(short) RADDLE_ROUND(ushort)
RADDLE_ROUND(int) RADDLE_ROUND(uint) RADDLE_ROUND(long) RADDLE_ROUND(ulong)
#undef RADDLE_ROUND

/* A number as a float or double, rounded as asked where that makes a difference. */
#define RADDLE_EXACT(to, name, from) RADDLE_FN to name(from x) { return (to)x; }
#define RADDLE_ROUNDED(to, name, from, ptx, out, in)                                                                   \
  RADDLE_FN to name(from x) { to r; __asm__(ptx " %0, %1;" : "=" out(r) : in(x)); return r; }
#define RADDLE_TO_FLOATS(mode, ptx)                                                                                    \
  RADDLE_EXACT(float, __raddle_float_##mode, char) RADDLE_EXACT(float, __raddle_float_##mode, uchar)                   \
  RADDLE_EXACT(float, __raddle_float_##mode, short) RADDLE_EXACT(float, __raddle_float_##mode, ushort)                 \
  RADDLE_EXACT(float, __raddle_float_##mode, float)                                                                    \
  RADDLE_ROUNDED(float, __raddle_float_##mode, int, "cvt." ptx ".f32.s32", "f", "r")                                   \
  RADDLE_ROUNDED(float, __raddle_float_##mode, uint, "cvt." ptx ".f32.u32", "f", "r")                                  \
  RADDLE_ROUNDED(float, __raddle_float_##mode, long, "cvt." ptx ".f32.s64", "f", "l")                                  \
  RADDLE_ROUNDED(float, __raddle_float_##mode, ulong, "cvt." ptx ".f32.u64", "f", "l")                                 \
  RADDLE_ROUNDED(float, __raddle_float_##mode, double, "cvt." ptx ".f32.f64", "f", "d")                                \
  RADDLE_EXACT(double, __raddle_double_##mode, char) RADDLE_EXACT(double, __raddle_double_##mode, uchar)               \
  RADDLE_EXACT(double, __raddle_double_##mode, short) RADDLE_EXACT(double, __raddle_double_##mode, ushort)             \
  RADDLE_EXACT(double, __raddle_double_##mode, int) RADDLE_EXACT(double, __raddle_double_##mode, uint)                 \
  RADDLE_EXACT(double, __raddle_double_##mode, float) RADDLE_EXACT(double, __raddle_double_##mode, double)             \
  RADDLE_ROUNDED(double, __raddle_double_##mode, long, "cvt." ptx ".f64.s64", "d", "l")                                \
  RADDLE_ROUNDED(double, __raddle_double_##mode, ulong, "cvt." ptx ".f64.u64", "d", "l")
RADDLE_TO_FLOATS(rte, "rn")
RADDLE_TO_FLOATS(rtz, "rz")
RADDLE_TO_FLOATS(rtn, "rm")
RADDLE_TO_FLOATS(rtp, "rp")
#undef RADDLE_TO_FLOATS
#undef RADDLE_ROUNDED
#undef RADDLE_EXACT

/* Saturation. A float beyond the range gives the nearest bound, and NaN gives zero. */
#define RADDLE_SAT_FLOAT(to, from, low, high)                                                                          \
  RADDLE_FN to convert_##to##_sat(from x) {                                                                            \
    return x != x ? (to)0 : x <= (from)(low) ? (to)(low) : x >= (from)(high) ? (to)(high) : (to)x;                     \
  }
#define RADDLE_SAT_SIGNED(to, from, low, high)                                                                         \
  RADDLE_FN to convert_##to##_sat(from x) {                                                                            \
    return (long)x < (long)(low) ? (to)(low) : (long)x > 0 && (ulong)x > (ulong)(high) ? (to)(high) : (to)x;           \
  }
#define RADDLE_SAT_UNSIGNED(to, from, low, high)                                                                       \
  RADDLE_FN to convert_##to##_sat(from x) { return (ulong)x > (ulong)(high) ? (to)(high) : (to)x; }
#define RADDLE_SAT(to, low, high)                                                                                      \
  RADDLE_SAT_SIGNED(to, char, low, high) RADDLE_SAT_UNSIGNED(to, uchar, low, high)                                     \
  RADDLE_SAT_SIGNED(to, short, low, high) RADDLE_SAT_UNSIGNED(to, ushort, low, high)                                   \
  RADDLE_SAT_SIGNED(to, int, low, high) RADDLE_SAT_UNSIGNED(to, uint, low, high)                                       \
  RADDLE_SAT_SIGNED(to, long, low, high) RADDLE_SAT_UNSIGNED(to, ulong, low, high)                                     \
  RADDLE_SAT_FLOAT(to, float, low, high) RADDLE_SAT_FLOAT(to, double, low, high)
RADDLE_SAT(char, -128, 127)
RADDLE_SAT(uchar, 0, 255)
RADDLE_SAT(short, -32768, 32767)
RADDLE_SAT(ushort, 0, 65535)
RADDLE_SAT(int, INT_MIN, INT_MAX)
RADDLE_SAT(uint, 0, UINT_MAX)
RADDLE_SAT(long, LONG_MIN, LONG_MAX)
RADDLE_SAT(ulong, 0, ULONG_MAX)
#undef RADDLE_SAT
#undef RADDLE_SAT_FLOAT
#undef RADDLE_SAT_SIGNED
#undef RADDLE_SAT_UNSIGNED
#include "conversion_names.h"
