/* Built-ins that few kernels use. A source that uses one of them is compiled a second time, with this header: parsing it
 * for every source would take longer than most verdicts. */
#ifndef RADDLE_PIPES
#include "images.h"
#endif
#include "copies.h"
#if __OPENCL_C_VERSION__ >= 200
#include "collective.h"
#include "atomics_2.h"
#endif
#include "sub_groups.h"

/* Math functions of which nothing is known, and comparisons. */
RADDLE_OPAQUE1(acospi) RADDLE_OPAQUE1(asinpi) RADDLE_OPAQUE1(atanpi) RADDLE_OPAQUE2(atan2pi)
RADDLE_LANES1(float, nan, uint) RADDLE_LANES1(double, nan, ulong)
#define RADDLE_ISNORMAL(t, i, n) RADDLE_FN i##n isnormal(t##n x) { return isfinite(x) & (fabs(x) >= (t##n)RADDLE_SMALLEST_##t); }
#define RADDLE_SMALLEST_float 0x1p-126f
#define RADDLE_SMALLEST_double 0x1p-1022
#define RADDLE_ISNORMALS(t, i)                                                                                         \
  RADDLE_ISNORMAL(t, i, 2) RADDLE_ISNORMAL(t, i, 3) RADDLE_ISNORMAL(t, i, 4) RADDLE_ISNORMAL(t, i, 8) RADDLE_ISNORMAL(t, i, 16)
RADDLE_ISNORMALS(float, int)
RADDLE_ISNORMALS(double, long)
#define RADDLE_RELATION(name, t, i, expression)                                                                        \
  RADDLE_FN int name(t x, t y) { return expression; }                                                                  \
  RADDLE_FN i##2 name(t##2 x, t##2 y) { return expression; }                                                           \
  RADDLE_FN i##3 name(t##3 x, t##3 y) { return expression; }                                                           \
  RADDLE_FN i##4 name(t##4 x, t##4 y) { return expression; }                                                           \
  RADDLE_FN i##8 name(t##8 x, t##8 y) { return expression; }                                                           \
  RADDLE_FN i##16 name(t##16 x, t##16 y) { return expression; }
#define RADDLE_RELATIONS(t, i)                                                                                         \
  RADDLE_RELATION(islessgreater, t, i, (x < y) | (x > y))                                                              \
  RADDLE_RELATION(isordered, t, i, (x == x) & (y == y))                                                                \
  RADDLE_RELATION(isunordered, t, i, (x != x) | (y != y))
RADDLE_RELATIONS(float, int)
RADDLE_RELATIONS(double, long)
#undef RADDLE_RELATION
#undef RADDLE_RELATIONS

/* Bits of b where c has ones, else of a. */
#define RADDLE_BITSELECT(t) RADDLE_FN t bitselect(t a, t b, t c) { return (t)((a & ~c) | (b & c)); }
RADDLE_INTEGERS(RADDLE_BITSELECT)
#undef RADDLE_BITSELECT
#define RADDLE_BITSELECT(t, u)                                                                                         \
  RADDLE_FN t bitselect(t a, t b, t c) { return as_##t((as_##u(a) & ~as_##u(c)) | (as_##u(b) & as_##u(c))); }
#define RADDLE_BITSELECTS(t, u)                                                                                        \
  RADDLE_BITSELECT(t, u) RADDLE_BITSELECT(t##2, u##2) RADDLE_BITSELECT(t##3, u##3) RADDLE_BITSELECT(t##4, u##4)        \
  RADDLE_BITSELECT(t##8, u##8) RADDLE_BITSELECT(t##16, u##16)
RADDLE_BITSELECTS(float, uint)
RADDLE_BITSELECTS(double, ulong)
#undef RADDLE_BITSELECT
#undef RADDLE_BITSELECTS

/* a * b + c, saturated. */
#define RADDLE_MAD_SAT(t, wide)                                                                                        \
  RADDLE_FN t mad_sat(t a, t b, t c) { return convert_##t##_sat((wide)a * (wide)b + (wide)c); }                        \
  RADDLE_LANES3(t, mad_sat, t)
RADDLE_MAD_SAT(char, int) RADDLE_MAD_SAT(uchar, int) RADDLE_MAD_SAT(short, long) RADDLE_MAD_SAT(ushort, long)
RADDLE_MAD_SAT(int, long)
#undef RADDLE_MAD_SAT
RADDLE_FN uint mad_sat(uint a, uint b, uint c) { return convert_uint_sat((ulong)a * b + c); }
RADDLE_FN long mad_sat(long a, long b, long c) {
  const long high = mul_hi(a, b);
  const ulong low = (ulong)a * (ulong)b, sum = low + (ulong)c;
  /* The 128 bits of the sum: its upper half. */
  const long top = high + (c < 0 ? -1 : 0) + (sum < low ? 1 : 0);
  return top == ((long)sum < 0 ? -1 : 0) ? (long)sum : top < 0 ? LONG_MIN : LONG_MAX;
}
RADDLE_FN ulong mad_sat(ulong a, ulong b, ulong c) {
  const ulong low = a * b, sum = low + c;
  return mul_hi(a, b) != 0 || sum < low ? ULONG_MAX : sum;
}
RADDLE_LANES3(uint, mad_sat, uint) RADDLE_LANES3(long, mad_sat, long) RADDLE_LANES3(ulong, mad_sat, ulong)

/* Results through a pointer. */
#define RADDLE_POINTER_SCALAR(space, t, f)                                                                             \
  RADDLE_FN t lgamma_r(t x, space int *sign) { *sign = __raddle_math_lgamma_sign##f(x); return lgamma(x); }            \
  RADDLE_FN t remquo(t x, t y, space int *quotient) {                                                                  \
    *quotient = __raddle_math_remquo_quotient##f(x, y);                                                                \
    return remainder(x, y);                                                                                            \
  }
#define RADDLE_POINTER_LANES(space, t, n, ...)                                                                         \
  RADDLE_FN t##n lgamma_r(t##n x, space int##n *sign) {                                                                \
    t##n r; int one; int##n all;                                                                                       \
    RADDLE_EACH_##n(RADDLE_LGAMMA) *sign = all; return r;                                                              \
  }                                                                                                                    \
  RADDLE_FN t##n remquo(t##n x, t##n y, space int##n *quotient) {                                                      \
    t##n r; int one; int##n all;                                                                                       \
    RADDLE_EACH_##n(RADDLE_REMQUO) *quotient = all; return r;                                                          \
  }                                                                                                                    \
  RADDLE_FN t##n frexp(t##n x, space int##n *exponent) {                                                               \
    t##n r; int one; int##n all;                                                                                       \
    RADDLE_EACH_##n(RADDLE_FREXP) *exponent = all; return r;                                                           \
  }
#define RADDLE_EACH_2(X) X(s0) X(s1)
#define RADDLE_EACH_3(X) RADDLE_EACH_2(X) X(s2)
#define RADDLE_EACH_4(X) RADDLE_EACH_3(X) X(s3)
#define RADDLE_EACH_8(X) RADDLE_EACH_4(X) X(s4) X(s5) X(s6) X(s7)
#define RADDLE_EACH_16(X) RADDLE_EACH_8(X) X(s8) X(s9) X(sa) X(sb) X(sc) X(sd) X(se) X(sf)
#define RADDLE_LGAMMA(s) r.s = lgamma_r(x.s, (__private int *)&one); all.s = one;
#define RADDLE_REMQUO(s) r.s = remquo(x.s, y.s, (__private int *)&one); all.s = one;
#define RADDLE_FREXP(s) r.s = frexp(x.s, (__private int *)&one); all.s = one;
int __raddle_math_lgamma_signf(float) __attribute__((const));
int __raddle_math_lgamma_sign(double) __attribute__((const));
int __raddle_math_remquo_quotientf(float, float) __attribute__((const));
int __raddle_math_remquo_quotient(double, double) __attribute__((const));
#define RADDLE_IN_SPACE(space)                                                                                         \
  RADDLE_POINTER_SCALAR(space, float, f) RADDLE_POINTER_SCALAR(space, double, )                                        \
  RADDLE_POINTER_TYPE(space, float) RADDLE_POINTER_TYPE(space, double)
#define RADDLE_POINTER_TYPE(space, t)                                                                                  \
  RADDLE_POINTER_LANES(space, t, 2) RADDLE_POINTER_LANES(space, t, 3) RADDLE_POINTER_LANES(space, t, 4)                \
  RADDLE_POINTER_LANES(space, t, 8) RADDLE_POINTER_LANES(space, t, 16)
RADDLE_IN_SPACE(__private)
RADDLE_IN_SPACE(__global)
RADDLE_IN_SPACE(__local)
#ifdef RADDLE_GENERIC
RADDLE_IN_SPACE(__generic)
#endif
#undef RADDLE_IN_SPACE

/* Elements of one vector, or of two, in any order. */
#define RADDLE_SHUFFLE(t, u, m, n)                                                                                     \
  RADDLE_FN t##n shuffle(t##m x, u##n mask) {                                                                          \
    t##n r;                                                                                                            \
    RADDLE_EACH_##n(RADDLE_PICK_##m) return r;                                                                         \
  }                                                                                                                    \
  RADDLE_FN t##n shuffle2(t##m x, t##m y, u##n mask) {                                                                 \
    t##n r;                                                                                                            \
    RADDLE_EACH_##n(RADDLE_PICK2_##m) return r;                                                                        \
  }
#define RADDLE_PICK_2(s) r.s = x[mask.s & 1];
#define RADDLE_PICK_4(s) r.s = x[mask.s & 3];
#define RADDLE_PICK_8(s) r.s = x[mask.s & 7];
#define RADDLE_PICK_16(s) r.s = x[mask.s & 15];
#define RADDLE_PICK2_2(s) r.s = mask.s & 2 ? y[mask.s & 1] : x[mask.s & 1];
#define RADDLE_PICK2_4(s) r.s = mask.s & 4 ? y[mask.s & 3] : x[mask.s & 3];
#define RADDLE_PICK2_8(s) r.s = mask.s & 8 ? y[mask.s & 7] : x[mask.s & 7];
#define RADDLE_PICK2_16(s) r.s = mask.s & 16 ? y[mask.s & 15] : x[mask.s & 15];
#define RADDLE_SHUFFLES(t, u)                                                                                          \
  RADDLE_SHUFFLE_FROM(t, u, 2) RADDLE_SHUFFLE_FROM(t, u, 4) RADDLE_SHUFFLE_FROM(t, u, 8) RADDLE_SHUFFLE_FROM(t, u, 16)
#define RADDLE_SHUFFLE_FROM(t, u, m)                                                                                   \
  RADDLE_SHUFFLE(t, u, m, 2) RADDLE_SHUFFLE(t, u, m, 4) RADDLE_SHUFFLE(t, u, m, 8) RADDLE_SHUFFLE(t, u, m, 16)
RADDLE_SHUFFLES(char, uchar) RADDLE_SHUFFLES(uchar, uchar) RADDLE_SHUFFLES(short, ushort) RADDLE_SHUFFLES(ushort, ushort)
RADDLE_SHUFFLES(int, uint) RADDLE_SHUFFLES(uint, uint) RADDLE_SHUFFLES(long, ulong) RADDLE_SHUFFLES(ulong, ulong)
RADDLE_SHUFFLES(float, uint) RADDLE_SHUFFLES(double, ulong)

/* Halves in memory: loads and stores of two bytes. */
RADDLE_FN float __raddle_from_half(ushort h) { float r; __asm__("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(h)); return r; }
#define RADDLE_TO_HALF(mode, ptx)                                                                                      \
  RADDLE_FN ushort __raddle_half##mode(float x) { ushort r; __asm__("cvt." ptx ".f16.f32 %0, %1;" : "=h"(r) : "f"(x)); return r; } \
  RADDLE_FN ushort __raddle_half##mode(double x) { ushort r; __asm__("cvt." ptx ".f16.f64 %0, %1;" : "=h"(r) : "d"(x)); return r; }
RADDLE_TO_HALF(, "rn") RADDLE_TO_HALF(_rte, "rn") RADDLE_TO_HALF(_rtz, "rz") RADDLE_TO_HALF(_rtn, "rm") RADDLE_TO_HALF(_rtp, "rp")
#undef RADDLE_TO_HALF
#define RADDLE_LOAD_HALF(space)                                                                                        \
  RADDLE_FN float vload_half(size_t i, const space half *p) { return __raddle_from_half(((const space ushort *)p)[i]); } \
  RADDLE_LOAD_HALVES(space, 2, 2) RADDLE_LOAD_HALVES(space, 3, 4) RADDLE_LOAD_HALVES(space, 4, 4)                      \
  RADDLE_LOAD_HALVES(space, 8, 8) RADDLE_LOAD_HALVES(space, 16, 16)
#define RADDLE_LOAD_HALVES(space, n, aligned)                                                                          \
  RADDLE_FN float##n vload_half##n(size_t i, const space half *p) {                                                    \
    const ushort##n h = vload##n(i, (const space ushort *)p);                                                          \
    float##n r; RADDLE_EACH_##n(RADDLE_FROM_HALF) return r;                                                            \
  }                                                                                                                    \
  RADDLE_FN float##n vloada_half##n(size_t i, const space half *p) {                                                   \
    const ushort##n h = vload##n(0, (const space ushort *)p + i * aligned);                                            \
    float##n r; RADDLE_EACH_##n(RADDLE_FROM_HALF) return r;                                                            \
  }
#define RADDLE_FROM_HALF(s) r.s = __raddle_from_half(h.s);
RADDLE_LOAD_HALF(__global) RADDLE_LOAD_HALF(__local) RADDLE_LOAD_HALF(__constant) RADDLE_LOAD_HALF(__private)
#ifdef RADDLE_GENERIC
RADDLE_LOAD_HALF(__generic)
#endif
#define RADDLE_STORE_HALF(space, t, mode)                                                                              \
  RADDLE_FN void vstore_half##mode(t v, size_t i, space half *p) { ((space ushort *)p)[i] = __raddle_half##mode(v); }  \
  RADDLE_STORE_HALVES(space, t, mode, 2, 2) RADDLE_STORE_HALVES(space, t, mode, 3, 4)                                  \
  RADDLE_STORE_HALVES(space, t, mode, 4, 4) RADDLE_STORE_HALVES(space, t, mode, 8, 8)                                  \
  RADDLE_STORE_HALVES(space, t, mode, 16, 16)
#define RADDLE_STORE_HALVES(space, t, mode, n, aligned)                                                                \
  RADDLE_FN void vstore_half##n##mode(t##n v, size_t i, space half *p) {                                               \
    ushort##n h; RADDLE_EACH_##n(RADDLE_HALF##mode) vstore##n(h, i, (space ushort *)p);                                \
  }                                                                                                                    \
  RADDLE_FN void vstorea_half##n##mode(t##n v, size_t i, space half *p) {                                              \
    ushort##n h; RADDLE_EACH_##n(RADDLE_HALF##mode) vstore##n(h, 0, (space ushort *)p + i * aligned);                  \
  }
#define RADDLE_HALF(s) h.s = __raddle_half(v.s);
#define RADDLE_HALF_rte(s) h.s = __raddle_half_rte(v.s);
#define RADDLE_HALF_rtz(s) h.s = __raddle_half_rtz(v.s);
#define RADDLE_HALF_rtn(s) h.s = __raddle_half_rtn(v.s);
#define RADDLE_HALF_rtp(s) h.s = __raddle_half_rtp(v.s);
#define RADDLE_STORES(space, t)                                                                                        \
  RADDLE_STORE_HALF(space, t, ) RADDLE_STORE_HALF(space, t, _rte) RADDLE_STORE_HALF(space, t, _rtz)                    \
  RADDLE_STORE_HALF(space, t, _rtn) RADDLE_STORE_HALF(space, t, _rtp)
RADDLE_STORES(__global, float) RADDLE_STORES(__local, float) RADDLE_STORES(__private, float)
RADDLE_STORES(__global, double) RADDLE_STORES(__local, double) RADDLE_STORES(__private, double)
#ifdef RADDLE_GENERIC
RADDLE_STORES(__generic, float) RADDLE_STORES(__generic, double)
#endif
#ifdef cl_khr_fp16
#include "half.h"
#endif
