/* Math, common, geometric and relational functions for float, double and their vectors.
 *
 * What is one PTX instruction, or exact in a few, is written as such. Every other function is a call, per lane, of
 * `__raddle_math_NAME` (double) or `__raddle_math_NAMEf` (float), which nobody defines: a pure function, the same
 * result for the same arguments, no access to memory. The names are those of the CUDA header. `half_` and `native_`
 * functions have an accuracy of their own, so they are functions of their own. */

#define RADDLE_OPAQUE1(name)                                                                                           \
  float __raddle_math_##name##f(float) __attribute__((const));                                                         \
  double __raddle_math_##name(double) __attribute__((const));                                                          \
  RADDLE_FN float name(float x) { return __raddle_math_##name##f(x); }                                                 \
  RADDLE_FN double name(double x) { return __raddle_math_##name(x); }                                                  \
  RADDLE_LANES1(float, name, float) RADDLE_LANES1(double, name, double)
#define RADDLE_OPAQUE2(name)                                                                                           \
  float __raddle_math_##name##f(float, float) __attribute__((const));                                                  \
  double __raddle_math_##name(double, double) __attribute__((const));                                                  \
  RADDLE_FN float name(float x, float y) { return __raddle_math_##name##f(x, y); }                                     \
  RADDLE_FN double name(double x, double y) { return __raddle_math_##name(x, y); }                                     \
  RADDLE_LANES2(float, name, float) RADDLE_LANES2(double, name, double)
#define RADDLE_APPROXIMATE1(prefix, name)                                                                              \
  float __raddle_math_##prefix##name(float) __attribute__((const));                                                    \
  RADDLE_FN float prefix##name(float x) { return __raddle_math_##prefix##name(x); }                                    \
  RADDLE_LANES1(float, prefix##name, float)
#define RADDLE_APPROXIMATE2(prefix, name)                                                                              \
  float __raddle_math_##prefix##name(float, float) __attribute__((const));                                             \
  RADDLE_FN float prefix##name(float x, float y) { return __raddle_math_##prefix##name(x, y); }                        \
  RADDLE_LANES2(float, prefix##name, float)
#define RADDLE_APPROXIMATE(prefix)                                                                                     \
  RADDLE_APPROXIMATE1(prefix, sin) RADDLE_APPROXIMATE1(prefix, cos) RADDLE_APPROXIMATE1(prefix, tan)                   \
  RADDLE_APPROXIMATE1(prefix, exp) RADDLE_APPROXIMATE1(prefix, exp2) RADDLE_APPROXIMATE1(prefix, exp10)                \
  RADDLE_APPROXIMATE1(prefix, log) RADDLE_APPROXIMATE1(prefix, log2) RADDLE_APPROXIMATE1(prefix, log10)                \
  RADDLE_APPROXIMATE1(prefix, sqrt) RADDLE_APPROXIMATE1(prefix, rsqrt) RADDLE_APPROXIMATE1(prefix, recip)              \
  RADDLE_APPROXIMATE2(prefix, divide) RADDLE_APPROXIMATE2(prefix, powr)

RADDLE_OPAQUE1(sin) RADDLE_OPAQUE1(cos) RADDLE_OPAQUE1(tan) RADDLE_OPAQUE1(asin) RADDLE_OPAQUE1(acos)
RADDLE_OPAQUE1(atan) RADDLE_OPAQUE1(sinh) RADDLE_OPAQUE1(cosh) RADDLE_OPAQUE1(tanh) RADDLE_OPAQUE1(asinh)
RADDLE_OPAQUE1(acosh) RADDLE_OPAQUE1(atanh) RADDLE_OPAQUE1(sinpi) RADDLE_OPAQUE1(cospi) RADDLE_OPAQUE1(tanpi)
RADDLE_OPAQUE1(exp) RADDLE_OPAQUE1(exp2) RADDLE_OPAQUE1(exp10) RADDLE_OPAQUE1(expm1) RADDLE_OPAQUE1(log)
RADDLE_OPAQUE1(log2) RADDLE_OPAQUE1(log10) RADDLE_OPAQUE1(log1p) RADDLE_OPAQUE1(logb) RADDLE_OPAQUE1(cbrt)
RADDLE_OPAQUE1(erf) RADDLE_OPAQUE1(erfc) RADDLE_OPAQUE1(tgamma) RADDLE_OPAQUE1(lgamma)
RADDLE_OPAQUE2(pow) RADDLE_OPAQUE2(powr) RADDLE_OPAQUE2(atan2) RADDLE_OPAQUE2(fmod) RADDLE_OPAQUE2(remainder)
RADDLE_OPAQUE2(hypot) RADDLE_OPAQUE2(fdim) RADDLE_OPAQUE2(nextafter)
RADDLE_APPROXIMATE(half_)
RADDLE_APPROXIMATE(native_)

#define RADDLE_FLOATS(X) RADDLE_WIDTHS(X, float) RADDLE_WIDTHS(X, double)
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
  RADDLE_FN t copysign(t x, t y) { return __builtin_elementwise_copysign(x, y); }                                      \
  RADDLE_FN t fma(t x, t y, t z) { return __builtin_elementwise_fma(x, y, z); }                                        \
  RADDLE_FN t mad(t x, t y, t z) { return x * y + z; }                                                                 \
  RADDLE_FN t mix(t x, t y, t a) { return x + (y - x) * a; }                                                           \
  RADDLE_FN t step(t edge, t x) { return x < edge ? (t)0 : (t)1; }                                                     \
  RADDLE_FN t sign(t x) { return x > (t)0 ? (t)1 : x < (t)0 ? (t)-1 : x == (t)0 ? x : (t)0; }                          \
  RADDLE_FN t smoothstep(t low, t high, t x) {                                                                         \
    t u = clamp((x - low) / (high - low), (t)0, (t)1);                                                                 \
    return u * u * ((t)3 - (t)2 * u);                                                                                  \
  }
RADDLE_FLOATS(RADDLE_EXACT)
#undef RADDLE_EXACT
#define RADDLE_ANGLES_FLOAT(t)                                                                                         \
  RADDLE_FN t degrees(t x) { return x * 57.295779513082321f; }                                                         \
  RADDLE_FN t radians(t x) { return x * 0.017453292519943296f; }
#define RADDLE_ANGLES_DOUBLE(t)                                                                                        \
  RADDLE_FN t degrees(t x) { return x * 57.295779513082321; }                                                          \
  RADDLE_FN t radians(t x) { return x * 0.017453292519943296; }
RADDLE_WIDTHS(RADDLE_ANGLES_FLOAT, float)
RADDLE_WIDTHS(RADDLE_ANGLES_DOUBLE, double)
#undef RADDLE_ANGLES_FLOAT
#undef RADDLE_ANGLES_DOUBLE

#define RADDLE_SCALAR_ARGUMENTS(t, n)                                                                                  \
  RADDLE_FN t##n fmin(t##n x, t y) { return fmin(x, (t##n)y); }                                                        \
  RADDLE_FN t##n fmax(t##n x, t y) { return fmax(x, (t##n)y); }                                                        \
  RADDLE_FN t##n min(t##n x, t y) { return min(x, (t##n)y); }                                                          \
  RADDLE_FN t##n max(t##n x, t y) { return max(x, (t##n)y); }                                                          \
  RADDLE_FN t##n clamp(t##n x, t low, t high) { return clamp(x, (t##n)low, (t##n)high); }                              \
  RADDLE_FN t##n mix(t##n x, t##n y, t a) { return mix(x, y, (t##n)a); }                                               \
  RADDLE_FN t##n step(t edge, t##n x) { return step((t##n)edge, x); }                                                  \
  RADDLE_FN t##n smoothstep(t low, t high, t##n x) { return smoothstep((t##n)low, (t##n)high, x); }
#define RADDLE_SCALAR_ARGUMENT(t)                                                                                      \
  RADDLE_SCALAR_ARGUMENTS(t, 2) RADDLE_SCALAR_ARGUMENTS(t, 3) RADDLE_SCALAR_ARGUMENTS(t, 4)                            \
  RADDLE_SCALAR_ARGUMENTS(t, 8) RADDLE_SCALAR_ARGUMENTS(t, 16)
RADDLE_SCALAR_ARGUMENT(float)
RADDLE_SCALAR_ARGUMENT(double)

#define RADDLE_SCALAR_FLOAT(t, f, i, u, s)                                                                             \
  RADDLE_FN t sqrt(t x) { return __nvvm_sqrt_rn_##s(x); }                                                              \
  RADDLE_FN t rsqrt(t x) { return __nvvm_rsqrt_approx_##s(x); }                                                        \
  RADDLE_FN t round(t x) { return __builtin_round##f(x); }                                                             \
  RADDLE_FN t maxmag(t x, t y) { return fabs(x) > fabs(y) ? x : fabs(y) > fabs(x) ? y : fmax(x, y); }                  \
  RADDLE_FN t minmag(t x, t y) { return fabs(x) < fabs(y) ? x : fabs(y) < fabs(x) ? y : fmin(x, y); }                  \
  RADDLE_LANES1(t, sqrt, t) RADDLE_LANES1(t, rsqrt, t) RADDLE_LANES1(t, round, t)                                      \
  RADDLE_LANES2(t, maxmag, t) RADDLE_LANES2(t, minmag, t)                                                              \
  t __raddle_math_ldexp##f(t, int) __attribute__((const));                                                             \
  int __raddle_math_ilogb##f(t) __attribute__((const));                                                                \
  t __raddle_math_pown##f(t, int) __attribute__((const));                                                              \
  t __raddle_math_rootn##f(t, int) __attribute__((const));                                                             \
  RADDLE_FN t ldexp(t x, int e) { return __raddle_math_ldexp##f(x, e); }                                               \
  RADDLE_FN int ilogb(t x) { return __raddle_math_ilogb##f(x); }                                                       \
  RADDLE_FN t pown(t x, int n) { return __raddle_math_pown##f(x, n); }                                                 \
  RADDLE_FN t rootn(t x, int n) { return __raddle_math_rootn##f(x, n); }                                               \
  RADDLE_FN t nan(u code) { return (t)__builtin_nanf(""); }                                                            \
  RADDLE_FN int isnan(t x) { return x != x; }                                                                          \
  RADDLE_FN int isinf(t x) { return __builtin_isinf(x); }                                                              \
  RADDLE_FN int isfinite(t x) { return __builtin_isfinite(x); }                                                        \
  RADDLE_FN int isnormal(t x) { return __builtin_isnormal(x); }                                                        \
  RADDLE_FN int signbit(t x) { return as_##i(x) < 0; }                                                                 \
  RADDLE_FN int isequal(t x, t y) { return x == y; }                                                                   \
  RADDLE_FN int isnotequal(t x, t y) { return x != y; }                                                                \
  RADDLE_FN int isgreater(t x, t y) { return x > y; }                                                                  \
  RADDLE_FN int isgreaterequal(t x, t y) { return x >= y; }                                                            \
  RADDLE_FN int isless(t x, t y) { return x < y; }                                                                     \
  RADDLE_FN int islessequal(t x, t y) { return x <= y; }                                                               \
  RADDLE_FN t dot(t x, t y) { return x * y; }                                                                          \
  RADDLE_FN t dot(t##2 x, t##2 y) { return x.x * y.x + x.y * y.y; }                                                    \
  RADDLE_FN t dot(t##3 x, t##3 y) { return x.x * y.x + x.y * y.y + x.z * y.z; }                                        \
  RADDLE_FN t dot(t##4 x, t##4 y) { return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w; }                            \
  RADDLE_FN t##3 cross(t##3 x, t##3 y) {                                                                               \
    return (t##3)(x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x);                                \
  }                                                                                                                    \
  RADDLE_FN t##4 cross(t##4 x, t##4 y) { return (t##4)(cross(x.xyz, y.xyz), (t)0); }                                   \
  RADDLE_GEOMETRIC(t, t) RADDLE_GEOMETRIC(t, t##2) RADDLE_GEOMETRIC(t, t##3) RADDLE_GEOMETRIC(t, t##4)
#define RADDLE_GEOMETRIC(t, v)                                                                                         \
  RADDLE_FN t length(v x) { return sqrt(dot(x, x)); }                                                                  \
  RADDLE_FN t fast_length(v x) { return sqrt(dot(x, x)); }                                                             \
  RADDLE_FN t distance(v x, v y) { return length(x - y); }                                                             \
  RADDLE_FN t fast_distance(v x, v y) { return length(x - y); }                                                        \
  RADDLE_FN v normalize(v x) { return x / length(x); }                                                                 \
  RADDLE_FN v fast_normalize(v x) { return x / length(x); }
RADDLE_SCALAR_FLOAT(float, f, int, uint, f)
RADDLE_SCALAR_FLOAT(double, , long, ulong, d)
#undef RADDLE_SCALAR_FLOAT
#undef RADDLE_GEOMETRIC

/* Relations of vectors: each lane is -1 where it holds. */
#define RADDLE_RELATIONS(v, iv)                                                                                        \
  RADDLE_FN iv isnan(v x) { return x != x; }                                                                           \
  RADDLE_FN iv isinf(v x) { return fabs(x) == (v)INFINITY; }                                                           \
  RADDLE_FN iv isfinite(v x) { return fabs(x) < (v)INFINITY; }                                                         \
  RADDLE_FN iv signbit(v x) { return as_##iv(x) < (iv)0; }                                                             \
  RADDLE_FN iv isequal(v x, v y) { return x == y; }                                                                    \
  RADDLE_FN iv isnotequal(v x, v y) { return x != y; }                                                                 \
  RADDLE_FN iv isgreater(v x, v y) { return x > y; }                                                                   \
  RADDLE_FN iv isgreaterequal(v x, v y) { return x >= y; }                                                             \
  RADDLE_FN iv isless(v x, v y) { return x < y; }                                                                      \
  RADDLE_FN iv islessequal(v x, v y) { return x <= y; }
#define RADDLE_RELATIONS_ALL(t, i)                                                                                     \
  RADDLE_RELATIONS(t##2, i##2) RADDLE_RELATIONS(t##3, i##3) RADDLE_RELATIONS(t##4, i##4) RADDLE_RELATIONS(t##8, i##8)  \
  RADDLE_RELATIONS(t##16, i##16)
RADDLE_RELATIONS_ALL(float, int)
RADDLE_RELATIONS_ALL(double, long)
#undef RADDLE_RELATIONS
#undef RADDLE_RELATIONS_ALL

/* A vector and a vector of int, or one int. */
#define RADDLE_WITH_INT(f, t)                                                                                          \
  RADDLE_FN t##2 f(t##2 x, int2 n) { return (t##2)(f(x.x, n.x), f(x.y, n.y)); }                                        \
  RADDLE_FN t##3 f(t##3 x, int3 n) { return (t##3)(f(x.x, n.x), f(x.y, n.y), f(x.z, n.z)); }                           \
  RADDLE_FN t##4 f(t##4 x, int4 n) { return (t##4)(f(x.lo, n.lo), f(x.hi, n.hi)); }                                    \
  RADDLE_FN t##8 f(t##8 x, int8 n) { return (t##8)(f(x.lo, n.lo), f(x.hi, n.hi)); }                                    \
  RADDLE_FN t##16 f(t##16 x, int16 n) { return (t##16)(f(x.lo, n.lo), f(x.hi, n.hi)); }
#define RADDLE_WITH_ONE_INT(t)                                                                                         \
  RADDLE_FN t##2 ldexp(t##2 x, int n) { return ldexp(x, (int2)n); }                                                    \
  RADDLE_FN t##3 ldexp(t##3 x, int n) { return ldexp(x, (int3)n); }                                                    \
  RADDLE_FN t##4 ldexp(t##4 x, int n) { return ldexp(x, (int4)n); }                                                    \
  RADDLE_FN t##8 ldexp(t##8 x, int n) { return ldexp(x, (int8)n); }                                                    \
  RADDLE_FN t##16 ldexp(t##16 x, int n) { return ldexp(x, (int16)n); }
RADDLE_WITH_INT(ldexp, float) RADDLE_WITH_INT(ldexp, double) RADDLE_WITH_ONE_INT(float) RADDLE_WITH_ONE_INT(double)
RADDLE_WITH_INT(pown, float) RADDLE_WITH_INT(pown, double) RADDLE_WITH_INT(rootn, float) RADDLE_WITH_INT(rootn, double)
RADDLE_LANES1(int, ilogb, float) RADDLE_LANES1(int, ilogb, double)
#undef RADDLE_WITH_INT
#undef RADDLE_WITH_ONE_INT

/* Results through a pointer, in each address space a pointer may have. */
#define RADDLE_POINTERS(space, t, below_one)                                                                           \
  RADDLE_FN t sincos(t x, space t *cosine) { *cosine = cos(x); return sin(x); }                                        \
  RADDLE_FN t fract(t x, space t *whole) { *whole = floor(x); return fmin(x - floor(x), below_one); }                  \
  RADDLE_FN t modf(t x, space t *whole) {                                                                              \
    *whole = trunc(x);                                                                                                 \
    return copysign(isinf(x) ? (t)0 : x - trunc(x), x);                                                                \
  }
#define RADDLE_FREXP(space, t, f)                                                                                      \
  RADDLE_FN t frexp(t x, space int *exponent) {                                                                        \
    *exponent = __raddle_math_frexp_exponent##f(x);                                                                    \
    return __raddle_math_frexp_fraction##f(x);                                                                         \
  }
#define RADDLE_IN_SPACE(space)                                                                                         \
  RADDLE_POINTERS(space, float, 0x1.fffffep-1f)                                                                        \
  RADDLE_POINTERS(space, float2, 0x1.fffffep-1f)                                                                       \
  RADDLE_POINTERS(space, float3, 0x1.fffffep-1f)                                                                       \
  RADDLE_POINTERS(space, float4, 0x1.fffffep-1f)                                                                       \
  RADDLE_POINTERS(space, float8, 0x1.fffffep-1f)                                                                       \
  RADDLE_POINTERS(space, float16, 0x1.fffffep-1f)                                                                      \
  RADDLE_POINTERS(space, double, 0x1.fffffffffffffp-1)                                                                 \
  RADDLE_POINTERS(space, double2, 0x1.fffffffffffffp-1)                                                                \
  RADDLE_POINTERS(space, double3, 0x1.fffffffffffffp-1)                                                                \
  RADDLE_POINTERS(space, double4, 0x1.fffffffffffffp-1)                                                                \
  RADDLE_POINTERS(space, double8, 0x1.fffffffffffffp-1)                                                                \
  RADDLE_POINTERS(space, double16, 0x1.fffffffffffffp-1)                                                               \
  RADDLE_FREXP(space, float, f) RADDLE_FREXP(space, double, )
int __raddle_math_frexp_exponentf(float) __attribute__((const));
int __raddle_math_frexp_exponent(double) __attribute__((const));
float __raddle_math_frexp_fractionf(float) __attribute__((const));
double __raddle_math_frexp_fraction(double) __attribute__((const));
RADDLE_IN_SPACE(__private)
RADDLE_IN_SPACE(__global)
RADDLE_IN_SPACE(__local)
#ifdef RADDLE_GENERIC
RADDLE_IN_SPACE(__generic)
#endif
#undef RADDLE_POINTERS
#undef RADDLE_FREXP
#undef RADDLE_IN_SPACE
