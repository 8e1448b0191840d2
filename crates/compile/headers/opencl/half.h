/* Halves as numbers (cl_khr_fp16): the functions of math.h, vectors.h and more.h for half and its vectors. What is not one PTX instruction is a pure
 * function of its own; what an instruction would make of it is not said. */
#define RADDLE_HALF1(name)                                                                                             \
  half __raddle_math_##name##_half(half) __attribute__((const));                                                       \
  RADDLE_FN half name(half x) { return __raddle_math_##name##_half(x); }                                               \
  RADDLE_LANES1(half, name, half)
#define RADDLE_HALF2(name)                                                                                             \
  half __raddle_math_##name##_half(half, half) __attribute__((const));                                                 \
  RADDLE_FN half name(half x, half y) { return __raddle_math_##name##_half(x, y); }                                    \
  RADDLE_LANES2(half, name, half)
RADDLE_HALF1(sin) RADDLE_HALF1(cos) RADDLE_HALF1(tan) RADDLE_HALF1(asin) RADDLE_HALF1(acos) RADDLE_HALF1(atan)
RADDLE_HALF1(sinh) RADDLE_HALF1(cosh) RADDLE_HALF1(tanh) RADDLE_HALF1(asinh) RADDLE_HALF1(acosh) RADDLE_HALF1(atanh)
RADDLE_HALF1(sinpi) RADDLE_HALF1(cospi) RADDLE_HALF1(tanpi) RADDLE_HALF1(asinpi) RADDLE_HALF1(acospi) RADDLE_HALF1(atanpi)
RADDLE_HALF1(exp) RADDLE_HALF1(exp2) RADDLE_HALF1(exp10) RADDLE_HALF1(expm1) RADDLE_HALF1(log) RADDLE_HALF1(log2)
RADDLE_HALF1(log10) RADDLE_HALF1(log1p) RADDLE_HALF1(logb) RADDLE_HALF1(cbrt) RADDLE_HALF1(erf) RADDLE_HALF1(erfc)
RADDLE_HALF1(tgamma) RADDLE_HALF1(lgamma) RADDLE_HALF1(sqrt) RADDLE_HALF1(rsqrt) RADDLE_HALF1(round)
RADDLE_HALF2(pow) RADDLE_HALF2(powr) RADDLE_HALF2(atan2) RADDLE_HALF2(atan2pi) RADDLE_HALF2(fmod) RADDLE_HALF2(remainder)
RADDLE_HALF2(hypot) RADDLE_HALF2(fdim) RADDLE_HALF2(nextafter) RADDLE_HALF2(maxmag) RADDLE_HALF2(minmag)
#undef RADDLE_HALF1
#undef RADDLE_HALF2

/* By bits: the back end has no such instruction for vectors. */
#define RADDLE_COPYSIGN(n)                                                                                             \
  RADDLE_FN half##n copysign(half##n x, half##n y) {                                                                   \
    return as_half##n((ushort##n)((as_ushort##n(x) & (ushort##n)0x7fff) | (as_ushort##n(y) & (ushort##n)0x8000)));     \
  }
RADDLE_COPYSIGN() RADDLE_COPYSIGN(2) RADDLE_COPYSIGN(3) RADDLE_COPYSIGN(4) RADDLE_COPYSIGN(8) RADDLE_COPYSIGN(16)
#undef RADDLE_COPYSIGN

#define RADDLE_EXACT(t)                                                                                                \
  RADDLE_FN t floor(t x) { return __builtin_elementwise_floor(x); }                                                    \
  RADDLE_FN t ceil(t x) { return __builtin_elementwise_ceil(x); }                                                      \
  RADDLE_FN t trunc(t x) { return __builtin_elementwise_trunc(x); }                                                    \
  RADDLE_FN t rint(t x) { return __builtin_elementwise_roundeven(x); }                                                 \
  RADDLE_FN t fabs(t x) { return __builtin_elementwise_abs(x); }                                                       \
  RADDLE_FN t fmin(t x, t y) { return __builtin_elementwise_min(x, y); }                                               \
  RADDLE_FN t fmax(t x, t y) { return __builtin_elementwise_max(x, y); }                                               \
  RADDLE_FN t min(t x, t y) { return __builtin_elementwise_min(x, y); }                                                \
  RADDLE_FN t max(t x, t y) { return __builtin_elementwise_max(x, y); }                                                \
  RADDLE_FN t clamp(t x, t low, t high) { return min(max(x, low), high); }                                             \
  RADDLE_FN t fma(t x, t y, t z) { return __builtin_elementwise_fma(x, y, z); }                                        \
  RADDLE_FN t mad(t x, t y, t z) { return x * y + z; }                                                                 \
  RADDLE_FN t mix(t x, t y, t a) { return x + (y - x) * a; }                                                           \
  RADDLE_FN t step(t edge, t x) { return x < edge ? (t)0.0h : (t)1.0h; }                                               \
  RADDLE_FN t sign(t x) { return x > (t)0.0h ? (t)1.0h : x < (t)0.0h ? (t)-1.0h : x == (t)0.0h ? x : (t)0.0h; }        \
  RADDLE_FN t smoothstep(t low, t high, t x) {                                                                         \
    t u = clamp((x - low) / (high - low), (t)0.0h, (t)1.0h);                                                           \
    return u * u * ((t)3.0h - (t)2.0h * u);                                                                            \
  }                                                                                                                    \
  RADDLE_FN t degrees(t x) { return x * (t)57.295779513082321h; }                                                      \
  RADDLE_FN t radians(t x) { return x * (t)0.017453292519943296h; }
RADDLE_WIDTHS(RADDLE_EXACT, half)
#undef RADDLE_EXACT
RADDLE_SCALAR_ARGUMENT(half)

half __raddle_math_ldexp_half(half, int) __attribute__((const));
int __raddle_math_ilogb_half(half) __attribute__((const));
half __raddle_math_pown_half(half, int) __attribute__((const));
half __raddle_math_rootn_half(half, int) __attribute__((const));
RADDLE_FN half ldexp(half x, int e) { return __raddle_math_ldexp_half(x, e); }
RADDLE_FN int ilogb(half x) { return __raddle_math_ilogb_half(x); }
RADDLE_FN half pown(half x, int n) { return __raddle_math_pown_half(x, n); }
RADDLE_FN half rootn(half x, int n) { return __raddle_math_rootn_half(x, n); }
RADDLE_FN half nan(ushort code) { return as_half((ushort)(0x7e00 | (code & 0x3ff))); }
RADDLE_LANES1(half, nan, ushort)
RADDLE_LANES1(int, ilogb, half)
#define RADDLE_WITH_INT(f)                                                                                             \
  RADDLE_FN half2 f(half2 x, int2 n) { return (half2)(f(x.x, n.x), f(x.y, n.y)); }                                     \
  RADDLE_FN half3 f(half3 x, int3 n) { return (half3)(f(x.x, n.x), f(x.y, n.y), f(x.z, n.z)); }                        \
  RADDLE_FN half4 f(half4 x, int4 n) { return (half4)(f(x.lo, n.lo), f(x.hi, n.hi)); }                                 \
  RADDLE_FN half8 f(half8 x, int8 n) { return (half8)(f(x.lo, n.lo), f(x.hi, n.hi)); }                                 \
  RADDLE_FN half16 f(half16 x, int16 n) { return (half16)(f(x.lo, n.lo), f(x.hi, n.hi)); }
RADDLE_WITH_INT(ldexp) RADDLE_WITH_INT(pown) RADDLE_WITH_INT(rootn)
#undef RADDLE_WITH_INT
#define RADDLE_WITH_ONE_INT(n) RADDLE_FN half##n ldexp(half##n x, int e) { return ldexp(x, (int##n)e); }
RADDLE_WITH_ONE_INT(2) RADDLE_WITH_ONE_INT(3) RADDLE_WITH_ONE_INT(4) RADDLE_WITH_ONE_INT(8) RADDLE_WITH_ONE_INT(16)
#undef RADDLE_WITH_ONE_INT

/* Relations: 1 where it holds, or -1 in each lane of a vector. */
#define RADDLE_RELATIONS(v, i)                                                                                         \
  RADDLE_FN i isnan(v x) { return x != x; }                                                                            \
  RADDLE_FN i isinf(v x) { return fabs(x) == (v)as_half((ushort)0x7c00); }                                             \
  RADDLE_FN i isfinite(v x) { return fabs(x) < (v)as_half((ushort)0x7c00); }                                           \
  RADDLE_FN i isnormal(v x) { return (fabs(x) < (v)as_half((ushort)0x7c00)) & (fabs(x) >= (v)as_half((ushort)0x0400)); }\
  RADDLE_FN i isequal(v x, v y) { return x == y; }                                                                     \
  RADDLE_FN i isnotequal(v x, v y) { return x != y; }                                                                  \
  RADDLE_FN i isgreater(v x, v y) { return x > y; }                                                                    \
  RADDLE_FN i isgreaterequal(v x, v y) { return x >= y; }                                                              \
  RADDLE_FN i isless(v x, v y) { return x < y; }                                                                       \
  RADDLE_FN i islessequal(v x, v y) { return x <= y; }                                                                 \
  RADDLE_FN i islessgreater(v x, v y) { return (x < y) | (x > y); }                                                    \
  RADDLE_FN i isordered(v x, v y) { return (x == x) & (y == y); }                                                      \
  RADDLE_FN i isunordered(v x, v y) { return (x != x) | (y != y); }
RADDLE_RELATIONS(half, int)
RADDLE_RELATIONS(half2, short2) RADDLE_RELATIONS(half3, short3) RADDLE_RELATIONS(half4, short4)
RADDLE_RELATIONS(half8, short8) RADDLE_RELATIONS(half16, short16)
#undef RADDLE_RELATIONS
RADDLE_FN int signbit(half x) { return as_short(x) < 0; }
#define RADDLE_SIGNBIT(n) RADDLE_FN short##n signbit(half##n x) { return as_short##n(x) < (short##n)0; }
RADDLE_SIGNBIT(2) RADDLE_SIGNBIT(3) RADDLE_SIGNBIT(4) RADDLE_SIGNBIT(8) RADDLE_SIGNBIT(16)
#undef RADDLE_SIGNBIT
#define RADDLE_BITSELECT(t, u)                                                                                         \
  RADDLE_FN t bitselect(t a, t b, t c) { return as_##t((u)((as_##u(a) & ~as_##u(c)) | (as_##u(b) & as_##u(c)))); }
RADDLE_BITSELECT(half, ushort) RADDLE_BITSELECT(half2, ushort2) RADDLE_BITSELECT(half3, ushort3) RADDLE_BITSELECT(half4, ushort4)
RADDLE_BITSELECT(half8, ushort8) RADDLE_BITSELECT(half16, ushort16)
#undef RADDLE_BITSELECT
#define RADDLE_SELECT(t, c, pick_one) RADDLE_FN t select(t a, t b, c pick) { return pick_one ? b : a; }
RADDLE_SELECT(half, short, pick) RADDLE_SELECT(half, ushort, pick)
RADDLE_SELECT(half2, short2, pick < (short2)0) RADDLE_SELECT(half2, ushort2, as_short2(pick) < (short2)0)
RADDLE_SELECT(half3, short3, pick < (short3)0) RADDLE_SELECT(half3, ushort3, as_short3(pick) < (short3)0)
RADDLE_SELECT(half4, short4, pick < (short4)0) RADDLE_SELECT(half4, ushort4, as_short4(pick) < (short4)0)
RADDLE_SELECT(half8, short8, pick < (short8)0) RADDLE_SELECT(half8, ushort8, as_short8(pick) < (short8)0)
RADDLE_SELECT(half16, short16, pick < (short16)0) RADDLE_SELECT(half16, ushort16, as_short16(pick) < (short16)0)
#undef RADDLE_SELECT

/* Geometry. */
RADDLE_FN half dot(half x, half y) { return x * y; }
RADDLE_FN half dot(half2 x, half2 y) { return x.x * y.x + x.y * y.y; }
RADDLE_FN half dot(half3 x, half3 y) { return x.x * y.x + x.y * y.y + x.z * y.z; }
RADDLE_FN half dot(half4 x, half4 y) { return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w; }
RADDLE_FN half3 cross(half3 x, half3 y) {
  return (half3)(x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x);
}
RADDLE_FN half4 cross(half4 x, half4 y) { return (half4)(cross(x.xyz, y.xyz), 0.0h); }
#define RADDLE_GEOMETRIC(v)                                                                                            \
  RADDLE_FN half length(v x) { return sqrt(dot(x, x)); }                                                               \
  RADDLE_FN half distance(v x, v y) { return length(x - y); }                                                          \
  RADDLE_FN v normalize(v x) { return x / length(x); }
RADDLE_GEOMETRIC(half) RADDLE_GEOMETRIC(half2) RADDLE_GEOMETRIC(half3) RADDLE_GEOMETRIC(half4)
#undef RADDLE_GEOMETRIC

/* Results through a pointer. */
half __raddle_math_frexp_fraction_half(half) __attribute__((const));
int __raddle_math_frexp_exponent_half(half) __attribute__((const));
int __raddle_math_lgamma_sign_half(half) __attribute__((const));
int __raddle_math_remquo_quotient_half(half, half) __attribute__((const));
#define RADDLE_POINTERS(space, t)                                                                                      \
  RADDLE_FN t sincos(t x, space t *cosine) { *cosine = cos(x); return sin(x); }                                        \
  RADDLE_FN t fract(t x, space t *whole) { *whole = floor(x); return fmin(x - floor(x), (t)as_half((ushort)0x3bff)); }
#define RADDLE_MODF(space, n)                                                                                          \
  RADDLE_FN half##n modf(half##n x, space half##n *whole) {                                                            \
    *whole = trunc(x);                                                                                                 \
    return copysign(isinf(x) ? (half##n)0.0h : x - trunc(x), x);                                                       \
  }
#define RADDLE_IN_SPACE(space)                                                                                         \
  RADDLE_WIDTHS_IN(RADDLE_POINTERS, space, half)                                                                       \
  RADDLE_MODF(space, ) RADDLE_MODF(space, 2) RADDLE_MODF(space, 3) RADDLE_MODF(space, 4) RADDLE_MODF(space, 8) RADDLE_MODF(space, 16)\
  RADDLE_FN half frexp(half x, space int *exponent) {                                                                  \
    *exponent = __raddle_math_frexp_exponent_half(x);                                                                  \
    return __raddle_math_frexp_fraction_half(x);                                                                       \
  }                                                                                                                    \
  RADDLE_FN half lgamma_r(half x, space int *sign) { *sign = __raddle_math_lgamma_sign_half(x); return lgamma(x); }    \
  RADDLE_FN half remquo(half x, half y, space int *quotient) {                                                         \
    *quotient = __raddle_math_remquo_quotient_half(x, y);                                                              \
    return remainder(x, y);                                                                                            \
  }                                                                                                                    \
  RADDLE_POINTER_TYPE(space, half)                                                                                     \
  RADDLE_VLOAD(space, half) RADDLE_VSTORE(space, half)
#define RADDLE_WIDTHS_IN(X, space, t) X(space, t) X(space, t##2) X(space, t##3) X(space, t##4) X(space, t##8) X(space, t##16)
RADDLE_IN_SPACE(__private)
RADDLE_IN_SPACE(__global)
RADDLE_IN_SPACE(__local)
#ifdef RADDLE_GENERIC
RADDLE_IN_SPACE(__generic)
#endif
RADDLE_VLOAD(__constant, half)
#undef RADDLE_IN_SPACE
#undef RADDLE_WIDTHS_IN
#undef RADDLE_MODF
#undef RADDLE_POINTERS
RADDLE_SHUFFLES(half, ushort)

/* Conversions. One to a half rounds as it says; one from a half goes by way of a float, which is exact. */
#define RADDLE_TO_HALF(mode, bits)                                                                                     \
  RADDLE_FN half convert_half##mode(half x) { return x; }                                                              \
  RADDLE_FN half convert_half##mode(float x) { return as_half(__raddle_half##bits(x)); }                               \
  RADDLE_FN half convert_half##mode(double x) { return as_half(__raddle_half##bits(x)); }                              \
  RADDLE_FN half convert_half##mode(char x) { return (half)x; }                                                        \
  RADDLE_FN half convert_half##mode(uchar x) { return (half)x; }                                                       \
  RADDLE_FROM_INTEGER(mode, bits, short, "s16", "h") RADDLE_FROM_INTEGER(mode, bits, ushort, "u16", "h")               \
  RADDLE_FROM_INTEGER(mode, bits, int, "s32", "r") RADDLE_FROM_INTEGER(mode, bits, uint, "u32", "r")                   \
  RADDLE_FROM_INTEGER(mode, bits, long, "s64", "l") RADDLE_FROM_INTEGER(mode, bits, ulong, "u64", "l")                 \
  RADDLE_TO_HALVES(mode, half) RADDLE_TO_HALVES(mode, float) RADDLE_TO_HALVES(mode, double) RADDLE_TO_HALVES(mode, char)\
  RADDLE_TO_HALVES(mode, uchar) RADDLE_TO_HALVES(mode, short) RADDLE_TO_HALVES(mode, ushort) RADDLE_TO_HALVES(mode, int)\
  RADDLE_TO_HALVES(mode, uint) RADDLE_TO_HALVES(mode, long) RADDLE_TO_HALVES(mode, ulong)
#define RADDLE_FROM_INTEGER(mode, bits, t, ptx, reg)                                                                   \
  RADDLE_FN half convert_half##mode(t x) {                                                                             \
    ushort r;                                                                                                          \
    __asm__("cvt" RADDLE_MODE##bits ".f16." ptx " %0, %1;" : "=h"(r) : reg(x));                                        \
    return as_half(r);                                                                                                 \
  }
#define RADDLE_MODE_rte ".rn"
#define RADDLE_MODE_rtz ".rz"
#define RADDLE_MODE_rtp ".rp"
#define RADDLE_MODE_rtn ".rm"
#define RADDLE_TO_HALVES(mode, t)                                                                                      \
  RADDLE_FN half2 convert_half2##mode(t##2 x) { return (half2)(convert_half##mode(x.x), convert_half##mode(x.y)); }    \
  RADDLE_FN half3 convert_half3##mode(t##3 x) { return (half3)(convert_half2##mode(x.xy), convert_half##mode(x.z)); }  \
  RADDLE_FN half4 convert_half4##mode(t##4 x) { return (half4)(convert_half2##mode(x.lo), convert_half2##mode(x.hi)); }\
  RADDLE_FN half8 convert_half8##mode(t##8 x) { return (half8)(convert_half4##mode(x.lo), convert_half4##mode(x.hi)); }\
  RADDLE_FN half16 convert_half16##mode(t##16 x) { return (half16)(convert_half8##mode(x.lo), convert_half8##mode(x.hi)); }
RADDLE_TO_HALF(, _rte) RADDLE_TO_HALF(_rte, _rte) RADDLE_TO_HALF(_rtz, _rtz) RADDLE_TO_HALF(_rtp, _rtp) RADDLE_TO_HALF(_rtn, _rtn)
#undef RADDLE_TO_HALF
#undef RADDLE_FROM_INTEGER
#undef RADDLE_TO_HALVES
#define RADDLE_FROM_HALF_BY(name, to) RADDLE_FN to name(half x) { return (to)x; }
RADDLE_FROM_HALF_BY(__raddle_float_rte, float) RADDLE_FROM_HALF_BY(__raddle_float_rtz, float)
RADDLE_FROM_HALF_BY(__raddle_float_rtp, float) RADDLE_FROM_HALF_BY(__raddle_float_rtn, float)
RADDLE_FROM_HALF_BY(__raddle_double_rte, double) RADDLE_FROM_HALF_BY(__raddle_double_rtz, double)
RADDLE_FROM_HALF_BY(__raddle_double_rtp, double) RADDLE_FROM_HALF_BY(__raddle_double_rtn, double)
RADDLE_FN half __raddle_rte(half x) { return rint(x); }
RADDLE_FN half __raddle_rtz(half x) { return trunc(x); }
RADDLE_FN half __raddle_rtn(half x) { return floor(x); }
RADDLE_FN half __raddle_rtp(half x) { return ceil(x); }
#define RADDLE_SATURATED(t) RADDLE_FN t convert_##t##_sat(half x) { return convert_##t##_sat((float)x); }
RADDLE_SATURATED(char) RADDLE_SATURATED(uchar) RADDLE_SATURATED(short) RADDLE_SATURATED(ushort)
RADDLE_SATURATED(int) RADDLE_SATURATED(uint) RADDLE_SATURATED(long) RADDLE_SATURATED(ulong)
#undef RADDLE_SATURATED
#undef RADDLE_FROM_HALF_BY
