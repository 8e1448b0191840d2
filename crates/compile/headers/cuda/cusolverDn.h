/* The host's interface of cuSOLVER for dense matrices, as far as a source needs it to parse. */
#pragma once
#include "cublas_v2.h"
typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
typedef struct syevjInfo *syevjInfo_t;
typedef enum { CUSOLVER_STATUS_SUCCESS, CUSOLVER_STATUS_NOT_INITIALIZED, CUSOLVER_STATUS_ALLOC_FAILED, CUSOLVER_STATUS_INVALID_VALUE,
  CUSOLVER_STATUS_ARCH_MISMATCH, CUSOLVER_STATUS_MAPPING_ERROR, CUSOLVER_STATUS_EXECUTION_FAILED, CUSOLVER_STATUS_INTERNAL_ERROR } cusolverStatus_t;
typedef enum { CUSOLVER_EIG_TYPE_1 = 1, CUSOLVER_EIG_TYPE_2, CUSOLVER_EIG_TYPE_3 } cusolverEigType_t;
typedef enum { CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR } cusolverEigMode_t;
#define RADDLE_SOLVER(name) RADDLE_LIBRARY(cusolverStatus_t, cusolverDn##name)
#define RADDLE_SOLVER_ALL(name) \
  RADDLE_SOLVER(S##name) RADDLE_SOLVER(D##name) RADDLE_SOLVER(C##name) RADDLE_SOLVER(Z##name) RADDLE_SOLVER(S##name##_bufferSize) \
  RADDLE_SOLVER(D##name##_bufferSize) RADDLE_SOLVER(C##name##_bufferSize) RADDLE_SOLVER(Z##name##_bufferSize)
RADDLE_SOLVER(Create) RADDLE_SOLVER(Destroy) RADDLE_SOLVER(SetStream) RADDLE_SOLVER(CreateGesvdjInfo) RADDLE_SOLVER(DestroyGesvdjInfo)
RADDLE_SOLVER(XgesvdjSetTolerance) RADDLE_SOLVER(XgesvdjSetMaxSweeps) RADDLE_SOLVER(CreateSyevjInfo) RADDLE_SOLVER(DestroySyevjInfo)
RADDLE_SOLVER_ALL(potrf) RADDLE_SOLVER_ALL(potrs) RADDLE_SOLVER_ALL(getrf) RADDLE_SOLVER_ALL(getrs) RADDLE_SOLVER_ALL(geqrf)
RADDLE_SOLVER_ALL(ormqr) RADDLE_SOLVER_ALL(orgqr) RADDLE_SOLVER_ALL(gesvd) RADDLE_SOLVER_ALL(gesvdj) RADDLE_SOLVER_ALL(syevd)
RADDLE_SOLVER_ALL(syevj) RADDLE_SOLVER_ALL(heevd) RADDLE_SOLVER_ALL(gesvdjBatched) RADDLE_SOLVER_ALL(gesvdaStridedBatched)
#undef RADDLE_SOLVER
#undef RADDLE_SOLVER_ALL
