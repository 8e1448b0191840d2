/* cuda_bf16.h: bfloat16, the upper half of a float. */
#pragma once
#include "raddle/cuda.h"
#include "raddle/inlining.h"

#define RADDLE_WIDE(bits) __builtin_bit_cast(float, (unsigned int)(bits) << 16)
#define RADDLE_H __nv_bfloat16
#define RADDLE_H2 __nv_bfloat162
#define RADDLE_H_RAW __nv_bfloat16_raw
#define RADDLE_H2_RAW __nv_bfloat162_raw
#define RADDLE_PTX "bf16"
#define RADDLE_CONVERT __raddle_to_bfloat16
#define RADDLE_OF_BITS __raddle_bfloat16_of_bits
#define RADDLE_COMPLEX_PART __raddle_bfloat16_complex
#define RADDLE_MAKE2 make_bfloat162
#define RADDLE_TO(from) __##from##2bfloat16
#define RADDLE_TO_R(from, mode) __##from##2bfloat16_##mode
#define RADDLE_FROM(to) __bfloat162##to
#define RADDLE_FROM_R(to, mode) __bfloat162##to##_##mode
#define RADDLE_MATH(name) __raddle_math_bfloat16_##name
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
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

RADDLE_HD __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(y)); }
RADDLE_HD __nv_bfloat162 __float22bfloat162_rn(float2 v) { return __floats2bfloat162_rn(v.x, v.y); }
RADDLE_HD __nv_bfloat162 __float2bfloat162_rn(float x) { return __floats2bfloat162_rn(x, x); }
RADDLE_HD __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return __nv_bfloat162(x, x); }
RADDLE_HD __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
RADDLE_HD __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
RADDLE_HD __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
RADDLE_HD __nv_bfloat162 __low2bfloat162(__nv_bfloat162 v) { return __nv_bfloat162(v.x, v.x); }
RADDLE_HD __nv_bfloat162 __high2bfloat162(__nv_bfloat162 v) { return __nv_bfloat162(v.y, v.y); }
RADDLE_HD __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
RADDLE_HD __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }
RADDLE_HD float2 __bfloat1622float2(__nv_bfloat162 v) { return make_float2(__low2float(v), __high2float(v)); }
RADDLE_HD unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return x.__x; }
RADDLE_HD short __bfloat16_as_short(__nv_bfloat16 x) { return (short)x.__x; }
RADDLE_HD __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) { return __raddle_bfloat16_of_bits(x); }
RADDLE_HD __nv_bfloat16 __short_as_bfloat16(short x) { return __raddle_bfloat16_of_bits((unsigned short)x); }
#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80u)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7fu)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000u)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000u)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80u)
#include "raddle/no_inlining.h"
