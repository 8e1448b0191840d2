/* Numbers of four bits, and scales of eight (E8M0). Their conversions are functions of which nothing else is known. */
#pragma once
#include "cuda_fp6.h"
#include "raddle/inlining.h"
#include "raddle/small_floats.h"
typedef __nv_fp8_storage_t __nv_fp4_storage_t;
typedef __nv_fp8_storage_t __nv_fp4x2_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp4x4_storage_t;
typedef enum __nv_fp4_interpretation_t { __NV_E2M1 } __nv_fp4_interpretation_t;
RADDLE_SMALL_FLOAT(fp4, 4, __nv_fp4_storage_t, __nv_fp4x2_storage_t, __nv_fp4_interpretation_t, 300)
RADDLE_SMALL_TYPE(__nv_fp4_e2m1, fp4, __NV_E2M1, __nv_fp4_storage_t)
RADDLE_SMALL_PAIR(__nv_fp4x2_e2m1, fp4, __NV_E2M1, __nv_fp4x2_storage_t)
struct __nv_fp4x4_e2m1 {
  __nv_fp4x4_storage_t __x;
  __nv_fp4x4_e2m1() = default;
  RADDLE_HD_METHOD explicit __nv_fp4x4_e2m1(float4 x)
      : __x((__nv_fp4x4_storage_t)(__nv_fp4x2_e2m1(float2{x.x, x.y}).__x | __nv_fp4x2_e2m1(float2{x.z, x.w}).__x << 8)) {}
};
#undef RADDLE_SMALL_FLOAT
#undef RADDLE_SMALL_TYPE
#undef RADDLE_SMALL_PAIR
#include "raddle/no_inlining.h"
