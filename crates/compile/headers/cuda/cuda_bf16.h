/* cuda_bf16.h: the type, its vector of two, conversions, arithmetic and comparisons as the PTX instructions for
 * .bf16 and .bf16x2 (PTX ISA, "Half Precision Floating-Point Instructions"). */
#pragma once
#include "raddle/cuda.h"
#include "raddle/inlining.h"

struct __nv_bfloat16;
RADDLE_FN __nv_bfloat16 __float2bfloat16(float x);
RADDLE_FN float __bfloat162float(__nv_bfloat16 x);
struct __attribute__((aligned(2))) __nv_bfloat16_raw { unsigned short x; };
struct __attribute__((aligned(2))) __nv_bfloat16 {
  unsigned short __x;
  __nv_bfloat16() = default;
  RADDLE_HD_METHOD __nv_bfloat16(const __nv_bfloat16_raw &raw) : __x(raw.x) {}
  RADDLE_METHOD __nv_bfloat16(float x) : __x(__float2bfloat16(x).__x) {}
  RADDLE_METHOD __nv_bfloat16(double x) : __x(__float2bfloat16((float)x).__x) {}
  RADDLE_METHOD __nv_bfloat16(int x) : __x(__float2bfloat16((float)x).__x) {}
  RADDLE_METHOD __nv_bfloat16(unsigned int x) : __x(__float2bfloat16((float)x).__x) {}
  RADDLE_METHOD operator float() const { return __bfloat162float(*this); }
};
struct __attribute__((aligned(4))) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  RADDLE_METHOD __nv_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) : x(x), y(y) {}
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

RADDLE_FN __nv_bfloat16 __float2bfloat16(float x) {
  __nv_bfloat16 r;
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(r.__x) : "f"(x));
  return r;
}
RADDLE_FN float __bfloat162float(__nv_bfloat16 x) {
  /* A bfloat16 is the upper half of a float. */
  return __uint_as_float((unsigned int)x.__x << 16);
}
RADDLE_FN __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return __nv_bfloat162(__float2bfloat16(x), __float2bfloat16(y)); }
RADDLE_FN __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return __nv_bfloat162(x, x); }
RADDLE_FN __nv_bfloat162 __float2bfloat162_rn(float x) { return __bfloat162bfloat162(__float2bfloat16(x)); }
RADDLE_FN __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
RADDLE_FN __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
RADDLE_FN __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
RADDLE_FN __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
RADDLE_FN float __low2float(__nv_bfloat162 v) { return __bfloat162float(v.x); }
RADDLE_FN float __high2float(__nv_bfloat162 v) { return __bfloat162float(v.y); }
RADDLE_FN float2 __bfloat1622float2(__nv_bfloat162 v) { return make_float2(__bfloat162float(v.x), __bfloat162float(v.y)); }
RADDLE_FN unsigned int __raddle_bits(__nv_bfloat162 v) { return __builtin_bit_cast(unsigned int, v); }

#define RADDLE_OP(name, instruction)                                                                                   \
  RADDLE_FN __nv_bfloat16 name(__nv_bfloat16 a, __nv_bfloat16 b) {                                                                                  \
    __nv_bfloat16 r; asm(instruction ".bf16 %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x)); return r;                     \
  }                                                                                                                   \
  RADDLE_FN __nv_bfloat162 name##2(__nv_bfloat162 a, __nv_bfloat162 b) {                                                                            \
    unsigned int r;                                                                                                    \
    asm(instruction ".bf16x2 %0, %1, %2;" : "=r"(r) : "r"(__raddle_bits(a)), "r"(__raddle_bits(b)));                  \
    return __builtin_bit_cast(__nv_bfloat162, r);                                                                                \
  }
RADDLE_OP(__hadd, "add.rn")
RADDLE_OP(__hsub, "sub.rn")
RADDLE_OP(__hmul, "mul.rn")
RADDLE_OP(__hmin, "min")
RADDLE_OP(__hmax, "max")
#undef RADDLE_OP
RADDLE_FN __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  __nv_bfloat16 r;
  asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
  return r;
}
RADDLE_FN __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
  unsigned int r;
  asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(__raddle_bits(a)), "r"(__raddle_bits(b)), "r"(__raddle_bits(c)));
  return __builtin_bit_cast(__nv_bfloat162, r);
}
RADDLE_FN __nv_bfloat16 __hneg(__nv_bfloat16 a) { a.__x ^= 0x8000; return a; }
RADDLE_FN __nv_bfloat16 __habs(__nv_bfloat16 a) { a.__x &= 0x7fff; return a; }
RADDLE_FN __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) { return __float2bfloat16(__bfloat162float(a) / __bfloat162float(b)); }
RADDLE_FN bool __hisnan(__nv_bfloat16 a) { return __builtin_isnan(__bfloat162float(a)); }

#define RADDLE_COMPARE(name, op)                                                                                       \
  RADDLE_FN bool name(__nv_bfloat16 a, __nv_bfloat16 b) { return __bfloat162float(a) op __bfloat162float(b); }                                     \
  RADDLE_FN bool operator op(__nv_bfloat16 a, __nv_bfloat16 b) { return __bfloat162float(a) op __bfloat162float(b); }
RADDLE_COMPARE(__heq, ==)
RADDLE_COMPARE(__hne, !=)
RADDLE_COMPARE(__hlt, <)
RADDLE_COMPARE(__hle, <=)
RADDLE_COMPARE(__hgt, >)
RADDLE_COMPARE(__hge, >=)
#undef RADDLE_COMPARE
#define RADDLE_OPERATOR(op, name)                                                                                      \
  RADDLE_FN __nv_bfloat16 operator op(__nv_bfloat16 a, __nv_bfloat16 b) { return name(a, b); }                                                     \
  RADDLE_FN __nv_bfloat16 &operator op##=(__nv_bfloat16 &a, __nv_bfloat16 b) { return a = name(a, b); }
RADDLE_OPERATOR(+, __hadd)
RADDLE_OPERATOR(-, __hsub)
RADDLE_OPERATOR(*, __hmul)
RADDLE_OPERATOR(/, __hdiv)
#undef RADDLE_OPERATOR
RADDLE_FN __nv_bfloat16 operator-(__nv_bfloat16 a) { return __hneg(a); }
RADDLE_FN __nv_bfloat162 operator+(__nv_bfloat162 a, __nv_bfloat162 b) { return __hadd2(a, b); }
RADDLE_FN __nv_bfloat162 operator-(__nv_bfloat162 a, __nv_bfloat162 b) { return __hsub2(a, b); }
RADDLE_FN __nv_bfloat162 operator*(__nv_bfloat162 a, __nv_bfloat162 b) { return __hmul2(a, b); }

RADDLE_FN __nv_bfloat16 atomicAdd(__nv_bfloat16 *address, __nv_bfloat16 value) {
  __nv_bfloat16 old;
  asm volatile("atom.add.noftz.bf16 %0, [%1], %2;" : "=h"(old.__x) : RADDLE_PTR(address), "h"(value.__x) : "memory");
  return old;
}
RADDLE_FN __nv_bfloat162 atomicAdd(__nv_bfloat162 *address, __nv_bfloat162 value) {
  unsigned int old;
  asm volatile("atom.add.noftz.bf16x2 %0, [%1], %2;" : "=r"(old) : RADDLE_PTR(address), "r"(__raddle_bits(value)) : "memory");
  return __builtin_bit_cast(__nv_bfloat162, old);
}
#define RADDLE_SHUFFLE(name, lane_type)                                                                                \
  RADDLE_FN __nv_bfloat16 name(unsigned int mask, __nv_bfloat16 v, lane_type lane, int width = 32) {                                      \
    v.__x = (unsigned short)name(mask, (unsigned int)v.__x, lane, width);                                              \
    return v;                                                                                                          \
  }                                                                                                                   \
  RADDLE_FN __nv_bfloat162 name(unsigned int mask, __nv_bfloat162 v, lane_type lane, int width = 32) {                                    \
    return __builtin_bit_cast(__nv_bfloat162, name(mask, __raddle_bits(v), lane, width));                                        \
  }
RADDLE_SHUFFLE(__shfl_sync, int)
RADDLE_SHUFFLE(__shfl_up_sync, unsigned int)
RADDLE_SHUFFLE(__shfl_down_sync, unsigned int)
RADDLE_SHUFFLE(__shfl_xor_sync, int)
#undef RADDLE_SHUFFLE

RADDLE_FN __nv_bfloat16 __float2bfloat16_rn(float x) { return __float2bfloat16(x); }
RADDLE_FN __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) { __nv_bfloat16 h; h.__x = x; return h; }
RADDLE_FN unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return x.__x; }

#include "raddle/no_inlining.h"
