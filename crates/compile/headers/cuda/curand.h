/* The host's interface of cuRAND, as far as a source needs it to parse. */
#pragma once
#include "raddle/cuda.h"
#include "raddle/library.h"
RADDLE_HANDLE(curandGenerator)
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
typedef struct curandDiscreteDistribution_st *curandDiscreteDistribution_t;
typedef enum curandStatus { CURAND_STATUS_SUCCESS, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED,
  CURAND_STATUS_ALLOCATION_FAILED, CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_OUT_OF_RANGE, CURAND_STATUS_LENGTH_NOT_MULTIPLE,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED, CURAND_STATUS_LAUNCH_FAILURE = 201, CURAND_STATUS_PREEXISTING_FAILURE,
  CURAND_STATUS_INITIALIZATION_FAILED, CURAND_STATUS_ARCH_MISMATCH, CURAND_STATUS_INTERNAL_ERROR = 999 } curandStatus_t;
typedef enum curandRngType { CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141, CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161, CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, CURAND_RNG_QUASI_SOBOL64, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 } curandRngType_t;
typedef enum curandDirectionVectorSet { CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6,
  CURAND_DIRECTION_VECTORS_64_JOEKUO6, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 } curandDirectionVectorSet_t;
RADDLE_LIBRARY(curandStatus_t, curandCreateGenerator) RADDLE_LIBRARY(curandStatus_t, curandCreateGeneratorHost)
RADDLE_LIBRARY(curandStatus_t, curandDestroyGenerator) RADDLE_LIBRARY(curandStatus_t, curandSetStream)
RADDLE_LIBRARY(curandStatus_t, curandSetPseudoRandomGeneratorSeed) RADDLE_LIBRARY(curandStatus_t, curandSetGeneratorOffset)
RADDLE_LIBRARY(curandStatus_t, curandSetGeneratorOrdering) RADDLE_LIBRARY(curandStatus_t, curandSetQuasiRandomGeneratorDimensions)
RADDLE_LIBRARY(curandStatus_t, curandGenerate) RADDLE_LIBRARY(curandStatus_t, curandGenerateLongLong)
RADDLE_LIBRARY(curandStatus_t, curandGenerateUniform) RADDLE_LIBRARY(curandStatus_t, curandGenerateUniformDouble)
RADDLE_LIBRARY(curandStatus_t, curandGenerateNormal) RADDLE_LIBRARY(curandStatus_t, curandGenerateNormalDouble)
RADDLE_LIBRARY(curandStatus_t, curandGenerateLogNormal) RADDLE_LIBRARY(curandStatus_t, curandGenerateLogNormalDouble)
RADDLE_LIBRARY(curandStatus_t, curandGeneratePoisson) RADDLE_LIBRARY(curandStatus_t, curandGenerateSeeds)
RADDLE_LIBRARY(curandStatus_t, curandGetDirectionVectors32) RADDLE_LIBRARY(curandStatus_t, curandGetDirectionVectors64)
RADDLE_LIBRARY(curandStatus_t, curandGetScrambleConstants32) RADDLE_LIBRARY(curandStatus_t, curandGetScrambleConstants64)
RADDLE_LIBRARY(curandStatus_t, curandCreatePoissonDistribution) RADDLE_LIBRARY(curandStatus_t, curandDestroyDistribution)
RADDLE_LIBRARY(curandStatus_t, curandGetVersion)
