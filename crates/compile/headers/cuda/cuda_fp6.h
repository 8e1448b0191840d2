/* Numbers of six bits. Their conversions are functions of which nothing else is known. */
#pragma once
#include "cuda_fp8.h"
#include "raddle/inlining.h"
#include "raddle/small_floats.h"
typedef __nv_fp8_storage_t __nv_fp6_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp6x2_storage_t;
typedef __nv_fp8x4_storage_t __nv_fp6x4_storage_t;
typedef enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 } __nv_fp6_interpretation_t;
RADDLE_SMALL_FLOAT(fp6, 6, __nv_fp6_storage_t, __nv_fp6x2_storage_t, __nv_fp6_interpretation_t, 200)
RADDLE_SMALL_TYPE(__nv_fp6_e2m3, fp6, __NV_E2M3, __nv_fp6_storage_t)
RADDLE_SMALL_TYPE(__nv_fp6_e3m2, fp6, __NV_E3M2, __nv_fp6_storage_t)
RADDLE_SMALL_PAIR(__nv_fp6x2_e2m3, fp6, __NV_E2M3, __nv_fp6x2_storage_t)
RADDLE_SMALL_PAIR(__nv_fp6x2_e3m2, fp6, __NV_E3M2, __nv_fp6x2_storage_t)
#undef RADDLE_SMALL_FLOAT
#undef RADDLE_SMALL_TYPE
#undef RADDLE_SMALL_PAIR
#include "raddle/no_inlining.h"
