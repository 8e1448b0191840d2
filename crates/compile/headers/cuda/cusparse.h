/* The host's interface of cuSPARSE, as far as a source needs it to parse. */
#pragma once
#include "raddle/cuda.h"
#include "raddle/library.h"
#include "cuComplex.h"
#include "library_types.h"
typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;
typedef enum { CUSPARSE_STATUS_SUCCESS, CUSPARSE_STATUS_NOT_INITIALIZED, CUSPARSE_STATUS_ALLOC_FAILED, CUSPARSE_STATUS_INVALID_VALUE,
  CUSPARSE_STATUS_ARCH_MISMATCH, CUSPARSE_STATUS_MAPPING_ERROR, CUSPARSE_STATUS_EXECUTION_FAILED, CUSPARSE_STATUS_INTERNAL_ERROR,
  CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, CUSPARSE_STATUS_ZERO_PIVOT } cusparseStatus_t;
typedef enum { CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE } cusparseOperation_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE } cusparseIndexBase_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I } cusparseIndexType_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW } cusparseOrder_t;
typedef enum { CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_MATRIX_TYPE_SYMMETRIC, CUSPARSE_MATRIX_TYPE_HERMITIAN,
  CUSPARSE_MATRIX_TYPE_TRIANGULAR } cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT } cusparseDiagType_t;
typedef enum { CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_SPMV_COO_ALG1, CUSPARSE_SPMV_CSR_ALG1, CUSPARSE_SPMV_CSR_ALG2, CUSPARSE_SPMV_COO_ALG2 } cusparseSpMVAlg_t;
typedef enum { CUSPARSE_SPMM_ALG_DEFAULT, CUSPARSE_SPMM_COO_ALG1, CUSPARSE_SPMM_CSR_ALG1 = 4 } cusparseSpMMAlg_t;
typedef enum { CUSPARSE_SPGEMM_DEFAULT } cusparseSpGEMMAlg_t;
typedef enum { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT } cusparseDenseToSparseAlg_t;
typedef enum { CUSPARSE_SPARSETODENSE_ALG_DEFAULT } cusparseSparseToDenseAlg_t;
typedef enum { CUSPARSE_CSR2CSC_ALG_DEFAULT, CUSPARSE_CSR2CSC_ALG1 } cusparseCsr2CscAlg_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC } cusparseAction_t;
typedef enum { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE } cusparsePointerMode_t;
#define RADDLE_SPARSE(name) RADDLE_LIBRARY(cusparseStatus_t, cusparse##name)
RADDLE_SPARSE(Create) RADDLE_SPARSE(Destroy) RADDLE_SPARSE(SetStream) RADDLE_SPARSE(SetPointerMode) RADDLE_SPARSE(CreateMatDescr)
RADDLE_SPARSE(DestroyMatDescr) RADDLE_SPARSE(SetMatType) RADDLE_SPARSE(SetMatIndexBase) RADDLE_SPARSE(CreateCsr) RADDLE_SPARSE(CreateCsc)
RADDLE_SPARSE(CreateCoo) RADDLE_SPARSE(CreateDnVec) RADDLE_SPARSE(CreateDnMat) RADDLE_SPARSE(CreateSpVec) RADDLE_SPARSE(DestroySpMat)
RADDLE_SPARSE(DestroyDnVec) RADDLE_SPARSE(DestroyDnMat) RADDLE_SPARSE(DestroySpVec) RADDLE_SPARSE(SpMV) RADDLE_SPARSE(SpMV_bufferSize)
RADDLE_SPARSE(SpMM) RADDLE_SPARSE(SpMM_bufferSize) RADDLE_SPARSE(SpMM_preprocess) RADDLE_SPARSE(SpMV_preprocess) RADDLE_SPARSE(SDDMM)
RADDLE_SPARSE(SDDMM_bufferSize) RADDLE_SPARSE(SpGEMM_createDescr) RADDLE_SPARSE(SpGEMM_destroyDescr) RADDLE_SPARSE(SpGEMM_workEstimation)
RADDLE_SPARSE(SpGEMM_compute) RADDLE_SPARSE(SpGEMM_copy) RADDLE_SPARSE(SpMatGetSize) RADDLE_SPARSE(CsrSetPointers) RADDLE_SPARSE(SpMatSetAttribute)
RADDLE_SPARSE(SpSV_createDescr) RADDLE_SPARSE(SpSV_destroyDescr) RADDLE_SPARSE(SpSV_bufferSize) RADDLE_SPARSE(SpSV_analysis) RADDLE_SPARSE(SpSV_solve)
RADDLE_SPARSE(SpSM_createDescr) RADDLE_SPARSE(SpSM_destroyDescr) RADDLE_SPARSE(SpSM_bufferSize) RADDLE_SPARSE(SpSM_analysis) RADDLE_SPARSE(SpSM_solve)
RADDLE_SPARSE(DenseToSparse_bufferSize) RADDLE_SPARSE(DenseToSparse_analysis) RADDLE_SPARSE(DenseToSparse_convert)
RADDLE_SPARSE(SparseToDense_bufferSize) RADDLE_SPARSE(SparseToDense) RADDLE_SPARSE(Csr2cscEx2) RADDLE_SPARSE(Csr2cscEx2_bufferSize)
RADDLE_SPARSE(Scsrmv) RADDLE_SPARSE(Dcsrmv) RADDLE_SPARSE(Scsrmm) RADDLE_SPARSE(Dcsrmm) RADDLE_SPARSE(Xcoo2csr) RADDLE_SPARSE(Xcsr2coo)
RADDLE_SPARSE(Sgtsv2) RADDLE_SPARSE(Dgtsv2) RADDLE_SPARSE(Sgtsv2_bufferSizeExt) RADDLE_SPARSE(Dgtsv2_bufferSizeExt)
RADDLE_LIBRARY(const char *, cusparseGetErrorString) RADDLE_LIBRARY(const char *, cusparseGetErrorName)
#undef RADDLE_SPARSE
