/* cuda_fp16.h: half precision. */
#pragma once
#include "raddle/cuda.h"
#include "raddle/inlining.h"

RADDLE_HD float __raddle_wide_half(unsigned short bits) {
  float r;
  asm("cvt.f32.f16 %0, %1;" : "=" RADDLE_REG_F(r) : RADDLE_REG_H(bits));
  return r;
}
#define RADDLE_WIDE __raddle_wide_half
#define RADDLE_H __half
#define RADDLE_H2 __half2
#define RADDLE_H_RAW __half_raw
#define RADDLE_H2_RAW __half2_raw
#define RADDLE_PTX "f16"
#define RADDLE_CONVERT __raddle_to_half
#define RADDLE_OF_BITS __raddle_half_of_bits
#define RADDLE_COMPLEX_PART __raddle_half_complex
#define RADDLE_MAKE2 make_half2
#define RADDLE_TO(from) __##from##2half
#define RADDLE_TO_R(from, mode) __##from##2half_##mode
#define RADDLE_FROM(to) __half2##to
#define RADDLE_FROM_R(to, mode) __half2##to##_##mode
#define RADDLE_MATH(name) __raddle_math_half_##name
#include "raddle/narrow.h"
#undef RADDLE_WIDE
#undef RADDLE_H
#undef RADDLE_H2
#undef RADDLE_H_RAW
#undef RADDLE_H2_RAW
#undef RADDLE_PTX
#undef RADDLE_CONVERT
#undef RADDLE_OF_BITS
#undef RADDLE_COMPLEX_PART
#undef RADDLE_MAKE2
#undef RADDLE_TO
#undef RADDLE_TO_R
#undef RADDLE_FROM
#undef RADDLE_FROM_R
#undef RADDLE_MATH
typedef __half half, nv_half, __nv_half;
typedef __half2 half2, nv_half2, __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

RADDLE_HD __half2 __floats2half2_rn(float x, float y) { return __half2(__half(x), __half(y)); }
RADDLE_HD __half2 __float22half2_rn(float2 v) { return __floats2half2_rn(v.x, v.y); }
RADDLE_HD __half2 __float2half2_rn(float x) { return __floats2half2_rn(x, x); }
RADDLE_HD __half2 __half2half2(__half x) { return __half2(x, x); }
RADDLE_HD __half2 __halves2half2(__half x, __half y) { return __half2(x, y); }
RADDLE_HD __half __low2half(__half2 v) { return v.x; }
RADDLE_HD __half __high2half(__half2 v) { return v.y; }
RADDLE_HD __half2 __low2half2(__half2 v) { return __half2(v.x, v.x); }
RADDLE_HD __half2 __high2half2(__half2 v) { return __half2(v.y, v.y); }
RADDLE_HD __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
RADDLE_HD __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
RADDLE_HD float2 __half22float2(__half2 v) { return make_float2(__low2float(v), __high2float(v)); }
RADDLE_HD unsigned short __half_as_ushort(__half x) { return x.__x; }
RADDLE_HD short __half_as_short(__half x) { return (short)x.__x; }
RADDLE_HD __half __ushort_as_half(unsigned short x) { return __raddle_half_of_bits(x); }
RADDLE_HD __half __short_as_half(short x) { return __raddle_half_of_bits((unsigned short)x); }
#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7c00u)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bffu)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000u)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000u)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00u)
#include "raddle/no_inlining.h"
