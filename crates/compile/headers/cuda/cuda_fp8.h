/* Numbers of eight bits. Their conversions are functions of which nothing else is known. */
#pragma once
#include "raddle/cuda.h"
#include "raddle/inlining.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;
extern "C" __attribute__((host, device, const)) unsigned int __raddle_math_to_fp8(double, int saturation, int interpretation);
extern "C" __attribute__((host, device, const)) float __raddle_math_of_fp8(unsigned int, int interpretation);
RADDLE_HD __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturation, __nv_fp8_interpretation_t as) {
  return (__nv_fp8_storage_t)__raddle_math_to_fp8(x, saturation, as);
}
RADDLE_HD __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturation, __nv_fp8_interpretation_t as) {
  return __nv_cvt_double_to_fp8(x, saturation, as);
}
RADDLE_HD __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturation, __nv_fp8_interpretation_t as) {
  return __nv_cvt_double_to_fp8((float)__half(x), saturation, as);
}
RADDLE_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t saturation, __nv_fp8_interpretation_t as) {
  return __nv_cvt_double_to_fp8((float)__nv_bfloat16(x), saturation, as);
}
RADDLE_HD __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturation, __nv_fp8_interpretation_t as) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(x.x, saturation, as) | __nv_cvt_float_to_fp8(x.y, saturation, as) << 8);
}
RADDLE_HD __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t as) {
  return __float2half(__raddle_math_of_fp8(x, as));
}
RADDLE_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t as) {
  return __half2(__half(__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, as)), __half(__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), as)));
}
#define RADDLE_FP8(name, as)                                                                                           \
  struct name {                                                                                                        \
    __nv_fp8_storage_t __x;                                                                                            \
    name() = default;                                                                                                  \
    RADDLE_HD_METHOD explicit name(float x) : __x(__nv_cvt_float_to_fp8(x, __NV_SATFINITE, as)) {}                     \
    RADDLE_HD_METHOD explicit name(double x) : __x(__nv_cvt_double_to_fp8(x, __NV_SATFINITE, as)) {}                   \
    RADDLE_HD_METHOD explicit name(int x) : __x(__nv_cvt_double_to_fp8(x, __NV_SATFINITE, as)) {}                      \
    RADDLE_HD_METHOD explicit name(__half x) : __x(__nv_cvt_float_to_fp8((float)x, __NV_SATFINITE, as)) {}             \
    RADDLE_HD_METHOD explicit name(__nv_bfloat16 x) : __x(__nv_cvt_float_to_fp8((float)x, __NV_SATFINITE, as)) {}      \
    RADDLE_HD_METHOD explicit operator float() const { return __raddle_math_of_fp8(__x, as); }                         \
    RADDLE_HD_METHOD explicit operator double() const { return __raddle_math_of_fp8(__x, as); }                        \
    RADDLE_HD_METHOD explicit operator __half() const { return __float2half(__raddle_math_of_fp8(__x, as)); }          \
    RADDLE_HD_METHOD explicit operator __nv_bfloat16() const { return __float2bfloat16(__raddle_math_of_fp8(__x, as)); } \
  };
RADDLE_FP8(__nv_fp8_e4m3, __NV_E4M3)
RADDLE_FP8(__nv_fp8_e5m2, __NV_E5M2)
#undef RADDLE_FP8
/* Scales: powers of two. */
RADDLE_HD __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x, __nv_saturation_t saturation, cudaRoundMode mode) {
  return (__nv_fp8_storage_t)__raddle_math_to_fp8(x, saturation * 4 + mode, 100);
}
RADDLE_HD __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, __nv_saturation_t saturation, cudaRoundMode mode) {
  return __nv_cvt_double_to_e8m0(x, saturation, mode);
}
RADDLE_HD __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x) { return __float2bfloat16(__raddle_math_of_fp8(x, 100)); }
struct __nv_fp8_e8m0 {
  __nv_fp8_storage_t __x;
  __nv_fp8_e8m0() = default;
  RADDLE_HD_METHOD explicit __nv_fp8_e8m0(float x) : __x(__nv_cvt_float_to_e8m0(x, __NV_SATFINITE, cudaRoundPosInf)) {}
  RADDLE_HD_METHOD explicit operator float() const { return __raddle_math_of_fp8(__x, 100); }
};
#define RADDLE_FP8_PAIR(name, as)                                                                                      \
  struct name {                                                                                                        \
    __nv_fp8x2_storage_t __x;                                                                                          \
    name() = default;                                                                                                  \
    RADDLE_HD_METHOD explicit name(float2 x) : __x(__nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, as)) {}                 \
    RADDLE_HD_METHOD explicit name(__half2 x) : name(__half22float2(x)) {}                                             \
    RADDLE_HD_METHOD explicit operator __half2() const { return __half2(__nv_cvt_fp8x2_to_halfraw2(__x, as)); }        \
    RADDLE_HD_METHOD explicit operator float2() const { return __half22float2((__half2)*this); }                       \
  };
#define RADDLE_FP8_FOUR(name, as)                                                                                      \
  struct name {                                                                                                        \
    __nv_fp8x4_storage_t __x;                                                                                          \
    name() = default;                                                                                                  \
    RADDLE_HD_METHOD explicit name(float4 x)                                                                           \
        : __x((__nv_fp8x4_storage_t)__nv_cvt_float2_to_fp8x2(float2{x.x, x.y}, __NV_SATFINITE, as) |                   \
              (__nv_fp8x4_storage_t)__nv_cvt_float2_to_fp8x2(float2{x.z, x.w}, __NV_SATFINITE, as) << 16) {}           \
    RADDLE_HD_METHOD explicit operator float4() const {                                                                \
      return float4{__raddle_math_of_fp8(__x & 255, as), __raddle_math_of_fp8(__x >> 8 & 255, as),                     \
                    __raddle_math_of_fp8(__x >> 16 & 255, as), __raddle_math_of_fp8(__x >> 24, as)};                   \
    }                                                                                                                  \
  };
RADDLE_FP8_PAIR(__nv_fp8x2_e4m3, __NV_E4M3)
RADDLE_FP8_PAIR(__nv_fp8x2_e5m2, __NV_E5M2)
RADDLE_FP8_FOUR(__nv_fp8x4_e4m3, __NV_E4M3)
RADDLE_FP8_FOUR(__nv_fp8x4_e5m2, __NV_E5M2)
#undef RADDLE_FP8_PAIR
#undef RADDLE_FP8_FOUR
#include "raddle/no_inlining.h"
