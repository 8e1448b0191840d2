/* Operators and functions of vectors, as the samples of the CUDA SDK define them in a header of theirs (`helper_math.h`,
 * once `cutil_math.h`). The language has none of them.
 *
 * A source may define some of them itself. All that is defined here takes its vectors through a conversion of its own, so
 * that every function of the source that fits is preferred. */
#pragma once
#include "cuda.h"
#include "inlining.h"

/* Made of a T, and of nothing else. */
template <class T> struct __raddle_only {
  T v;
  template <class U, bool = typename __raddle_enable<__is_same(U, T)>::type() == 0>
  RADDLE_HD_METHOD __raddle_only(const U &v) : v(v) {}
};
/* Made of any number. */
template <class T> struct __raddle_number {
  T v;
  template <class U, bool = typename __raddle_enable<__is_arithmetic(U)>::type() == 0>
  RADDLE_HD_METHOD __raddle_number(U v) : v((T)v) {}
};

/* Lane by lane: `F(o, lane)` for each lane. */
#define RADDLE_2(F, o) F(o, x), F(o, y)
#define RADDLE_3(F, o) F(o, x), F(o, y), F(o, z)
#define RADDLE_4(F, o) F(o, x), F(o, y), F(o, z), F(o, w)
#define RADDLE_VV(o, lane) a.v.lane o b.v.lane
#define RADDLE_VN(o, lane) a.v.lane o b.v
#define RADDLE_NV(o, lane) a.v o b.v.lane
#define RADDLE_PREFIX(o, lane) o a.v.lane
#define RADDLE_CALL1(f, lane) f(a.v.lane)
#define RADDLE_CALL2(f, lane) f(a.v.lane, b.v.lane)

#define RADDLE_OPERATOR(V, s, LANES, o)                                                                                \
  RADDLE_HD V operator o(__raddle_only<V> a, __raddle_only<V> b) { return V{LANES(RADDLE_VV, o)}; }                    \
  RADDLE_HD V operator o(__raddle_only<V> a, __raddle_number<s> b) { return V{LANES(RADDLE_VN, o)}; }                  \
  RADDLE_HD V operator o(__raddle_number<s> a, __raddle_only<V> b) { return V{LANES(RADDLE_NV, o)}; }                  \
  RADDLE_HD void operator o##=(V &a, __raddle_only<V> b) { a = __raddle_only<V>(a) o b; }                              \
  RADDLE_HD void operator o##=(V &a, __raddle_number<s> b) { a = __raddle_only<V>(a) o b; }
#define RADDLE_ARITHMETIC(V, s, LANES)                                                                                 \
  RADDLE_OPERATOR(V, s, LANES, +) RADDLE_OPERATOR(V, s, LANES, -) RADDLE_OPERATOR(V, s, LANES, *)                      \
  RADDLE_OPERATOR(V, s, LANES, /)
#define RADDLE_NEGATIVE(V, LANES) RADDLE_HD V operator-(__raddle_only<V> a) { return V{LANES(RADDLE_PREFIX, -)}; }
#define RADDLE_ALL(type, s)                                                                                            \
  RADDLE_ARITHMETIC(type##2, s, RADDLE_2) RADDLE_ARITHMETIC(type##3, s, RADDLE_3) RADDLE_ARITHMETIC(type##4, s, RADDLE_4)
RADDLE_ALL(float, float) RADDLE_ALL(double, double) RADDLE_ALL(int, int) RADDLE_ALL(uint, unsigned int)
RADDLE_NEGATIVE(float2, RADDLE_2) RADDLE_NEGATIVE(float3, RADDLE_3) RADDLE_NEGATIVE(float4, RADDLE_4)
RADDLE_NEGATIVE(double2, RADDLE_2) RADDLE_NEGATIVE(double3, RADDLE_3) RADDLE_NEGATIVE(double4, RADDLE_4)
RADDLE_NEGATIVE(int2, RADDLE_2) RADDLE_NEGATIVE(int3, RADDLE_3) RADDLE_NEGATIVE(int4, RADDLE_4)

/* Vectors of a scalar, of a longer or a shorter vector, of another element type. */
#define RADDLE_MAKE(type, s, A, sa, B, sb)                                                                             \
  RADDLE_HD type##2 make_##type##2(__raddle_number<s> a) { return type##2{a.v, a.v}; }                                 \
  RADDLE_HD type##3 make_##type##3(__raddle_number<s> a) { return type##3{a.v, a.v, a.v}; }                            \
  RADDLE_HD type##4 make_##type##4(__raddle_number<s> a) { return type##4{a.v, a.v, a.v, a.v}; }                       \
  RADDLE_HD type##2 make_##type##2(__raddle_only<type##3> a) { return type##2{a.v.x, a.v.y}; }                         \
  RADDLE_HD type##2 make_##type##2(__raddle_only<type##4> a) { return type##2{a.v.x, a.v.y}; }                         \
  RADDLE_HD type##3 make_##type##3(__raddle_only<type##2> a) { return type##3{a.v.x, a.v.y, 0}; }                      \
  RADDLE_HD type##3 make_##type##3(__raddle_only<type##2> a, __raddle_number<s> z) { return type##3{a.v.x, a.v.y, z.v}; } \
  RADDLE_HD type##3 make_##type##3(__raddle_only<type##4> a) { return type##3{a.v.x, a.v.y, a.v.z}; }                  \
  RADDLE_HD type##4 make_##type##4(__raddle_only<type##3> a) { return type##4{a.v.x, a.v.y, a.v.z, 0}; }               \
  RADDLE_HD type##4 make_##type##4(__raddle_only<type##3> a, __raddle_number<s> w) {                                   \
    return type##4{a.v.x, a.v.y, a.v.z, w.v};                                                                          \
  }                                                                                                                    \
  RADDLE_MAKE_FROM(type, s, A) RADDLE_MAKE_FROM(type, s, B)
#define RADDLE_MAKE_FROM(type, s, from)                                                                                \
  RADDLE_HD type##2 make_##type##2(__raddle_only<from##2> a) { return type##2{(s)a.v.x, (s)a.v.y}; }                   \
  RADDLE_HD type##3 make_##type##3(__raddle_only<from##3> a) { return type##3{(s)a.v.x, (s)a.v.y, (s)a.v.z}; }         \
  RADDLE_HD type##4 make_##type##4(__raddle_only<from##4> a) {                                                         \
    return type##4{(s)a.v.x, (s)a.v.y, (s)a.v.z, (s)a.v.w};                                                            \
  }
RADDLE_MAKE(float, float, int, int, uint, unsigned int)
RADDLE_MAKE(int, int, float, float, uint, unsigned int)
RADDLE_MAKE(uint, unsigned int, int, int, float, float)

/* Functions of one and two vectors, lane by lane. */
#define RADDLE_LANEWISE(V, LANES)                                                                                      \
  RADDLE_FN V floorf(__raddle_only<V> a) { return V{LANES(RADDLE_CALL1, ::floorf)}; }                                  \
  RADDLE_FN V ceilf(__raddle_only<V> a) { return V{LANES(RADDLE_CALL1, ::ceilf)}; }                                    \
  RADDLE_FN V fabs(__raddle_only<V> a) { return V{LANES(RADDLE_CALL1, ::fabsf)}; }                                     \
  RADDLE_FN V fracf(__raddle_only<V> a) { return V{LANES(RADDLE_CALL1, __raddle_fraction)}; }                          \
  RADDLE_FN V fminf(__raddle_only<V> a, __raddle_only<V> b) { return V{LANES(RADDLE_CALL2, ::fminf)}; }                \
  RADDLE_FN V fmaxf(__raddle_only<V> a, __raddle_only<V> b) { return V{LANES(RADDLE_CALL2, ::fmaxf)}; }                \
  RADDLE_FN V fmodf(__raddle_only<V> a, __raddle_only<V> b) { return V{LANES(RADDLE_CALL2, ::fmodf)}; }                \
  RADDLE_FN float dot(__raddle_only<V> a, __raddle_only<V> b) { return __raddle_sum(a * b); }                          \
  RADDLE_FN float length(__raddle_only<V> a) { return sqrtf(__raddle_sum(a * a)); }                                    \
  RADDLE_FN V normalize(__raddle_only<V> a) { return a * __raddle_number<float>(rsqrtf(__raddle_sum(a * a))); }        \
  RADDLE_FN V reflect(__raddle_only<V> i, __raddle_only<V> n) {                                                        \
    return i - n * __raddle_number<float>(2.0f * __raddle_sum(n * i));                                                 \
  }                                                                                                                    \
  RADDLE_FN V lerp(__raddle_only<V> a, __raddle_only<V> b, __raddle_number<float> t) { return a + (b - a) * t; }       \
  RADDLE_FN V smoothstep(__raddle_only<V> a, __raddle_only<V> b, __raddle_only<V> x) {                                 \
    __raddle_only<V> y = clamp((x - a) / (b - a), 0.0f, 1.0f);                                                         \
    return y * y * (__raddle_number<float>(3.0f) - y * __raddle_number<float>(2.0f));                                  \
  }
#define RADDLE_BOUNDS(V, s, LANES)                                                                                     \
  RADDLE_FN V __raddle_min(V x, V y) { __raddle_only<V> a(x), b(y); return V{LANES(RADDLE_CALL2, ::min)}; }            \
  RADDLE_FN V __raddle_max(V x, V y) { __raddle_only<V> a(x), b(y); return V{LANES(RADDLE_CALL2, ::max)}; }            \
  RADDLE_FN V clamp(__raddle_only<V> a, __raddle_only<V> low, __raddle_only<V> high) {                                 \
    return __raddle_min(__raddle_max(a.v, low.v), high.v);                                                             \
  }                                                                                                                    \
  RADDLE_FN V clamp(__raddle_only<V> a, __raddle_number<s> low, __raddle_number<s> high) {                             \
    return __raddle_min(__raddle_max(a.v, make_##V(low.v)), make_##V(high.v));                                         \
  }
#define RADDLE_INTEGERS(V, s, LANES)                                                                                   \
  RADDLE_FN V min(__raddle_only<V> a, __raddle_only<V> b) { return __raddle_min(a.v, b.v); }                           \
  RADDLE_FN V max(__raddle_only<V> a, __raddle_only<V> b) { return __raddle_max(a.v, b.v); }                           \
  RADDLE_FN s dot(__raddle_only<V> a, __raddle_only<V> b) { return __raddle_sum(a * b); }
#define RADDLE_SUM(type, s)                                                                                            \
  RADDLE_FN s __raddle_sum(type##2 a) { return a.x + a.y; }                                                            \
  RADDLE_FN s __raddle_sum(type##3 a) { return a.x + a.y + a.z; }                                                      \
  RADDLE_FN s __raddle_sum(type##4 a) { return a.x + a.y + a.z + a.w; }
RADDLE_FN float __raddle_fraction(float x) { return x - floorf(x); }
RADDLE_SUM(float, float) RADDLE_SUM(int, int) RADDLE_SUM(uint, unsigned int)
RADDLE_BOUNDS(float2, float, RADDLE_2) RADDLE_BOUNDS(float3, float, RADDLE_3) RADDLE_BOUNDS(float4, float, RADDLE_4)
RADDLE_BOUNDS(int2, int, RADDLE_2) RADDLE_BOUNDS(int3, int, RADDLE_3) RADDLE_BOUNDS(int4, int, RADDLE_4)
RADDLE_BOUNDS(uint2, unsigned int, RADDLE_2) RADDLE_BOUNDS(uint3, unsigned int, RADDLE_3)
RADDLE_BOUNDS(uint4, unsigned int, RADDLE_4)
RADDLE_LANEWISE(float2, RADDLE_2) RADDLE_LANEWISE(float3, RADDLE_3) RADDLE_LANEWISE(float4, RADDLE_4)
RADDLE_INTEGERS(int2, int, RADDLE_2) RADDLE_INTEGERS(int3, int, RADDLE_3) RADDLE_INTEGERS(int4, int, RADDLE_4)
RADDLE_INTEGERS(uint2, unsigned int, RADDLE_2) RADDLE_INTEGERS(uint3, unsigned int, RADDLE_3)
RADDLE_INTEGERS(uint4, unsigned int, RADDLE_4)
RADDLE_FN int2 abs(__raddle_only<int2> a) { return int2{RADDLE_2(RADDLE_CALL1, ::abs)}; }
RADDLE_FN int3 abs(__raddle_only<int3> a) { return int3{RADDLE_3(RADDLE_CALL1, ::abs)}; }
RADDLE_FN int4 abs(__raddle_only<int4> a) { return int4{RADDLE_4(RADDLE_CALL1, ::abs)}; }
RADDLE_FN float3 cross(__raddle_only<float3> p, __raddle_only<float3> q) {
  const float3 a = p.v, b = q.v;
  return float3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* The same names for numbers. */
#define RADDLE_CLAMP(s)                                                                                                \
  RADDLE_FN s clamp(__raddle_only<s> x, __raddle_number<s> low, __raddle_number<s> high) {                             \
    return ::max(low.v, ::min(x.v, high.v));                                                                           \
  }
RADDLE_CLAMP(float) RADDLE_CLAMP(int) RADDLE_CLAMP(unsigned int) RADDLE_CLAMP(double)
RADDLE_FN float lerp(__raddle_only<float> a, __raddle_number<float> b, __raddle_number<float> t) { return a.v + t.v * (b.v - a.v); }
RADDLE_FN float fracf(__raddle_only<float> x) { return __raddle_fraction(x.v); }
RADDLE_FN float smoothstep(__raddle_only<float> a, __raddle_number<float> b, __raddle_number<float> x) {
  float y = ::max(0.0f, ::min((x.v - a.v) / (b.v - a.v), 1.0f));
  return y * y * (3.0f - 2.0f * y);
}

#undef RADDLE_2
#undef RADDLE_3
#undef RADDLE_4
#undef RADDLE_VV
#undef RADDLE_VN
#undef RADDLE_NV
#undef RADDLE_PREFIX
#undef RADDLE_CALL1
#undef RADDLE_CALL2
#undef RADDLE_OPERATOR
#undef RADDLE_ARITHMETIC
#undef RADDLE_NEGATIVE
#undef RADDLE_ALL
#undef RADDLE_MAKE
#undef RADDLE_MAKE_FROM
#undef RADDLE_LANEWISE
#undef RADDLE_BOUNDS
#undef RADDLE_INTEGERS
#undef RADDLE_SUM
#undef RADDLE_CLAMP
#include "no_inlining.h"
