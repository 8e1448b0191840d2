/* cuda_fp16.h: the type, its vector of two, conversions, arithmetic and comparisons as the PTX instructions for
 * .f16 and .f16x2 (PTX ISA, "Half Precision Floating-Point Instructions"). */
#pragma once
#include "raddle/cuda.h"
#include "raddle/inlining.h"

struct __half;
RADDLE_FN __half __float2half(float x);
RADDLE_FN float __half2float(__half x);
struct __attribute__((aligned(2))) __half_raw { unsigned short x; };
struct __attribute__((aligned(2))) __half {
  unsigned short __x;
  __half() = default;
  RADDLE_HD_METHOD __half(const __half_raw &raw) : __x(raw.x) {}
  RADDLE_METHOD __half(float x) : __x(__float2half(x).__x) {}
  RADDLE_METHOD __half(double x) : __x(__float2half((float)x).__x) {}
  RADDLE_METHOD __half(int x) : __x(__float2half((float)x).__x) {}
  RADDLE_METHOD __half(unsigned int x) : __x(__float2half((float)x).__x) {}
  RADDLE_METHOD operator float() const { return __half2float(*this); }
};
struct __attribute__((aligned(4))) __half2 {
  __half x, y;
  __half2() = default;
  RADDLE_METHOD __half2(__half x, __half y) : x(x), y(y) {}
};
typedef __half half;
typedef __half2 half2;

RADDLE_FN __half __float2half(float x) {
  __half r;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(r.__x) : "f"(x));
  return r;
}
RADDLE_FN float __half2float(__half x) {
  float r;
  asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(x.__x));
  return r;
}
RADDLE_FN __half2 __floats2half2_rn(float x, float y) { return __half2(__float2half(x), __float2half(y)); }
RADDLE_FN __half2 __half2half2(__half x) { return __half2(x, x); }
RADDLE_FN __half2 __float2half2_rn(float x) { return __half2half2(__float2half(x)); }
RADDLE_FN __half2 make_half2(__half x, __half y) { return __half2(x, y); }
RADDLE_FN __half2 __halves2half2(__half x, __half y) { return __half2(x, y); }
RADDLE_FN __half __low2half(__half2 v) { return v.x; }
RADDLE_FN __half __high2half(__half2 v) { return v.y; }
RADDLE_FN float __low2float(__half2 v) { return __half2float(v.x); }
RADDLE_FN float __high2float(__half2 v) { return __half2float(v.y); }
RADDLE_FN float2 __half22float2(__half2 v) { return make_float2(__half2float(v.x), __half2float(v.y)); }
RADDLE_FN unsigned int __raddle_bits(__half2 v) { return __builtin_bit_cast(unsigned int, v); }

#define RADDLE_OP(name, instruction)                                                                                   \
  RADDLE_FN __half name(__half a, __half b) {                                                                                  \
    __half r; asm(instruction ".f16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x)); return r;                     \
  }                                                                                                                   \
  RADDLE_FN __half2 name##2(__half2 a, __half2 b) {                                                                            \
    unsigned int r;                                                                                                    \
    asm(instruction ".f16x2 %0, %1, %2;" : "=r"(r) : "r"(__raddle_bits(a)), "r"(__raddle_bits(b)));                  \
    return __builtin_bit_cast(__half2, r);                                                                                \
  }
RADDLE_OP(__hadd, "add")
RADDLE_OP(__hsub, "sub")
RADDLE_OP(__hmul, "mul")
RADDLE_OP(__hmin, "min")
RADDLE_OP(__hmax, "max")
#undef RADDLE_OP
RADDLE_FN __half __hfma(__half a, __half b, __half c) {
  __half r;
  asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
  return r;
}
RADDLE_FN __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  unsigned int r;
  asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(__raddle_bits(a)), "r"(__raddle_bits(b)), "r"(__raddle_bits(c)));
  return __builtin_bit_cast(__half2, r);
}
RADDLE_FN __half __hneg(__half a) { a.__x ^= 0x8000; return a; }
RADDLE_FN __half __habs(__half a) { a.__x &= 0x7fff; return a; }
RADDLE_FN __half __hdiv(__half a, __half b) { return __float2half(__half2float(a) / __half2float(b)); }
RADDLE_FN bool __hisnan(__half a) { return __builtin_isnan(__half2float(a)); }

#define RADDLE_COMPARE(name, op)                                                                                       \
  RADDLE_FN bool name(__half a, __half b) { return __half2float(a) op __half2float(b); }                                     \
  RADDLE_FN bool operator op(__half a, __half b) { return __half2float(a) op __half2float(b); }
RADDLE_COMPARE(__heq, ==)
RADDLE_COMPARE(__hne, !=)
RADDLE_COMPARE(__hlt, <)
RADDLE_COMPARE(__hle, <=)
RADDLE_COMPARE(__hgt, >)
RADDLE_COMPARE(__hge, >=)
#undef RADDLE_COMPARE
#define RADDLE_OPERATOR(op, name)                                                                                      \
  RADDLE_FN __half operator op(__half a, __half b) { return name(a, b); }                                                     \
  RADDLE_FN __half &operator op##=(__half &a, __half b) { return a = name(a, b); }
RADDLE_OPERATOR(+, __hadd)
RADDLE_OPERATOR(-, __hsub)
RADDLE_OPERATOR(*, __hmul)
RADDLE_OPERATOR(/, __hdiv)
#undef RADDLE_OPERATOR
RADDLE_FN __half operator-(__half a) { return __hneg(a); }
RADDLE_FN __half2 operator+(__half2 a, __half2 b) { return __hadd2(a, b); }
RADDLE_FN __half2 operator-(__half2 a, __half2 b) { return __hsub2(a, b); }
RADDLE_FN __half2 operator*(__half2 a, __half2 b) { return __hmul2(a, b); }

RADDLE_FN __half atomicAdd(__half *address, __half value) {
  __half old;
  asm volatile("atom.add.noftz.f16 %0, [%1], %2;" : "=h"(old.__x) : RADDLE_PTR(address), "h"(value.__x) : "memory");
  return old;
}
RADDLE_FN __half2 atomicAdd(__half2 *address, __half2 value) {
  unsigned int old;
  asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;" : "=r"(old) : RADDLE_PTR(address), "r"(__raddle_bits(value)) : "memory");
  return __builtin_bit_cast(__half2, old);
}
#define RADDLE_SHUFFLE(name, lane_type)                                                                                \
  RADDLE_FN __half name(unsigned int mask, __half v, lane_type lane, int width = 32) {                                      \
    v.__x = (unsigned short)name(mask, (unsigned int)v.__x, lane, width);                                              \
    return v;                                                                                                          \
  }                                                                                                                   \
  RADDLE_FN __half2 name(unsigned int mask, __half2 v, lane_type lane, int width = 32) {                                    \
    return __builtin_bit_cast(__half2, name(mask, __raddle_bits(v), lane, width));                                        \
  }
RADDLE_SHUFFLE(__shfl_sync, int)
RADDLE_SHUFFLE(__shfl_up_sync, unsigned int)
RADDLE_SHUFFLE(__shfl_down_sync, unsigned int)
RADDLE_SHUFFLE(__shfl_xor_sync, int)
#undef RADDLE_SHUFFLE

RADDLE_FN __half __float2half_rn(float x) { return __float2half(x); }
RADDLE_FN __half2 __float22half2_rn(float2 v) { return __floats2half2_rn(v.x, v.y); }
RADDLE_FN __half __ushort_as_half(unsigned short x) { __half h; h.__x = x; return h; }
RADDLE_FN unsigned short __half_as_ushort(__half x) { return x.__x; }
RADDLE_FN __half hsqrt(__half x) { return __float2half(sqrtf(__half2float(x))); }
RADDLE_FN __half hexp(__half x) { return __float2half(expf(__half2float(x))); }
RADDLE_FN __half hlog(__half x) { return __float2half(logf(__half2float(x))); }

#include "raddle/no_inlining.h"
