/* cuFFT. Names, values and members only; written by crates/compile/api/make.py. */
#pragma once

struct cufftXt1dFactors_t;
enum cufftResult_t { CUFFT_SUCCESS, CUFFT_INVALID_PLAN, CUFFT_ALLOC_FAILED, CUFFT_INVALID_TYPE, CUFFT_INVALID_VALUE, CUFFT_INTERNAL_ERROR, CUFFT_EXEC_FAILED,
  CUFFT_SETUP_FAILED, CUFFT_INVALID_SIZE, CUFFT_UNALIGNED_DATA, CUFFT_INVALID_DEVICE = 11, CUFFT_NO_WORKSPACE = 13, CUFFT_NOT_IMPLEMENTED,
  CUFFT_NOT_SUPPORTED = 16, CUFFT_MISSING_DEPENDENCY, CUFFT_NVRTC_FAILURE, CUFFT_NVJITLINK_FAILURE, CUFFT_NVSHMEM_FAILURE };
typedef cufftResult_t cufftResult;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
enum cufftType_t { CUFFT_R2C = 42, CUFFT_C2R = 44, CUFFT_C2C = 41, CUFFT_D2Z = 106, CUFFT_Z2D = 108, CUFFT_Z2Z = 105 };
typedef cufftType_t cufftType;
enum cufftCompatibility_t { CUFFT_COMPATIBILITY_FFTW_PADDING = 1 };
typedef cufftCompatibility_t cufftCompatibility;
typedef int cufftHandle;
enum cufftProperty_t { NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT = 1, NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS, NVFFT_PLAN_PROPERTY_INT64_BLUESTEIN_ONLY,
  NVFFT_PLAN_PROPERTY_INT64_DISABLE_FMA };
typedef cufftProperty_t cufftProperty;
enum cufftXtSubFormat_t { CUFFT_XT_FORMAT_INPUT, CUFFT_XT_FORMAT_OUTPUT, CUFFT_XT_FORMAT_INPLACE, CUFFT_XT_FORMAT_INPLACE_SHUFFLED,
  CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED, CUFFT_XT_FORMAT_DISTRIBUTED_INPUT, CUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT, CUFFT_FORMAT_UNDEFINED };
typedef cufftXtSubFormat_t cufftXtSubFormat;
enum cufftXtCopyType_t { CUFFT_COPY_HOST_TO_DEVICE, CUFFT_COPY_DEVICE_TO_HOST, CUFFT_COPY_DEVICE_TO_DEVICE, CUFFT_COPY_UNDEFINED };
typedef cufftXtCopyType_t cufftXtCopyType;
enum cufftXtQueryType_t { CUFFT_QUERY_1D_FACTORS, CUFFT_QUERY_UNDEFINED };
typedef cufftXtQueryType_t cufftXtQueryType;
struct cufftXt1dFactors_t { long long size; long long stringCount; long long stringLength; long long substringLength; long long factor1; long long factor2;
  long long stringMask; long long substringMask; long long factor1Mask; long long factor2Mask; int stringShift; int substringShift; int factor1Shift;
  int factor2Shift; };
typedef cufftXt1dFactors_t cufftXt1dFactors;
enum cufftXtWorkAreaPolicy_t { CUFFT_WORKAREA_MINIMAL, CUFFT_WORKAREA_USER, CUFFT_WORKAREA_PERFORMANCE };
typedef cufftXtWorkAreaPolicy_t cufftXtWorkAreaPolicy;
enum cufftXtCallbackType_t { CUFFT_CB_LD_COMPLEX, CUFFT_CB_LD_COMPLEX_DOUBLE, CUFFT_CB_LD_REAL, CUFFT_CB_LD_REAL_DOUBLE, CUFFT_CB_ST_COMPLEX,
  CUFFT_CB_ST_COMPLEX_DOUBLE, CUFFT_CB_ST_REAL, CUFFT_CB_ST_REAL_DOUBLE, CUFFT_CB_UNDEFINED };
typedef cufftXtCallbackType_t cufftXtCallbackType;
typedef cufftComplex (*cufftCallbackLoadC)(void *, size_t, void *, void *);
typedef cufftDoubleComplex (*cufftCallbackLoadZ)(void *, size_t, void *, void *);
typedef cufftReal (*cufftCallbackLoadR)(void *, size_t, void *, void *);
typedef cufftDoubleReal (*cufftCallbackLoadD)(void *, size_t, void *, void *);
typedef void (*cufftCallbackStoreC)(void *, size_t, cufftComplex, void *, void *);
typedef void (*cufftCallbackStoreZ)(void *, size_t, cufftDoubleComplex, void *, void *);
typedef void (*cufftCallbackStoreR)(void *, size_t, cufftReal, void *, void *);
typedef void (*cufftCallbackStoreD)(void *, size_t, cufftDoubleReal, void *, void *);
typedef cufftComplex (*cufftJITCallbackLoadC)(void *, unsigned long long, void *, void *);
typedef cufftDoubleComplex (*cufftJITCallbackLoadZ)(void *, unsigned long long, void *, void *);
typedef cufftReal (*cufftJITCallbackLoadR)(void *, unsigned long long, void *, void *);
typedef cufftDoubleReal (*cufftJITCallbackLoadD)(void *, unsigned long long, void *, void *);
typedef void (*cufftJITCallbackStoreC)(void *, unsigned long long, cufftComplex, void *, void *);
typedef void (*cufftJITCallbackStoreZ)(void *, unsigned long long, cufftDoubleComplex, void *, void *);
typedef void (*cufftJITCallbackStoreR)(void *, unsigned long long, cufftReal, void *, void *);
typedef void (*cufftJITCallbackStoreD)(void *, unsigned long long, cufftDoubleReal, void *, void *);
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1
#define CUFFT_PLAN_NULL -1
#define CUFFT_VERSION 12500
#define CUFFT_VER_BUILD 14
#define CUFFT_VER_MAJOR 12
#define CUFFT_VER_MINOR 5
#define CUFFT_VER_PATCH 0

#define RADDLE_CALL(name) template <class... T> cufftResult name(T...);
RADDLE_CALL(cufftCreate) RADDLE_CALL(cufftDestroy) RADDLE_CALL(cufftEstimate1d) RADDLE_CALL(cufftEstimate2d) RADDLE_CALL(cufftEstimate3d)
  RADDLE_CALL(cufftEstimateMany) RADDLE_CALL(cufftExecC2C) RADDLE_CALL(cufftExecC2R) RADDLE_CALL(cufftExecD2Z) RADDLE_CALL(cufftExecR2C)
  RADDLE_CALL(cufftExecZ2D) RADDLE_CALL(cufftExecZ2Z) RADDLE_CALL(cufftGetPlanPropertyInt64) RADDLE_CALL(cufftGetProperty) RADDLE_CALL(cufftGetSize)
  RADDLE_CALL(cufftGetSize1d) RADDLE_CALL(cufftGetSize2d) RADDLE_CALL(cufftGetSize3d) RADDLE_CALL(cufftGetSizeMany) RADDLE_CALL(cufftGetSizeMany64)
  RADDLE_CALL(cufftGetVersion) RADDLE_CALL(cufftMakePlan1d) RADDLE_CALL(cufftMakePlan2d) RADDLE_CALL(cufftMakePlan3d) RADDLE_CALL(cufftMakePlanMany)
  RADDLE_CALL(cufftMakePlanMany64) RADDLE_CALL(cufftPlan1d) RADDLE_CALL(cufftPlan2d) RADDLE_CALL(cufftPlan3d) RADDLE_CALL(cufftPlanMany)
  RADDLE_CALL(cufftResetPlanProperty) RADDLE_CALL(cufftSetAutoAllocation) RADDLE_CALL(cufftSetPlanPropertyInt64) RADDLE_CALL(cufftSetStream)
  RADDLE_CALL(cufftSetWorkArea) RADDLE_CALL(cufftXtClearCallback) RADDLE_CALL(cufftXtExec) RADDLE_CALL(cufftXtExecDescriptor)
  RADDLE_CALL(cufftXtExecDescriptorC2C) RADDLE_CALL(cufftXtExecDescriptorC2R) RADDLE_CALL(cufftXtExecDescriptorD2Z) RADDLE_CALL(cufftXtExecDescriptorR2C)
  RADDLE_CALL(cufftXtExecDescriptorZ2D) RADDLE_CALL(cufftXtExecDescriptorZ2Z) RADDLE_CALL(cufftXtFree) RADDLE_CALL(cufftXtGetSizeMany)
  RADDLE_CALL(cufftXtMakePlanMany) RADDLE_CALL(cufftXtMalloc) RADDLE_CALL(cufftXtMemcpy) RADDLE_CALL(cufftXtQueryPlan) RADDLE_CALL(cufftXtSetCallback)
  RADDLE_CALL(cufftXtSetCallbackSharedSize) RADDLE_CALL(cufftXtSetGPUs) RADDLE_CALL(cufftXtSetJITCallback) RADDLE_CALL(cufftXtSetWorkArea)
  RADDLE_CALL(cufftXtSetWorkAreaPolicy)
#undef RADDLE_CALL
