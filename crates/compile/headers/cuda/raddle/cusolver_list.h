/* cuSOLVER. Names, values and members only; written by crates/compile/api/make.py. */
#pragma once

struct csrqrInfo; struct cusolverDnContext; struct cusolverDnIRSInfos; struct cusolverDnIRSParams; struct cusolverDnParams; struct cusolverRfCommon; 
  struct cusolverSpContext; struct gesvdjInfo; struct syevjInfo;
typedef cusolverDnContext *cusolverDnHandle_t;
typedef syevjInfo *syevjInfo_t;
typedef gesvdjInfo *gesvdjInfo_t;
typedef cusolverDnIRSParams *cusolverDnIRSParams_t;
typedef cusolverDnIRSInfos *cusolverDnIRSInfos_t;
typedef cusolverDnParams *cusolverDnParams_t;
enum cusolverDnFunction_t { CUSOLVERDN_GETRF, CUSOLVERDN_POTRF, CUSOLVERDN_SYEVBATCHED, CUSOLVERDN_GEQRF, CUSOLVERDN_SYEVD, CUSOLVERDN_GESVD, CUSOLVERDN_GEEV };
typedef int cusolver_int_t;
enum cusolverStatus_t { CUSOLVER_STATUS_SUCCESS, CUSOLVER_STATUS_NOT_INITIALIZED, CUSOLVER_STATUS_ALLOC_FAILED, CUSOLVER_STATUS_INVALID_VALUE, 
  CUSOLVER_STATUS_ARCH_MISMATCH, CUSOLVER_STATUS_MAPPING_ERROR, CUSOLVER_STATUS_EXECUTION_FAILED, CUSOLVER_STATUS_INTERNAL_ERROR, 
  CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED, CUSOLVER_STATUS_NOT_SUPPORTED, CUSOLVER_STATUS_ZERO_PIVOT, CUSOLVER_STATUS_INVALID_LICENSE, 
  CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED, CUSOLVER_STATUS_IRS_PARAMS_INVALID, CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC, 
  CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE, CUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER, CUSOLVER_STATUS_IRS_INTERNAL_ERROR = 20, 
  CUSOLVER_STATUS_IRS_NOT_SUPPORTED, CUSOLVER_STATUS_IRS_OUT_OF_RANGE, CUSOLVER_STATUS_IRS_NRHS_NOT_SUPPORTED_FOR_REFINE_GMRES, 
  CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED = 25, CUSOLVER_STATUS_IRS_INFOS_NOT_DESTROYED, CUSOLVER_STATUS_IRS_MATRIX_SINGULAR = 30, 
  CUSOLVER_STATUS_INVALID_WORKSPACE };
enum cusolverEigType_t { CUSOLVER_EIG_TYPE_1 = 1, CUSOLVER_EIG_TYPE_2, CUSOLVER_EIG_TYPE_3 };
enum cusolverEigMode_t { CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR };
enum cusolverEigRange_t { CUSOLVER_EIG_RANGE_ALL = 1001, CUSOLVER_EIG_RANGE_I, CUSOLVER_EIG_RANGE_V };
enum cusolverEigComp_t { CUSOLVER_EIG_COMP_N = 10, CUSOLVER_EIG_COMP_I, CUSOLVER_EIG_COMP_V };
enum cusolverNorm_t { CUSOLVER_INF_NORM = 104, CUSOLVER_MAX_NORM, CUSOLVER_ONE_NORM, CUSOLVER_FRO_NORM };
enum cusolverIRSRefinement_t { CUSOLVER_IRS_REFINE_NOT_SET = 1100, CUSOLVER_IRS_REFINE_NONE, CUSOLVER_IRS_REFINE_CLASSICAL, 
  CUSOLVER_IRS_REFINE_CLASSICAL_GMRES, CUSOLVER_IRS_REFINE_GMRES, CUSOLVER_IRS_REFINE_GMRES_GMRES, CUSOLVER_IRS_REFINE_GMRES_NOPCOND, CUSOLVER_PREC_DD = 1150, 
  CUSOLVER_PREC_SS, CUSOLVER_PREC_SHT };
enum cusolverPrecType_t { CUSOLVER_R_8I = 1201, CUSOLVER_R_8U, CUSOLVER_R_64F, CUSOLVER_R_32F, CUSOLVER_R_16F, CUSOLVER_R_16BF, CUSOLVER_R_TF32, CUSOLVER_R_AP, 
  CUSOLVER_C_8I = 1211, CUSOLVER_C_8U, CUSOLVER_C_64F, CUSOLVER_C_32F, CUSOLVER_C_16F, CUSOLVER_C_16BF, CUSOLVER_C_TF32, CUSOLVER_C_AP };
enum cusolverAlgMode_t { CUSOLVER_ALG_0, CUSOLVER_ALG_1, CUSOLVER_ALG_2 };
enum cusolverStorevMode_t { CUBLAS_STOREV_COLUMNWISE, CUBLAS_STOREV_ROWWISE };
enum cusolverDirectMode_t { CUBLAS_DIRECT_FORWARD, CUBLAS_DIRECT_BACKWARD };
enum cusolverDeterministicMode_t { CUSOLVER_DETERMINISTIC_RESULTS = 1, CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS };
enum cusolverMathMode_t { CUSOLVER_DEFAULT_MATH = 1, CUSOLVER_FP32_EMULATED_BF16X9_MATH, CUSOLVER_FP64_EMULATED_FIXEDPOINT_MATH = 4, 
  CUSOLVER_FP32_FP64_EMULATED_MATH = 6 };
typedef void (*cusolverDnLoggerCallback_t)(int, const char *, const char *);
typedef cusolverSpContext *cusolverSpHandle_t;
typedef csrqrInfo *csrqrInfo_t;
enum cusolverRfResetValuesFastMode_t { CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF, CUSOLVERRF_RESET_VALUES_FAST_MODE_ON };
enum cusolverRfMatrixFormat_t { CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_MATRIX_FORMAT_CSC };
enum cusolverRfUnitDiagonal_t { CUSOLVERRF_UNIT_DIAGONAL_STORED_L, CUSOLVERRF_UNIT_DIAGONAL_STORED_U, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L, 
  CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U };
enum cusolverRfFactorization_t { CUSOLVERRF_FACTORIZATION_ALG0, CUSOLVERRF_FACTORIZATION_ALG1, CUSOLVERRF_FACTORIZATION_ALG2 };
enum cusolverRfTriangularSolve_t { CUSOLVERRF_TRIANGULAR_SOLVE_ALG1 = 1, CUSOLVERRF_TRIANGULAR_SOLVE_ALG2, CUSOLVERRF_TRIANGULAR_SOLVE_ALG3 };
enum cusolverRfNumericBoostReport_t { CUSOLVERRF_NUMERIC_BOOST_NOT_USED, CUSOLVERRF_NUMERIC_BOOST_USED };
typedef cusolverRfCommon *cusolverRfHandle_t;
#define CUSOLVER_VER_BUILD 2
#define CUSOLVER_VER_MAJOR 12
#define CUSOLVER_VER_MINOR 4
#define CUSOLVER_VER_PATCH 1

#define RADDLE_CALL(name) template <class... T> cusolverStatus_t name(T...);
RADDLE_CALL(cusolverDnCCgels) RADDLE_CALL(cusolverDnCCgels_bufferSize) RADDLE_CALL(cusolverDnCCgesv) RADDLE_CALL(cusolverDnCCgesv_bufferSize) 
  RADDLE_CALL(cusolverDnCEgels) RADDLE_CALL(cusolverDnCEgels_bufferSize) RADDLE_CALL(cusolverDnCEgesv) RADDLE_CALL(cusolverDnCEgesv_bufferSize) 
  RADDLE_CALL(cusolverDnCKgels) RADDLE_CALL(cusolverDnCKgels_bufferSize) RADDLE_CALL(cusolverDnCKgesv) RADDLE_CALL(cusolverDnCKgesv_bufferSize) 
  RADDLE_CALL(cusolverDnCYgels) RADDLE_CALL(cusolverDnCYgels_bufferSize) RADDLE_CALL(cusolverDnCYgesv) RADDLE_CALL(cusolverDnCYgesv_bufferSize) 
  RADDLE_CALL(cusolverDnCgebrd) RADDLE_CALL(cusolverDnCgebrd_bufferSize) RADDLE_CALL(cusolverDnCgeqrf) RADDLE_CALL(cusolverDnCgeqrf_bufferSize) 
  RADDLE_CALL(cusolverDnCgesvd) RADDLE_CALL(cusolverDnCgesvd_bufferSize) RADDLE_CALL(cusolverDnCgesvdaStridedBatched) 
  RADDLE_CALL(cusolverDnCgesvdaStridedBatched_bufferSize) RADDLE_CALL(cusolverDnCgesvdj) RADDLE_CALL(cusolverDnCgesvdjBatched) 
  RADDLE_CALL(cusolverDnCgesvdjBatched_bufferSize) RADDLE_CALL(cusolverDnCgesvdj_bufferSize) RADDLE_CALL(cusolverDnCgetrf) 
  RADDLE_CALL(cusolverDnCgetrf_bufferSize) RADDLE_CALL(cusolverDnCgetrs) RADDLE_CALL(cusolverDnCheevd) RADDLE_CALL(cusolverDnCheevd_bufferSize) 
  RADDLE_CALL(cusolverDnCheevdx) RADDLE_CALL(cusolverDnCheevdx_bufferSize) RADDLE_CALL(cusolverDnCheevj) RADDLE_CALL(cusolverDnCheevjBatched) 
  RADDLE_CALL(cusolverDnCheevjBatched_bufferSize) RADDLE_CALL(cusolverDnCheevj_bufferSize) RADDLE_CALL(cusolverDnChegvd) 
  RADDLE_CALL(cusolverDnChegvd_bufferSize) RADDLE_CALL(cusolverDnChegvdx) RADDLE_CALL(cusolverDnChegvdx_bufferSize) RADDLE_CALL(cusolverDnChegvj) 
  RADDLE_CALL(cusolverDnChegvj_bufferSize) RADDLE_CALL(cusolverDnChetrd) RADDLE_CALL(cusolverDnChetrd_bufferSize) RADDLE_CALL(cusolverDnClaswp) 
  RADDLE_CALL(cusolverDnClauum) RADDLE_CALL(cusolverDnClauum_bufferSize) RADDLE_CALL(cusolverDnCpotrf) RADDLE_CALL(cusolverDnCpotrfBatched) 
  RADDLE_CALL(cusolverDnCpotrf_bufferSize) RADDLE_CALL(cusolverDnCpotri) RADDLE_CALL(cusolverDnCpotri_bufferSize) RADDLE_CALL(cusolverDnCpotrs) 
  RADDLE_CALL(cusolverDnCpotrsBatched) RADDLE_CALL(cusolverDnCreate) RADDLE_CALL(cusolverDnCreateGesvdjInfo) RADDLE_CALL(cusolverDnCreateParams) 
  RADDLE_CALL(cusolverDnCreateSyevjInfo) RADDLE_CALL(cusolverDnCsytrf) RADDLE_CALL(cusolverDnCsytrf_bufferSize) RADDLE_CALL(cusolverDnCsytri) 
  RADDLE_CALL(cusolverDnCsytri_bufferSize) RADDLE_CALL(cusolverDnCungbr) RADDLE_CALL(cusolverDnCungbr_bufferSize) RADDLE_CALL(cusolverDnCungqr) 
  RADDLE_CALL(cusolverDnCungqr_bufferSize) RADDLE_CALL(cusolverDnCungtr) RADDLE_CALL(cusolverDnCungtr_bufferSize) RADDLE_CALL(cusolverDnCunmqr) 
  RADDLE_CALL(cusolverDnCunmqr_bufferSize) RADDLE_CALL(cusolverDnCunmtr) RADDLE_CALL(cusolverDnCunmtr_bufferSize) RADDLE_CALL(cusolverDnDBgels) 
  RADDLE_CALL(cusolverDnDBgels_bufferSize) RADDLE_CALL(cusolverDnDBgesv) RADDLE_CALL(cusolverDnDBgesv_bufferSize) RADDLE_CALL(cusolverDnDDgels) 
  RADDLE_CALL(cusolverDnDDgels_bufferSize) RADDLE_CALL(cusolverDnDDgesv) RADDLE_CALL(cusolverDnDDgesv_bufferSize) RADDLE_CALL(cusolverDnDHgels) 
  RADDLE_CALL(cusolverDnDHgels_bufferSize) RADDLE_CALL(cusolverDnDHgesv) RADDLE_CALL(cusolverDnDHgesv_bufferSize) RADDLE_CALL(cusolverDnDSgels) 
  RADDLE_CALL(cusolverDnDSgels_bufferSize) RADDLE_CALL(cusolverDnDSgesv) RADDLE_CALL(cusolverDnDSgesv_bufferSize) RADDLE_CALL(cusolverDnDXgels) 
  RADDLE_CALL(cusolverDnDXgels_bufferSize) RADDLE_CALL(cusolverDnDXgesv) RADDLE_CALL(cusolverDnDXgesv_bufferSize) RADDLE_CALL(cusolverDnDestroy) 
  RADDLE_CALL(cusolverDnDestroyGesvdjInfo) RADDLE_CALL(cusolverDnDestroyParams) RADDLE_CALL(cusolverDnDestroySyevjInfo) RADDLE_CALL(cusolverDnDgebrd) 
  RADDLE_CALL(cusolverDnDgebrd_bufferSize) RADDLE_CALL(cusolverDnDgeqrf) RADDLE_CALL(cusolverDnDgeqrf_bufferSize) RADDLE_CALL(cusolverDnDgesvd) 
  RADDLE_CALL(cusolverDnDgesvd_bufferSize) RADDLE_CALL(cusolverDnDgesvdaStridedBatched) RADDLE_CALL(cusolverDnDgesvdaStridedBatched_bufferSize) 
  RADDLE_CALL(cusolverDnDgesvdj) RADDLE_CALL(cusolverDnDgesvdjBatched) RADDLE_CALL(cusolverDnDgesvdjBatched_bufferSize) 
  RADDLE_CALL(cusolverDnDgesvdj_bufferSize) RADDLE_CALL(cusolverDnDgetrf) RADDLE_CALL(cusolverDnDgetrf_bufferSize) RADDLE_CALL(cusolverDnDgetrs) 
  RADDLE_CALL(cusolverDnDlaswp) RADDLE_CALL(cusolverDnDlauum) RADDLE_CALL(cusolverDnDlauum_bufferSize) RADDLE_CALL(cusolverDnDorgbr) 
  RADDLE_CALL(cusolverDnDorgbr_bufferSize) RADDLE_CALL(cusolverDnDorgqr) RADDLE_CALL(cusolverDnDorgqr_bufferSize) RADDLE_CALL(cusolverDnDorgtr) 
  RADDLE_CALL(cusolverDnDorgtr_bufferSize) RADDLE_CALL(cusolverDnDormqr) RADDLE_CALL(cusolverDnDormqr_bufferSize) RADDLE_CALL(cusolverDnDormtr) 
  RADDLE_CALL(cusolverDnDormtr_bufferSize) RADDLE_CALL(cusolverDnDpotrf) RADDLE_CALL(cusolverDnDpotrfBatched) RADDLE_CALL(cusolverDnDpotrf_bufferSize) 
  RADDLE_CALL(cusolverDnDpotri) RADDLE_CALL(cusolverDnDpotri_bufferSize) RADDLE_CALL(cusolverDnDpotrs) RADDLE_CALL(cusolverDnDpotrsBatched) 
  RADDLE_CALL(cusolverDnDsyevd) RADDLE_CALL(cusolverDnDsyevd_bufferSize) RADDLE_CALL(cusolverDnDsyevdx) RADDLE_CALL(cusolverDnDsyevdx_bufferSize) 
  RADDLE_CALL(cusolverDnDsyevj) RADDLE_CALL(cusolverDnDsyevjBatched) RADDLE_CALL(cusolverDnDsyevjBatched_bufferSize) RADDLE_CALL(cusolverDnDsyevj_bufferSize) 
  RADDLE_CALL(cusolverDnDsygvd) RADDLE_CALL(cusolverDnDsygvd_bufferSize) RADDLE_CALL(cusolverDnDsygvdx) RADDLE_CALL(cusolverDnDsygvdx_bufferSize) 
  RADDLE_CALL(cusolverDnDsygvj) RADDLE_CALL(cusolverDnDsygvj_bufferSize) RADDLE_CALL(cusolverDnDsytrd) RADDLE_CALL(cusolverDnDsytrd_bufferSize) 
  RADDLE_CALL(cusolverDnDsytrf) RADDLE_CALL(cusolverDnDsytrf_bufferSize) RADDLE_CALL(cusolverDnDsytri) RADDLE_CALL(cusolverDnDsytri_bufferSize) 
  RADDLE_CALL(cusolverDnGetDeterministicMode) RADDLE_CALL(cusolverDnGetEmulationSpecialValuesSupport) RADDLE_CALL(cusolverDnGetEmulationStrategy) 
  RADDLE_CALL(cusolverDnGetFixedPointEmulationMantissaBitOffset) RADDLE_CALL(cusolverDnGetFixedPointEmulationMantissaControl) 
  RADDLE_CALL(cusolverDnGetFixedPointEmulationMaxMantissaBitCount) RADDLE_CALL(cusolverDnGetMathMode) RADDLE_CALL(cusolverDnGetStream) 
  RADDLE_CALL(cusolverDnIRSInfosCreate) RADDLE_CALL(cusolverDnIRSInfosDestroy) RADDLE_CALL(cusolverDnIRSInfosGetMaxIters) 
  RADDLE_CALL(cusolverDnIRSInfosGetNiters) RADDLE_CALL(cusolverDnIRSInfosGetOuterNiters) RADDLE_CALL(cusolverDnIRSInfosGetResidualHistory) 
  RADDLE_CALL(cusolverDnIRSInfosRequestResidual) RADDLE_CALL(cusolverDnIRSParamsCreate) RADDLE_CALL(cusolverDnIRSParamsDestroy) 
  RADDLE_CALL(cusolverDnIRSParamsDisableFallback) RADDLE_CALL(cusolverDnIRSParamsEnableFallback) RADDLE_CALL(cusolverDnIRSParamsGetMaxIters) 
  RADDLE_CALL(cusolverDnIRSParamsSetMaxIters) RADDLE_CALL(cusolverDnIRSParamsSetMaxItersInner) RADDLE_CALL(cusolverDnIRSParamsSetRefinementSolver) 
  RADDLE_CALL(cusolverDnIRSParamsSetSolverLowestPrecision) RADDLE_CALL(cusolverDnIRSParamsSetSolverMainPrecision) 
  RADDLE_CALL(cusolverDnIRSParamsSetSolverPrecisions) RADDLE_CALL(cusolverDnIRSParamsSetTol) RADDLE_CALL(cusolverDnIRSParamsSetTolInner) 
  RADDLE_CALL(cusolverDnIRSXgels) RADDLE_CALL(cusolverDnIRSXgels_bufferSize) RADDLE_CALL(cusolverDnIRSXgesv) RADDLE_CALL(cusolverDnIRSXgesv_bufferSize) 
  RADDLE_CALL(cusolverDnLoggerForceDisable) RADDLE_CALL(cusolverDnLoggerOpenFile) RADDLE_CALL(cusolverDnLoggerSetCallback) RADDLE_CALL(cusolverDnLoggerSetFile) 
  RADDLE_CALL(cusolverDnLoggerSetLevel) RADDLE_CALL(cusolverDnLoggerSetMask) RADDLE_CALL(cusolverDnSBgels) RADDLE_CALL(cusolverDnSBgels_bufferSize) 
  RADDLE_CALL(cusolverDnSBgesv) RADDLE_CALL(cusolverDnSBgesv_bufferSize) RADDLE_CALL(cusolverDnSHgels) RADDLE_CALL(cusolverDnSHgels_bufferSize) 
  RADDLE_CALL(cusolverDnSHgesv) RADDLE_CALL(cusolverDnSHgesv_bufferSize) RADDLE_CALL(cusolverDnSSgels) RADDLE_CALL(cusolverDnSSgels_bufferSize) 
  RADDLE_CALL(cusolverDnSSgesv) RADDLE_CALL(cusolverDnSSgesv_bufferSize) RADDLE_CALL(cusolverDnSXgels) RADDLE_CALL(cusolverDnSXgels_bufferSize) 
  RADDLE_CALL(cusolverDnSXgesv) RADDLE_CALL(cusolverDnSXgesv_bufferSize) RADDLE_CALL(cusolverDnSetAdvOptions) RADDLE_CALL(cusolverDnSetDeterministicMode) 
  RADDLE_CALL(cusolverDnSetEmulationSpecialValuesSupport) RADDLE_CALL(cusolverDnSetEmulationStrategy) 
  RADDLE_CALL(cusolverDnSetFixedPointEmulationMantissaBitOffset) RADDLE_CALL(cusolverDnSetFixedPointEmulationMantissaControl) 
  RADDLE_CALL(cusolverDnSetFixedPointEmulationMaxMantissaBitCount) RADDLE_CALL(cusolverDnSetMathMode) RADDLE_CALL(cusolverDnSetStream) 
  RADDLE_CALL(cusolverDnSgebrd) RADDLE_CALL(cusolverDnSgebrd_bufferSize) RADDLE_CALL(cusolverDnSgeqrf) RADDLE_CALL(cusolverDnSgeqrf_bufferSize) 
  RADDLE_CALL(cusolverDnSgesvd) RADDLE_CALL(cusolverDnSgesvd_bufferSize) RADDLE_CALL(cusolverDnSgesvdaStridedBatched) 
  RADDLE_CALL(cusolverDnSgesvdaStridedBatched_bufferSize) RADDLE_CALL(cusolverDnSgesvdj) RADDLE_CALL(cusolverDnSgesvdjBatched) 
  RADDLE_CALL(cusolverDnSgesvdjBatched_bufferSize) RADDLE_CALL(cusolverDnSgesvdj_bufferSize) RADDLE_CALL(cusolverDnSgetrf) 
  RADDLE_CALL(cusolverDnSgetrf_bufferSize) RADDLE_CALL(cusolverDnSgetrs) RADDLE_CALL(cusolverDnSlaswp) RADDLE_CALL(cusolverDnSlauum) 
  RADDLE_CALL(cusolverDnSlauum_bufferSize) RADDLE_CALL(cusolverDnSorgbr) RADDLE_CALL(cusolverDnSorgbr_bufferSize) RADDLE_CALL(cusolverDnSorgqr) 
  RADDLE_CALL(cusolverDnSorgqr_bufferSize) RADDLE_CALL(cusolverDnSorgtr) RADDLE_CALL(cusolverDnSorgtr_bufferSize) RADDLE_CALL(cusolverDnSormqr) 
  RADDLE_CALL(cusolverDnSormqr_bufferSize) RADDLE_CALL(cusolverDnSormtr) RADDLE_CALL(cusolverDnSormtr_bufferSize) RADDLE_CALL(cusolverDnSpotrf) 
  RADDLE_CALL(cusolverDnSpotrfBatched) RADDLE_CALL(cusolverDnSpotrf_bufferSize) RADDLE_CALL(cusolverDnSpotri) RADDLE_CALL(cusolverDnSpotri_bufferSize) 
  RADDLE_CALL(cusolverDnSpotrs) RADDLE_CALL(cusolverDnSpotrsBatched) RADDLE_CALL(cusolverDnSsyevd) RADDLE_CALL(cusolverDnSsyevd_bufferSize) 
  RADDLE_CALL(cusolverDnSsyevdx) RADDLE_CALL(cusolverDnSsyevdx_bufferSize) RADDLE_CALL(cusolverDnSsyevj) RADDLE_CALL(cusolverDnSsyevjBatched) 
  RADDLE_CALL(cusolverDnSsyevjBatched_bufferSize) RADDLE_CALL(cusolverDnSsyevj_bufferSize) RADDLE_CALL(cusolverDnSsygvd) 
  RADDLE_CALL(cusolverDnSsygvd_bufferSize) RADDLE_CALL(cusolverDnSsygvdx) RADDLE_CALL(cusolverDnSsygvdx_bufferSize) RADDLE_CALL(cusolverDnSsygvj) 
  RADDLE_CALL(cusolverDnSsygvj_bufferSize) RADDLE_CALL(cusolverDnSsytrd) RADDLE_CALL(cusolverDnSsytrd_bufferSize) RADDLE_CALL(cusolverDnSsytrf) 
  RADDLE_CALL(cusolverDnSsytrf_bufferSize) RADDLE_CALL(cusolverDnSsytri) RADDLE_CALL(cusolverDnSsytri_bufferSize) RADDLE_CALL(cusolverDnXgeev) 
  RADDLE_CALL(cusolverDnXgeev_bufferSize) RADDLE_CALL(cusolverDnXgeqrf) RADDLE_CALL(cusolverDnXgeqrf_bufferSize) RADDLE_CALL(cusolverDnXgesvd) 
  RADDLE_CALL(cusolverDnXgesvd_bufferSize) RADDLE_CALL(cusolverDnXgesvdjGetResidual) RADDLE_CALL(cusolverDnXgesvdjGetSweeps) 
  RADDLE_CALL(cusolverDnXgesvdjSetMaxSweeps) RADDLE_CALL(cusolverDnXgesvdjSetSortEig) RADDLE_CALL(cusolverDnXgesvdjSetTolerance) RADDLE_CALL(cusolverDnXgesvdp) 
  RADDLE_CALL(cusolverDnXgesvdp_bufferSize) RADDLE_CALL(cusolverDnXgesvdr) RADDLE_CALL(cusolverDnXgesvdr_bufferSize) RADDLE_CALL(cusolverDnXgetrf) 
  RADDLE_CALL(cusolverDnXgetrf_bufferSize) RADDLE_CALL(cusolverDnXgetrs) RADDLE_CALL(cusolverDnXhetrf) RADDLE_CALL(cusolverDnXhetrf_bufferSize) 
  RADDLE_CALL(cusolverDnXhetrs) RADDLE_CALL(cusolverDnXhetrs_bufferSize) RADDLE_CALL(cusolverDnXlarft) RADDLE_CALL(cusolverDnXlarft_bufferSize) 
  RADDLE_CALL(cusolverDnXpolar) RADDLE_CALL(cusolverDnXpolar_bufferSize) RADDLE_CALL(cusolverDnXpotrf) RADDLE_CALL(cusolverDnXpotrf_bufferSize) 
  RADDLE_CALL(cusolverDnXpotrs) RADDLE_CALL(cusolverDnXstedc) RADDLE_CALL(cusolverDnXstedc_bufferSize) RADDLE_CALL(cusolverDnXsyevBatched) 
  RADDLE_CALL(cusolverDnXsyevBatched_bufferSize) RADDLE_CALL(cusolverDnXsyevd) RADDLE_CALL(cusolverDnXsyevd_bufferSize) RADDLE_CALL(cusolverDnXsyevdx) 
  RADDLE_CALL(cusolverDnXsyevdx_bufferSize) RADDLE_CALL(cusolverDnXsyevjGetResidual) RADDLE_CALL(cusolverDnXsyevjGetSweeps) 
  RADDLE_CALL(cusolverDnXsyevjSetMaxSweeps) RADDLE_CALL(cusolverDnXsyevjSetSortEig) RADDLE_CALL(cusolverDnXsyevjSetTolerance) 
  RADDLE_CALL(cusolverDnXsygvStridedBatched) RADDLE_CALL(cusolverDnXsygvStridedBatched_bufferSize) RADDLE_CALL(cusolverDnXsygvd) 
  RADDLE_CALL(cusolverDnXsygvd_bufferSize) RADDLE_CALL(cusolverDnXsygvdx) RADDLE_CALL(cusolverDnXsygvdx_bufferSize) RADDLE_CALL(cusolverDnXsytrf) 
  RADDLE_CALL(cusolverDnXsytrf_bufferSize) RADDLE_CALL(cusolverDnXsytrs) RADDLE_CALL(cusolverDnXsytrs_bufferSize) RADDLE_CALL(cusolverDnXtrtri) 
  RADDLE_CALL(cusolverDnXtrtri_bufferSize) RADDLE_CALL(cusolverDnZCgels) RADDLE_CALL(cusolverDnZCgels_bufferSize) RADDLE_CALL(cusolverDnZCgesv) 
  RADDLE_CALL(cusolverDnZCgesv_bufferSize) RADDLE_CALL(cusolverDnZEgels) RADDLE_CALL(cusolverDnZEgels_bufferSize) RADDLE_CALL(cusolverDnZEgesv) 
  RADDLE_CALL(cusolverDnZEgesv_bufferSize) RADDLE_CALL(cusolverDnZKgels) RADDLE_CALL(cusolverDnZKgels_bufferSize) RADDLE_CALL(cusolverDnZKgesv) 
  RADDLE_CALL(cusolverDnZKgesv_bufferSize) RADDLE_CALL(cusolverDnZYgels) RADDLE_CALL(cusolverDnZYgels_bufferSize) RADDLE_CALL(cusolverDnZYgesv) 
  RADDLE_CALL(cusolverDnZYgesv_bufferSize) RADDLE_CALL(cusolverDnZZgels) RADDLE_CALL(cusolverDnZZgels_bufferSize) RADDLE_CALL(cusolverDnZZgesv) 
  RADDLE_CALL(cusolverDnZZgesv_bufferSize) RADDLE_CALL(cusolverDnZgebrd) RADDLE_CALL(cusolverDnZgebrd_bufferSize) RADDLE_CALL(cusolverDnZgeqrf) 
  RADDLE_CALL(cusolverDnZgeqrf_bufferSize) RADDLE_CALL(cusolverDnZgesvd) RADDLE_CALL(cusolverDnZgesvd_bufferSize) RADDLE_CALL(cusolverDnZgesvdaStridedBatched) 
  RADDLE_CALL(cusolverDnZgesvdaStridedBatched_bufferSize) RADDLE_CALL(cusolverDnZgesvdj) RADDLE_CALL(cusolverDnZgesvdjBatched) 
  RADDLE_CALL(cusolverDnZgesvdjBatched_bufferSize) RADDLE_CALL(cusolverDnZgesvdj_bufferSize) RADDLE_CALL(cusolverDnZgetrf) 
  RADDLE_CALL(cusolverDnZgetrf_bufferSize) RADDLE_CALL(cusolverDnZgetrs) RADDLE_CALL(cusolverDnZheevd) RADDLE_CALL(cusolverDnZheevd_bufferSize) 
  RADDLE_CALL(cusolverDnZheevdx) RADDLE_CALL(cusolverDnZheevdx_bufferSize) RADDLE_CALL(cusolverDnZheevj) RADDLE_CALL(cusolverDnZheevjBatched) 
  RADDLE_CALL(cusolverDnZheevjBatched_bufferSize) RADDLE_CALL(cusolverDnZheevj_bufferSize) RADDLE_CALL(cusolverDnZhegvd) 
  RADDLE_CALL(cusolverDnZhegvd_bufferSize) RADDLE_CALL(cusolverDnZhegvdx) RADDLE_CALL(cusolverDnZhegvdx_bufferSize) RADDLE_CALL(cusolverDnZhegvj) 
  RADDLE_CALL(cusolverDnZhegvj_bufferSize) RADDLE_CALL(cusolverDnZhetrd) RADDLE_CALL(cusolverDnZhetrd_bufferSize) RADDLE_CALL(cusolverDnZlaswp) 
  RADDLE_CALL(cusolverDnZlauum) RADDLE_CALL(cusolverDnZlauum_bufferSize) RADDLE_CALL(cusolverDnZpotrf) RADDLE_CALL(cusolverDnZpotrfBatched) 
  RADDLE_CALL(cusolverDnZpotrf_bufferSize) RADDLE_CALL(cusolverDnZpotri) RADDLE_CALL(cusolverDnZpotri_bufferSize) RADDLE_CALL(cusolverDnZpotrs) 
  RADDLE_CALL(cusolverDnZpotrsBatched) RADDLE_CALL(cusolverDnZsytrf) RADDLE_CALL(cusolverDnZsytrf_bufferSize) RADDLE_CALL(cusolverDnZsytri) 
  RADDLE_CALL(cusolverDnZsytri_bufferSize) RADDLE_CALL(cusolverDnZungbr) RADDLE_CALL(cusolverDnZungbr_bufferSize) RADDLE_CALL(cusolverDnZungqr) 
  RADDLE_CALL(cusolverDnZungqr_bufferSize) RADDLE_CALL(cusolverDnZungtr) RADDLE_CALL(cusolverDnZungtr_bufferSize) RADDLE_CALL(cusolverDnZunmqr) 
  RADDLE_CALL(cusolverDnZunmqr_bufferSize) RADDLE_CALL(cusolverDnZunmtr) RADDLE_CALL(cusolverDnZunmtr_bufferSize) RADDLE_CALL(cusolverGetProperty) 
  RADDLE_CALL(cusolverGetVersion) RADDLE_CALL(cusolverRfAccessBundledFactorsDevice) RADDLE_CALL(cusolverRfAnalyze) RADDLE_CALL(cusolverRfBatchAnalyze) 
  RADDLE_CALL(cusolverRfBatchRefactor) RADDLE_CALL(cusolverRfBatchResetValues) RADDLE_CALL(cusolverRfBatchSetupHost) RADDLE_CALL(cusolverRfBatchSolve) 
  RADDLE_CALL(cusolverRfBatchZeroPivot) RADDLE_CALL(cusolverRfCreate) RADDLE_CALL(cusolverRfDestroy) RADDLE_CALL(cusolverRfExtractBundledFactorsHost) 
  RADDLE_CALL(cusolverRfExtractSplitFactorsHost) RADDLE_CALL(cusolverRfGetAlgs) RADDLE_CALL(cusolverRfGetMatrixFormat) 
  RADDLE_CALL(cusolverRfGetNumericBoostReport) RADDLE_CALL(cusolverRfGetNumericProperties) RADDLE_CALL(cusolverRfGetResetValuesFastMode) 
  RADDLE_CALL(cusolverRfRefactor) RADDLE_CALL(cusolverRfResetValues) RADDLE_CALL(cusolverRfSetAlgs) RADDLE_CALL(cusolverRfSetMatrixFormat) 
  RADDLE_CALL(cusolverRfSetNumericProperties) RADDLE_CALL(cusolverRfSetResetValuesFastMode) RADDLE_CALL(cusolverRfSetupDevice) RADDLE_CALL(cusolverRfSetupHost) 
  RADDLE_CALL(cusolverRfSolve) RADDLE_CALL(cusolverSpCcsreigsHost) RADDLE_CALL(cusolverSpCcsreigvsi) RADDLE_CALL(cusolverSpCcsreigvsiHost) 
  RADDLE_CALL(cusolverSpCcsrlsqvqrHost) RADDLE_CALL(cusolverSpCcsrlsvchol) RADDLE_CALL(cusolverSpCcsrlsvcholHost) RADDLE_CALL(cusolverSpCcsrlsvluHost) 
  RADDLE_CALL(cusolverSpCcsrlsvqr) RADDLE_CALL(cusolverSpCcsrlsvqrHost) RADDLE_CALL(cusolverSpCcsrqrBufferInfoBatched) RADDLE_CALL(cusolverSpCcsrqrsvBatched) 
  RADDLE_CALL(cusolverSpCcsrzfdHost) RADDLE_CALL(cusolverSpCreate) RADDLE_CALL(cusolverSpCreateCsrqrInfo) RADDLE_CALL(cusolverSpDcsreigsHost) 
  RADDLE_CALL(cusolverSpDcsreigvsi) RADDLE_CALL(cusolverSpDcsreigvsiHost) RADDLE_CALL(cusolverSpDcsrlsqvqrHost) RADDLE_CALL(cusolverSpDcsrlsvchol) 
  RADDLE_CALL(cusolverSpDcsrlsvcholHost) RADDLE_CALL(cusolverSpDcsrlsvluHost) RADDLE_CALL(cusolverSpDcsrlsvqr) RADDLE_CALL(cusolverSpDcsrlsvqrHost) 
  RADDLE_CALL(cusolverSpDcsrqrBufferInfoBatched) RADDLE_CALL(cusolverSpDcsrqrsvBatched) RADDLE_CALL(cusolverSpDcsrzfdHost) RADDLE_CALL(cusolverSpDestroy) 
  RADDLE_CALL(cusolverSpDestroyCsrqrInfo) RADDLE_CALL(cusolverSpGetStream) RADDLE_CALL(cusolverSpScsreigsHost) RADDLE_CALL(cusolverSpScsreigvsi) 
  RADDLE_CALL(cusolverSpScsreigvsiHost) RADDLE_CALL(cusolverSpScsrlsqvqrHost) RADDLE_CALL(cusolverSpScsrlsvchol) RADDLE_CALL(cusolverSpScsrlsvcholHost) 
  RADDLE_CALL(cusolverSpScsrlsvluHost) RADDLE_CALL(cusolverSpScsrlsvqr) RADDLE_CALL(cusolverSpScsrlsvqrHost) RADDLE_CALL(cusolverSpScsrqrBufferInfoBatched) 
  RADDLE_CALL(cusolverSpScsrqrsvBatched) RADDLE_CALL(cusolverSpScsrzfdHost) RADDLE_CALL(cusolverSpSetStream) RADDLE_CALL(cusolverSpXcsrissymHost) 
  RADDLE_CALL(cusolverSpXcsrmetisndHost) RADDLE_CALL(cusolverSpXcsrpermHost) RADDLE_CALL(cusolverSpXcsrperm_bufferSizeHost) 
  RADDLE_CALL(cusolverSpXcsrqrAnalysisBatched) RADDLE_CALL(cusolverSpXcsrsymamdHost) RADDLE_CALL(cusolverSpXcsrsymmdqHost) 
  RADDLE_CALL(cusolverSpXcsrsymrcmHost) RADDLE_CALL(cusolverSpZcsreigsHost) RADDLE_CALL(cusolverSpZcsreigvsi) RADDLE_CALL(cusolverSpZcsreigvsiHost) 
  RADDLE_CALL(cusolverSpZcsrlsqvqrHost) RADDLE_CALL(cusolverSpZcsrlsvchol) RADDLE_CALL(cusolverSpZcsrlsvcholHost) RADDLE_CALL(cusolverSpZcsrlsvluHost) 
  RADDLE_CALL(cusolverSpZcsrlsvqr) RADDLE_CALL(cusolverSpZcsrlsvqrHost) RADDLE_CALL(cusolverSpZcsrqrBufferInfoBatched) RADDLE_CALL(cusolverSpZcsrqrsvBatched) 
  RADDLE_CALL(cusolverSpZcsrzfdHost)
#undef RADDLE_CALL
