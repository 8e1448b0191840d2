/* cuRAND. Names, values and members only; written by crates/compile/api/make.py. */
#pragma once

struct curandDiscreteDistribution_st; struct curandDistributionM2Shift_st; struct curandDistributionShift_st; struct curandGenerator_st;
  struct curandHistogramM2_st;
enum curandStatus { CURAND_STATUS_SUCCESS, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED, CURAND_STATUS_ALLOCATION_FAILED,
  CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_OUT_OF_RANGE, CURAND_STATUS_LENGTH_NOT_MULTIPLE, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED,
  CURAND_STATUS_LAUNCH_FAILURE = 201, CURAND_STATUS_PREEXISTING_FAILURE, CURAND_STATUS_INITIALIZATION_FAILED, CURAND_STATUS_ARCH_MISMATCH,
  CURAND_STATUS_INTERNAL_ERROR = 999 };
typedef curandStatus curandStatus_t;
enum curandRngType { CURAND_RNG_TEST, CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141, CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161, CURAND_RNG_QUASI_DEFAULT = 200, CURAND_RNG_QUASI_SOBOL32,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, CURAND_RNG_QUASI_SOBOL64, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 };
typedef curandRngType curandRngType_t;
enum curandOrdering { CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT, CURAND_ORDERING_PSEUDO_SEEDED, CURAND_ORDERING_PSEUDO_LEGACY,
  CURAND_ORDERING_PSEUDO_DYNAMIC, CURAND_ORDERING_QUASI_DEFAULT = 201 };
typedef curandOrdering curandOrdering_t;
enum curandDirectionVectorSet { CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6, CURAND_DIRECTION_VECTORS_64_JOEKUO6,
  CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 };
typedef curandDirectionVectorSet curandDirectionVectorSet_t;
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
typedef curandGenerator_st *curandGenerator_t;
typedef double curandDistribution_st;
typedef curandDistribution_st *curandDistribution_t;
typedef curandDistributionShift_st *curandDistributionShift_t;
typedef curandDistributionM2Shift_st *curandDistributionM2Shift_t;
typedef curandHistogramM2_st *curandHistogramM2_t;
typedef unsigned int curandHistogramM2K_st;
typedef curandHistogramM2K_st *curandHistogramM2K_t;
typedef curandDistribution_st curandHistogramM2V_st;
typedef curandHistogramM2V_st *curandHistogramM2V_t;
typedef curandDiscreteDistribution_st *curandDiscreteDistribution_t;
enum curandMethod { CURAND_CHOOSE_BEST, CURAND_ITR, CURAND_KNUTH, CURAND_HITR, CURAND_M1, CURAND_M2, CURAND_BINARY_SEARCH, CURAND_DISCRETE_GAUSS,
  CURAND_REJECTION, CURAND_DEVICE_API, CURAND_FAST_REJECTION, CURAND_3RD, CURAND_DEFINITION, CURAND_POISSON };
typedef curandMethod curandMethod_t;
#define CURAND_VER_BUILD 25
#define CURAND_VER_MAJOR 10
#define CURAND_VER_MINOR 4
#define CURAND_VER_PATCH 5

#define RADDLE_CALL(name) template <class... T> curandStatus_t name(T...);
RADDLE_CALL(curandCreateGenerator) RADDLE_CALL(curandCreateGeneratorHost) RADDLE_CALL(curandCreatePoissonDistribution) RADDLE_CALL(curandDestroyDistribution)
  RADDLE_CALL(curandDestroyGenerator) RADDLE_CALL(curandGenerate) RADDLE_CALL(curandGenerateBinomial) RADDLE_CALL(curandGenerateBinomialMethod)
  RADDLE_CALL(curandGenerateLogNormal) RADDLE_CALL(curandGenerateLogNormalDouble) RADDLE_CALL(curandGenerateLongLong) RADDLE_CALL(curandGenerateNormal)
  RADDLE_CALL(curandGenerateNormalDouble) RADDLE_CALL(curandGeneratePoisson) RADDLE_CALL(curandGeneratePoissonMethod) RADDLE_CALL(curandGenerateSeeds)
  RADDLE_CALL(curandGenerateUniform) RADDLE_CALL(curandGenerateUniformDouble) RADDLE_CALL(curandGetDirectionVectors32) RADDLE_CALL(curandGetDirectionVectors64)
  RADDLE_CALL(curandGetProperty) RADDLE_CALL(curandGetScrambleConstants32) RADDLE_CALL(curandGetScrambleConstants64) RADDLE_CALL(curandGetVersion)
  RADDLE_CALL(curandSetGeneratorOffset) RADDLE_CALL(curandSetGeneratorOrdering) RADDLE_CALL(curandSetPseudoRandomGeneratorSeed)
  RADDLE_CALL(curandSetQuasiRandomGeneratorDimensions) RADDLE_CALL(curandSetStream)
#undef RADDLE_CALL
