/* The host's interface of cuFFT, as far as a source needs it to parse. */
#pragma once
#include "raddle/cuda.h"
#include "raddle/library.h"
#include "cuComplex.h"
#include "library_types.h"
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
typedef enum cufftResult_t { CUFFT_SUCCESS, CUFFT_INVALID_PLAN, CUFFT_ALLOC_FAILED, CUFFT_INVALID_TYPE, CUFFT_INVALID_VALUE,
  CUFFT_INTERNAL_ERROR, CUFFT_EXEC_FAILED, CUFFT_SETUP_FAILED, CUFFT_INVALID_SIZE, CUFFT_UNALIGNED_DATA } cufftResult;
typedef enum cufftType_t { CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69 } cufftType;
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1
#define RADDLE_FFT(name) RADDLE_LIBRARY(cufftResult, cufft##name)
RADDLE_FFT(Plan1d) RADDLE_FFT(Plan2d) RADDLE_FFT(Plan3d) RADDLE_FFT(PlanMany) RADDLE_FFT(Create) RADDLE_FFT(Destroy) RADDLE_FFT(SetStream)
RADDLE_FFT(MakePlan1d) RADDLE_FFT(MakePlan2d) RADDLE_FFT(MakePlan3d) RADDLE_FFT(MakePlanMany) RADDLE_FFT(GetSize) RADDLE_FFT(SetWorkArea)
RADDLE_FFT(SetAutoAllocation) RADDLE_FFT(EstimateMany) RADDLE_FFT(GetVersion)
RADDLE_FFT(ExecC2C) RADDLE_FFT(ExecR2C) RADDLE_FFT(ExecC2R) RADDLE_FFT(ExecZ2Z) RADDLE_FFT(ExecD2Z) RADDLE_FFT(ExecZ2D)
#undef RADDLE_FFT
