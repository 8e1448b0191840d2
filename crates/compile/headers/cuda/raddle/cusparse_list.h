/* cuSPARSE. Names, values and members only; written by crates/compile/api/make.py. */
#pragma once

struct bsric02Info; struct bsrilu02Info; struct bsrsm2Info; struct bsrsv2Info; struct csric02Info; struct csrilu02Info; struct csru2csrInfo; 
  struct cusparseColorInfo; struct cusparseContext; struct cusparseDnMatDescr; struct cusparseDnVecDescr; struct cusparseMatDescr; struct cusparseSpGEAMDescr; 
  struct cusparseSpGEMMDescr; struct cusparseSpMMOpPlan; struct cusparseSpMatDescr; struct cusparseSpSMDescr; struct cusparseSpSVDescr; 
  struct cusparseSpVecDescr; struct pruneInfo;
typedef cusparseContext *cusparseHandle_t;
typedef cusparseMatDescr *cusparseMatDescr_t;
typedef bsrsv2Info *bsrsv2Info_t;
typedef bsrsm2Info *bsrsm2Info_t;
typedef csric02Info *csric02Info_t;
typedef bsric02Info *bsric02Info_t;
typedef csrilu02Info *csrilu02Info_t;
typedef bsrilu02Info *bsrilu02Info_t;
typedef csru2csrInfo *csru2csrInfo_t;
typedef cusparseColorInfo *cusparseColorInfo_t;
typedef pruneInfo *pruneInfo_t;
enum cusparseStatus_t { CUSPARSE_STATUS_SUCCESS, CUSPARSE_STATUS_NOT_INITIALIZED, CUSPARSE_STATUS_ALLOC_FAILED, CUSPARSE_STATUS_INVALID_VALUE, 
  CUSPARSE_STATUS_ARCH_MISMATCH, CUSPARSE_STATUS_MAPPING_ERROR, CUSPARSE_STATUS_EXECUTION_FAILED, CUSPARSE_STATUS_INTERNAL_ERROR, 
  CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, CUSPARSE_STATUS_ZERO_PIVOT, CUSPARSE_STATUS_NOT_SUPPORTED, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES };
enum cusparsePointerMode_t { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE };
enum cusparseAction_t { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC };
enum cusparseMatrixType_t { CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_MATRIX_TYPE_SYMMETRIC, CUSPARSE_MATRIX_TYPE_HERMITIAN, CUSPARSE_MATRIX_TYPE_TRIANGULAR };
enum cusparseFillMode_t { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER };
enum cusparseDiagType_t { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT };
enum cusparseIndexBase_t { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE };
enum cusparseOperation_t { CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE };
enum cusparseDirection_t { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN };
enum cusparseSolvePolicy_t { CUSPARSE_SOLVE_POLICY_NO_LEVEL, CUSPARSE_SOLVE_POLICY_USE_LEVEL };
enum cusparseColorAlg_t { CUSPARSE_COLOR_ALG0, CUSPARSE_COLOR_ALG1 };
typedef void (*cusparseLoggerCallback_t)(int, const char *, const char *);
enum cusparseCsr2CscAlg_t { CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1 };
enum cusparseFormat_t { CUSPARSE_FORMAT_CSR = 1, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO, CUSPARSE_FORMAT_BLOCKED_ELL = 5, CUSPARSE_FORMAT_BSR, 
  CUSPARSE_FORMAT_SLICED_ELLPACK };
enum cusparseOrder_t { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW };
enum cusparseIndexType_t { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I };
typedef cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef const cusparseSpVecDescr *cusparseConstSpVecDescr_t;
typedef const cusparseDnVecDescr *cusparseConstDnVecDescr_t;
typedef const cusparseSpMatDescr *cusparseConstSpMatDescr_t;
typedef const cusparseDnMatDescr *cusparseConstDnMatDescr_t;
enum cusparseSpMatAttribute_t { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE, CUSPARSE_SPMAT_STORAGE, CUSPARSE_SPMAT_SYMMETRY_TYPE };
enum cusparseSpMatStorage_t { CUSPARSE_STORE_FULL, CUSPARSE_STORE_LOWER, CUSPARSE_STORE_UPPER };
enum cusparseSymmetryType_t { CUSPARSE_GENERAL, CUSPARSE_SYMMETRIC, CUSPARSE_HERMITIAN };
enum cusparseSparseToDenseAlg_t { CUSPARSE_SPARSETODENSE_ALG_DEFAULT };
enum cusparseDenseToSparseAlg_t { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT };
enum cusparseSpMVAlg_t { CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_SPMV_CSR_ALG1 = 2, CUSPARSE_SPMV_CSR_ALG2, CUSPARSE_SPMV_COO_ALG1 = 1, CUSPARSE_SPMV_COO_ALG2 = 4, 
  CUSPARSE_SPMV_SELL_ALG1, CUSPARSE_SPMV_BSR_ALG1 };
enum cusparseSpSVAlg_t { CUSPARSE_SPSV_ALG_DEFAULT, CUSPARSE_SPSV_ALG1, CUSPARSE_SPSV_ALG2 };
enum cusparseSpSVUpdate_t { CUSPARSE_SPSV_UPDATE_GENERAL, CUSPARSE_SPSV_UPDATE_DIAGONAL };
typedef cusparseSpSVDescr *cusparseSpSVDescr_t;
enum cusparseSpSMAlg_t { CUSPARSE_SPSM_ALG_DEFAULT };
enum cusparseSpSMUpdate_t { CUSPARSE_SPSM_UPDATE_GENERAL, CUSPARSE_SPSM_UPDATE_DIAGONAL };
typedef cusparseSpSMDescr *cusparseSpSMDescr_t;
enum cusparseSpMMAlg_t { CUSPARSE_SPMM_ALG_DEFAULT, CUSPARSE_SPMM_COO_ALG1, CUSPARSE_SPMM_COO_ALG2, CUSPARSE_SPMM_COO_ALG3, CUSPARSE_SPMM_COO_ALG4 = 5, 
  CUSPARSE_SPMM_CSR_ALG1 = 4, CUSPARSE_SPMM_CSR_ALG2 = 6, CUSPARSE_SPMM_CSR_ALG3 = 12, CUSPARSE_SPMM_BLOCKED_ELL_ALG1, CUSPARSE_SPMM_BSR_ALG1 };
enum cusparseSpGEMMAlg_t { CUSPARSE_SPGEMM_DEFAULT, CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC, CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC, CUSPARSE_SPGEMM_ALG1, 
  CUSPARSE_SPGEMM_ALG2, CUSPARSE_SPGEMM_ALG3 };
typedef cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
enum cusparseSpGEAMAlg_t { CUSPARSE_SPGEAM_ALG_DEFAULT, CUSPARSE_SPGEAM_ALG1 };
typedef cusparseSpGEAMDescr *cusparseSpGEAMDescr_t;
enum cusparseSDDMMAlg_t { CUSPARSE_SDDMM_ALG_DEFAULT };
typedef cusparseSpMMOpPlan *cusparseSpMMOpPlan_t;
enum cusparseSpMMOpAlg_t { CUSPARSE_SPMM_OP_ALG_DEFAULT };
#define CUSPARSE_VER_BUILD 2
#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VER_MINOR 9
#define CUSPARSE_VER_PATCH 4

#define RADDLE_CALL(name) template <class... T> cusparseStatus_t name(T...);
RADDLE_CALL(cusparseAxpby) RADDLE_CALL(cusparseBlockedEllGet) RADDLE_CALL(cusparseBsrSetStridedBatch) RADDLE_CALL(cusparseCbsr2csr) 
  RADDLE_CALL(cusparseCbsric02) RADDLE_CALL(cusparseCbsric02_analysis) RADDLE_CALL(cusparseCbsric02_bufferSize) RADDLE_CALL(cusparseCbsric02_bufferSizeExt) 
  RADDLE_CALL(cusparseCbsrilu02) RADDLE_CALL(cusparseCbsrilu02_analysis) RADDLE_CALL(cusparseCbsrilu02_bufferSize) RADDLE_CALL(cusparseCbsrilu02_bufferSizeExt) 
  RADDLE_CALL(cusparseCbsrilu02_numericBoost) RADDLE_CALL(cusparseCbsrmm) RADDLE_CALL(cusparseCbsrmv) RADDLE_CALL(cusparseCbsrsm2_analysis) 
  RADDLE_CALL(cusparseCbsrsm2_bufferSize) RADDLE_CALL(cusparseCbsrsm2_bufferSizeExt) RADDLE_CALL(cusparseCbsrsm2_solve) RADDLE_CALL(cusparseCbsrsv2_analysis) 
  RADDLE_CALL(cusparseCbsrsv2_bufferSize) RADDLE_CALL(cusparseCbsrsv2_bufferSizeExt) RADDLE_CALL(cusparseCbsrsv2_solve) RADDLE_CALL(cusparseCbsrxmv) 
  RADDLE_CALL(cusparseCcsr2bsr) RADDLE_CALL(cusparseCcsr2csr_compress) RADDLE_CALL(cusparseCcsr2csru) RADDLE_CALL(cusparseCcsr2gebsr) 
  RADDLE_CALL(cusparseCcsr2gebsr_bufferSize) RADDLE_CALL(cusparseCcsr2gebsr_bufferSizeExt) RADDLE_CALL(cusparseCcsrcolor) RADDLE_CALL(cusparseCcsrgeam2) 
  RADDLE_CALL(cusparseCcsrgeam2_bufferSizeExt) RADDLE_CALL(cusparseCcsric02) RADDLE_CALL(cusparseCcsric02_analysis) RADDLE_CALL(cusparseCcsric02_bufferSize) 
  RADDLE_CALL(cusparseCcsric02_bufferSizeExt) RADDLE_CALL(cusparseCcsrilu02) RADDLE_CALL(cusparseCcsrilu02_analysis) RADDLE_CALL(cusparseCcsrilu02_bufferSize) 
  RADDLE_CALL(cusparseCcsrilu02_bufferSizeExt) RADDLE_CALL(cusparseCcsrilu02_numericBoost) RADDLE_CALL(cusparseCcsru2csr) 
  RADDLE_CALL(cusparseCcsru2csr_bufferSizeExt) RADDLE_CALL(cusparseCgebsr2csr) RADDLE_CALL(cusparseCgebsr2gebsc) RADDLE_CALL(cusparseCgebsr2gebsc_bufferSize) 
  RADDLE_CALL(cusparseCgebsr2gebsc_bufferSizeExt) RADDLE_CALL(cusparseCgebsr2gebsr) RADDLE_CALL(cusparseCgebsr2gebsr_bufferSize) 
  RADDLE_CALL(cusparseCgebsr2gebsr_bufferSizeExt) RADDLE_CALL(cusparseCgemvi) RADDLE_CALL(cusparseCgemvi_bufferSize) RADDLE_CALL(cusparseCgpsvInterleavedBatch) 
  RADDLE_CALL(cusparseCgpsvInterleavedBatch_bufferSizeExt) RADDLE_CALL(cusparseCgtsv2) RADDLE_CALL(cusparseCgtsv2StridedBatch) 
  RADDLE_CALL(cusparseCgtsv2StridedBatch_bufferSizeExt) RADDLE_CALL(cusparseCgtsv2_bufferSizeExt) RADDLE_CALL(cusparseCgtsv2_nopivot) 
  RADDLE_CALL(cusparseCgtsv2_nopivot_bufferSizeExt) RADDLE_CALL(cusparseCgtsvInterleavedBatch) RADDLE_CALL(cusparseCgtsvInterleavedBatch_bufferSizeExt) 
  RADDLE_CALL(cusparseCnnz) RADDLE_CALL(cusparseCnnz_compress) RADDLE_CALL(cusparseConstBlockedEllGet) RADDLE_CALL(cusparseConstCooGet) 
  RADDLE_CALL(cusparseConstCscGet) RADDLE_CALL(cusparseConstCsrGet) RADDLE_CALL(cusparseConstDnMatGet) RADDLE_CALL(cusparseConstDnMatGetValues) 
  RADDLE_CALL(cusparseConstDnVecGet) RADDLE_CALL(cusparseConstDnVecGetValues) RADDLE_CALL(cusparseConstSpMatGetValues) RADDLE_CALL(cusparseConstSpVecGet) 
  RADDLE_CALL(cusparseConstSpVecGetValues) RADDLE_CALL(cusparseCooGet) RADDLE_CALL(cusparseCooSetPointers) RADDLE_CALL(cusparseCooSetStridedBatch) 
  RADDLE_CALL(cusparseCreate) RADDLE_CALL(cusparseCreateBlockedEll) RADDLE_CALL(cusparseCreateBsr) RADDLE_CALL(cusparseCreateBsric02Info) 
  RADDLE_CALL(cusparseCreateBsrilu02Info) RADDLE_CALL(cusparseCreateBsrsm2Info) RADDLE_CALL(cusparseCreateBsrsv2Info) RADDLE_CALL(cusparseCreateColorInfo) 
  RADDLE_CALL(cusparseCreateConstBlockedEll) RADDLE_CALL(cusparseCreateConstBsr) RADDLE_CALL(cusparseCreateConstCoo) RADDLE_CALL(cusparseCreateConstCsc) 
  RADDLE_CALL(cusparseCreateConstCsr) RADDLE_CALL(cusparseCreateConstDnMat) RADDLE_CALL(cusparseCreateConstDnVec) RADDLE_CALL(cusparseCreateConstSlicedEll) 
  RADDLE_CALL(cusparseCreateConstSpVec) RADDLE_CALL(cusparseCreateCoo) RADDLE_CALL(cusparseCreateCsc) RADDLE_CALL(cusparseCreateCsr) 
  RADDLE_CALL(cusparseCreateCsric02Info) RADDLE_CALL(cusparseCreateCsrilu02Info) RADDLE_CALL(cusparseCreateCsru2csrInfo) RADDLE_CALL(cusparseCreateDnMat) 
  RADDLE_CALL(cusparseCreateDnVec) RADDLE_CALL(cusparseCreateIdentityPermutation) RADDLE_CALL(cusparseCreateMatDescr) RADDLE_CALL(cusparseCreatePruneInfo) 
  RADDLE_CALL(cusparseCreateSlicedEll) RADDLE_CALL(cusparseCreateSpVec) RADDLE_CALL(cusparseCscGet) RADDLE_CALL(cusparseCscSetPointers) 
  RADDLE_CALL(cusparseCsr2cscEx2) RADDLE_CALL(cusparseCsr2cscEx2_bufferSize) RADDLE_CALL(cusparseCsrGet) RADDLE_CALL(cusparseCsrSetPointers) 
  RADDLE_CALL(cusparseCsrSetStridedBatch) RADDLE_CALL(cusparseDbsr2csr) RADDLE_CALL(cusparseDbsric02) RADDLE_CALL(cusparseDbsric02_analysis) 
  RADDLE_CALL(cusparseDbsric02_bufferSize) RADDLE_CALL(cusparseDbsric02_bufferSizeExt) RADDLE_CALL(cusparseDbsrilu02) RADDLE_CALL(cusparseDbsrilu02_analysis) 
  RADDLE_CALL(cusparseDbsrilu02_bufferSize) RADDLE_CALL(cusparseDbsrilu02_bufferSizeExt) RADDLE_CALL(cusparseDbsrilu02_numericBoost) 
  RADDLE_CALL(cusparseDbsrmm) RADDLE_CALL(cusparseDbsrmv) RADDLE_CALL(cusparseDbsrsm2_analysis) RADDLE_CALL(cusparseDbsrsm2_bufferSize) 
  RADDLE_CALL(cusparseDbsrsm2_bufferSizeExt) RADDLE_CALL(cusparseDbsrsm2_solve) RADDLE_CALL(cusparseDbsrsv2_analysis) RADDLE_CALL(cusparseDbsrsv2_bufferSize) 
  RADDLE_CALL(cusparseDbsrsv2_bufferSizeExt) RADDLE_CALL(cusparseDbsrsv2_solve) RADDLE_CALL(cusparseDbsrxmv) RADDLE_CALL(cusparseDcsr2bsr) 
  RADDLE_CALL(cusparseDcsr2csr_compress) RADDLE_CALL(cusparseDcsr2csru) RADDLE_CALL(cusparseDcsr2gebsr) RADDLE_CALL(cusparseDcsr2gebsr_bufferSize) 
  RADDLE_CALL(cusparseDcsr2gebsr_bufferSizeExt) RADDLE_CALL(cusparseDcsrcolor) RADDLE_CALL(cusparseDcsrgeam2) RADDLE_CALL(cusparseDcsrgeam2_bufferSizeExt) 
  RADDLE_CALL(cusparseDcsric02) RADDLE_CALL(cusparseDcsric02_analysis) RADDLE_CALL(cusparseDcsric02_bufferSize) RADDLE_CALL(cusparseDcsric02_bufferSizeExt) 
  RADDLE_CALL(cusparseDcsrilu02) RADDLE_CALL(cusparseDcsrilu02_analysis) RADDLE_CALL(cusparseDcsrilu02_bufferSize) RADDLE_CALL(cusparseDcsrilu02_bufferSizeExt) 
  RADDLE_CALL(cusparseDcsrilu02_numericBoost) RADDLE_CALL(cusparseDcsru2csr) RADDLE_CALL(cusparseDcsru2csr_bufferSizeExt) 
  RADDLE_CALL(cusparseDenseToSparse_analysis) RADDLE_CALL(cusparseDenseToSparse_bufferSize) RADDLE_CALL(cusparseDenseToSparse_convert) 
  RADDLE_CALL(cusparseDestroy) RADDLE_CALL(cusparseDestroyBsric02Info) RADDLE_CALL(cusparseDestroyBsrilu02Info) RADDLE_CALL(cusparseDestroyBsrsm2Info) 
  RADDLE_CALL(cusparseDestroyBsrsv2Info) RADDLE_CALL(cusparseDestroyColorInfo) RADDLE_CALL(cusparseDestroyCsric02Info) RADDLE_CALL(cusparseDestroyCsrilu02Info) 
  RADDLE_CALL(cusparseDestroyCsru2csrInfo) RADDLE_CALL(cusparseDestroyDnMat) RADDLE_CALL(cusparseDestroyDnVec) RADDLE_CALL(cusparseDestroyMatDescr) 
  RADDLE_CALL(cusparseDestroyPruneInfo) RADDLE_CALL(cusparseDestroySpMat) RADDLE_CALL(cusparseDestroySpVec) RADDLE_CALL(cusparseDgebsr2csr) 
  RADDLE_CALL(cusparseDgebsr2gebsc) RADDLE_CALL(cusparseDgebsr2gebsc_bufferSize) RADDLE_CALL(cusparseDgebsr2gebsc_bufferSizeExt) 
  RADDLE_CALL(cusparseDgebsr2gebsr) RADDLE_CALL(cusparseDgebsr2gebsr_bufferSize) RADDLE_CALL(cusparseDgebsr2gebsr_bufferSizeExt) RADDLE_CALL(cusparseDgemvi) 
  RADDLE_CALL(cusparseDgemvi_bufferSize) RADDLE_CALL(cusparseDgpsvInterleavedBatch) RADDLE_CALL(cusparseDgpsvInterleavedBatch_bufferSizeExt) 
  RADDLE_CALL(cusparseDgtsv2) RADDLE_CALL(cusparseDgtsv2StridedBatch) RADDLE_CALL(cusparseDgtsv2StridedBatch_bufferSizeExt) 
  RADDLE_CALL(cusparseDgtsv2_bufferSizeExt) RADDLE_CALL(cusparseDgtsv2_nopivot) RADDLE_CALL(cusparseDgtsv2_nopivot_bufferSizeExt) 
  RADDLE_CALL(cusparseDgtsvInterleavedBatch) RADDLE_CALL(cusparseDgtsvInterleavedBatch_bufferSizeExt) RADDLE_CALL(cusparseDnMatGet) 
  RADDLE_CALL(cusparseDnMatGetStridedBatch) RADDLE_CALL(cusparseDnMatGetValues) RADDLE_CALL(cusparseDnMatSetStridedBatch) RADDLE_CALL(cusparseDnMatSetValues) 
  RADDLE_CALL(cusparseDnVecGet) RADDLE_CALL(cusparseDnVecGetValues) RADDLE_CALL(cusparseDnVecSetValues) RADDLE_CALL(cusparseDnnz) 
  RADDLE_CALL(cusparseDnnz_compress) RADDLE_CALL(cusparseDpruneCsr2csr) RADDLE_CALL(cusparseDpruneCsr2csrByPercentage) 
  RADDLE_CALL(cusparseDpruneCsr2csrByPercentage_bufferSizeExt) RADDLE_CALL(cusparseDpruneCsr2csrNnz) RADDLE_CALL(cusparseDpruneCsr2csrNnzByPercentage) 
  RADDLE_CALL(cusparseDpruneCsr2csr_bufferSizeExt) RADDLE_CALL(cusparseDpruneDense2csr) RADDLE_CALL(cusparseDpruneDense2csrByPercentage) 
  RADDLE_CALL(cusparseDpruneDense2csrByPercentage_bufferSizeExt) RADDLE_CALL(cusparseDpruneDense2csrNnz) RADDLE_CALL(cusparseDpruneDense2csrNnzByPercentage) 
  RADDLE_CALL(cusparseDpruneDense2csr_bufferSizeExt) RADDLE_CALL(cusparseGather) RADDLE_CALL(cusparseGetPointerMode) RADDLE_CALL(cusparseGetProperty) 
  RADDLE_CALL(cusparseGetStream) RADDLE_CALL(cusparseGetVersion) RADDLE_CALL(cusparseHpruneCsr2csr) RADDLE_CALL(cusparseHpruneCsr2csrByPercentage) 
  RADDLE_CALL(cusparseHpruneCsr2csrByPercentage_bufferSizeExt) RADDLE_CALL(cusparseHpruneCsr2csrNnz) RADDLE_CALL(cusparseHpruneCsr2csrNnzByPercentage) 
  RADDLE_CALL(cusparseHpruneCsr2csr_bufferSizeExt) RADDLE_CALL(cusparseHpruneDense2csr) RADDLE_CALL(cusparseHpruneDense2csrByPercentage) 
  RADDLE_CALL(cusparseHpruneDense2csrByPercentage_bufferSizeExt) RADDLE_CALL(cusparseHpruneDense2csrNnz) RADDLE_CALL(cusparseHpruneDense2csrNnzByPercentage) 
  RADDLE_CALL(cusparseHpruneDense2csr_bufferSizeExt) RADDLE_CALL(cusparseLoggerForceDisable) RADDLE_CALL(cusparseLoggerOpenFile) 
  RADDLE_CALL(cusparseLoggerSetCallback) RADDLE_CALL(cusparseLoggerSetFile) RADDLE_CALL(cusparseLoggerSetLevel) RADDLE_CALL(cusparseLoggerSetMask) 
  RADDLE_CALL(cusparseRot) RADDLE_CALL(cusparseSDDMM) RADDLE_CALL(cusparseSDDMM_bufferSize) RADDLE_CALL(cusparseSDDMM_preprocess) RADDLE_CALL(cusparseSbsr2csr) 
  RADDLE_CALL(cusparseSbsric02) RADDLE_CALL(cusparseSbsric02_analysis) RADDLE_CALL(cusparseSbsric02_bufferSize) RADDLE_CALL(cusparseSbsric02_bufferSizeExt) 
  RADDLE_CALL(cusparseSbsrilu02) RADDLE_CALL(cusparseSbsrilu02_analysis) RADDLE_CALL(cusparseSbsrilu02_bufferSize) RADDLE_CALL(cusparseSbsrilu02_bufferSizeExt) 
  RADDLE_CALL(cusparseSbsrilu02_numericBoost) RADDLE_CALL(cusparseSbsrmm) RADDLE_CALL(cusparseSbsrmv) RADDLE_CALL(cusparseSbsrsm2_analysis) 
  RADDLE_CALL(cusparseSbsrsm2_bufferSize) RADDLE_CALL(cusparseSbsrsm2_bufferSizeExt) RADDLE_CALL(cusparseSbsrsm2_solve) RADDLE_CALL(cusparseSbsrsv2_analysis) 
  RADDLE_CALL(cusparseSbsrsv2_bufferSize) RADDLE_CALL(cusparseSbsrsv2_bufferSizeExt) RADDLE_CALL(cusparseSbsrsv2_solve) RADDLE_CALL(cusparseSbsrxmv) 
  RADDLE_CALL(cusparseScatter) RADDLE_CALL(cusparseScsr2bsr) RADDLE_CALL(cusparseScsr2csr_compress) RADDLE_CALL(cusparseScsr2csru) 
  RADDLE_CALL(cusparseScsr2gebsr) RADDLE_CALL(cusparseScsr2gebsr_bufferSize) RADDLE_CALL(cusparseScsr2gebsr_bufferSizeExt) RADDLE_CALL(cusparseScsrcolor) 
  RADDLE_CALL(cusparseScsrgeam2) RADDLE_CALL(cusparseScsrgeam2_bufferSizeExt) RADDLE_CALL(cusparseScsric02) RADDLE_CALL(cusparseScsric02_analysis) 
  RADDLE_CALL(cusparseScsric02_bufferSize) RADDLE_CALL(cusparseScsric02_bufferSizeExt) RADDLE_CALL(cusparseScsrilu02) RADDLE_CALL(cusparseScsrilu02_analysis) 
  RADDLE_CALL(cusparseScsrilu02_bufferSize) RADDLE_CALL(cusparseScsrilu02_bufferSizeExt) RADDLE_CALL(cusparseScsrilu02_numericBoost) 
  RADDLE_CALL(cusparseScsru2csr) RADDLE_CALL(cusparseScsru2csr_bufferSizeExt) RADDLE_CALL(cusparseSetMatDiagType) RADDLE_CALL(cusparseSetMatFillMode) 
  RADDLE_CALL(cusparseSetMatIndexBase) RADDLE_CALL(cusparseSetMatType) RADDLE_CALL(cusparseSetPointerMode) RADDLE_CALL(cusparseSetStream) 
  RADDLE_CALL(cusparseSgebsr2csr) RADDLE_CALL(cusparseSgebsr2gebsc) RADDLE_CALL(cusparseSgebsr2gebsc_bufferSize) 
  RADDLE_CALL(cusparseSgebsr2gebsc_bufferSizeExt) RADDLE_CALL(cusparseSgebsr2gebsr) RADDLE_CALL(cusparseSgebsr2gebsr_bufferSize) 
  RADDLE_CALL(cusparseSgebsr2gebsr_bufferSizeExt) RADDLE_CALL(cusparseSgemvi) RADDLE_CALL(cusparseSgemvi_bufferSize) RADDLE_CALL(cusparseSgpsvInterleavedBatch) 
  RADDLE_CALL(cusparseSgpsvInterleavedBatch_bufferSizeExt) RADDLE_CALL(cusparseSgtsv2) RADDLE_CALL(cusparseSgtsv2StridedBatch) 
  RADDLE_CALL(cusparseSgtsv2StridedBatch_bufferSizeExt) RADDLE_CALL(cusparseSgtsv2_bufferSizeExt) RADDLE_CALL(cusparseSgtsv2_nopivot) 
  RADDLE_CALL(cusparseSgtsv2_nopivot_bufferSizeExt) RADDLE_CALL(cusparseSgtsvInterleavedBatch) RADDLE_CALL(cusparseSgtsvInterleavedBatch_bufferSizeExt) 
  RADDLE_CALL(cusparseSnnz) RADDLE_CALL(cusparseSnnz_compress) RADDLE_CALL(cusparseSpGEAM) RADDLE_CALL(cusparseSpGEAM_bufferSize) 
  RADDLE_CALL(cusparseSpGEAM_createDescr) RADDLE_CALL(cusparseSpGEAM_destroyDescr) RADDLE_CALL(cusparseSpGEAM_nnz) RADDLE_CALL(cusparseSpGEMM_compute) 
  RADDLE_CALL(cusparseSpGEMM_copy) RADDLE_CALL(cusparseSpGEMM_createDescr) RADDLE_CALL(cusparseSpGEMM_destroyDescr) RADDLE_CALL(cusparseSpGEMM_estimateMemory) 
  RADDLE_CALL(cusparseSpGEMM_getNumProducts) RADDLE_CALL(cusparseSpGEMM_workEstimation) RADDLE_CALL(cusparseSpGEMMreuse_compute) 
  RADDLE_CALL(cusparseSpGEMMreuse_copy) RADDLE_CALL(cusparseSpGEMMreuse_nnz) RADDLE_CALL(cusparseSpGEMMreuse_workEstimation) RADDLE_CALL(cusparseSpMM) 
  RADDLE_CALL(cusparseSpMMOp) RADDLE_CALL(cusparseSpMMOp_createPlan) RADDLE_CALL(cusparseSpMMOp_destroyPlan) RADDLE_CALL(cusparseSpMM_bufferSize) 
  RADDLE_CALL(cusparseSpMM_preprocess) RADDLE_CALL(cusparseSpMV) RADDLE_CALL(cusparseSpMV_bufferSize) RADDLE_CALL(cusparseSpMV_preprocess) 
  RADDLE_CALL(cusparseSpMatGetAttribute) RADDLE_CALL(cusparseSpMatGetFormat) RADDLE_CALL(cusparseSpMatGetIndexBase) RADDLE_CALL(cusparseSpMatGetSize) 
  RADDLE_CALL(cusparseSpMatGetStridedBatch) RADDLE_CALL(cusparseSpMatGetValues) RADDLE_CALL(cusparseSpMatSetAttribute) RADDLE_CALL(cusparseSpMatSetValues) 
  RADDLE_CALL(cusparseSpSM_analysis) RADDLE_CALL(cusparseSpSM_bufferSize) RADDLE_CALL(cusparseSpSM_createDescr) RADDLE_CALL(cusparseSpSM_destroyDescr) 
  RADDLE_CALL(cusparseSpSM_solve) RADDLE_CALL(cusparseSpSM_updateMatrix) RADDLE_CALL(cusparseSpSV_analysis) RADDLE_CALL(cusparseSpSV_bufferSize) 
  RADDLE_CALL(cusparseSpSV_createDescr) RADDLE_CALL(cusparseSpSV_destroyDescr) RADDLE_CALL(cusparseSpSV_solve) RADDLE_CALL(cusparseSpSV_updateMatrix) 
  RADDLE_CALL(cusparseSpVV) RADDLE_CALL(cusparseSpVV_bufferSize) RADDLE_CALL(cusparseSpVecGet) RADDLE_CALL(cusparseSpVecGetIndexBase) 
  RADDLE_CALL(cusparseSpVecGetValues) RADDLE_CALL(cusparseSpVecSetValues) RADDLE_CALL(cusparseSparseToDense) RADDLE_CALL(cusparseSparseToDense_bufferSize) 
  RADDLE_CALL(cusparseSpruneCsr2csr) RADDLE_CALL(cusparseSpruneCsr2csrByPercentage) RADDLE_CALL(cusparseSpruneCsr2csrByPercentage_bufferSizeExt) 
  RADDLE_CALL(cusparseSpruneCsr2csrNnz) RADDLE_CALL(cusparseSpruneCsr2csrNnzByPercentage) RADDLE_CALL(cusparseSpruneCsr2csr_bufferSizeExt) 
  RADDLE_CALL(cusparseSpruneDense2csr) RADDLE_CALL(cusparseSpruneDense2csrByPercentage) RADDLE_CALL(cusparseSpruneDense2csrByPercentage_bufferSizeExt) 
  RADDLE_CALL(cusparseSpruneDense2csrNnz) RADDLE_CALL(cusparseSpruneDense2csrNnzByPercentage) RADDLE_CALL(cusparseSpruneDense2csr_bufferSizeExt) 
  RADDLE_CALL(cusparseXbsric02_zeroPivot) RADDLE_CALL(cusparseXbsrilu02_zeroPivot) RADDLE_CALL(cusparseXbsrsm2_zeroPivot) 
  RADDLE_CALL(cusparseXbsrsv2_zeroPivot) RADDLE_CALL(cusparseXcoo2csr) RADDLE_CALL(cusparseXcoosortByColumn) RADDLE_CALL(cusparseXcoosortByRow) 
  RADDLE_CALL(cusparseXcoosort_bufferSizeExt) RADDLE_CALL(cusparseXcscsort) RADDLE_CALL(cusparseXcscsort_bufferSizeExt) RADDLE_CALL(cusparseXcsr2bsrNnz) 
  RADDLE_CALL(cusparseXcsr2coo) RADDLE_CALL(cusparseXcsr2gebsrNnz) RADDLE_CALL(cusparseXcsrgeam2Nnz) RADDLE_CALL(cusparseXcsric02_zeroPivot) 
  RADDLE_CALL(cusparseXcsrilu02_zeroPivot) RADDLE_CALL(cusparseXcsrsort) RADDLE_CALL(cusparseXcsrsort_bufferSizeExt) RADDLE_CALL(cusparseXgebsr2csr) 
  RADDLE_CALL(cusparseXgebsr2gebsrNnz) RADDLE_CALL(cusparseZbsr2csr) RADDLE_CALL(cusparseZbsric02) RADDLE_CALL(cusparseZbsric02_analysis) 
  RADDLE_CALL(cusparseZbsric02_bufferSize) RADDLE_CALL(cusparseZbsric02_bufferSizeExt) RADDLE_CALL(cusparseZbsrilu02) RADDLE_CALL(cusparseZbsrilu02_analysis) 
  RADDLE_CALL(cusparseZbsrilu02_bufferSize) RADDLE_CALL(cusparseZbsrilu02_bufferSizeExt) RADDLE_CALL(cusparseZbsrilu02_numericBoost) 
  RADDLE_CALL(cusparseZbsrmm) RADDLE_CALL(cusparseZbsrmv) RADDLE_CALL(cusparseZbsrsm2_analysis) RADDLE_CALL(cusparseZbsrsm2_bufferSize) 
  RADDLE_CALL(cusparseZbsrsm2_bufferSizeExt) RADDLE_CALL(cusparseZbsrsm2_solve) RADDLE_CALL(cusparseZbsrsv2_analysis) RADDLE_CALL(cusparseZbsrsv2_bufferSize) 
  RADDLE_CALL(cusparseZbsrsv2_bufferSizeExt) RADDLE_CALL(cusparseZbsrsv2_solve) RADDLE_CALL(cusparseZbsrxmv) RADDLE_CALL(cusparseZcsr2bsr) 
  RADDLE_CALL(cusparseZcsr2csr_compress) RADDLE_CALL(cusparseZcsr2csru) RADDLE_CALL(cusparseZcsr2gebsr) RADDLE_CALL(cusparseZcsr2gebsr_bufferSize) 
  RADDLE_CALL(cusparseZcsr2gebsr_bufferSizeExt) RADDLE_CALL(cusparseZcsrcolor) RADDLE_CALL(cusparseZcsrgeam2) RADDLE_CALL(cusparseZcsrgeam2_bufferSizeExt) 
  RADDLE_CALL(cusparseZcsric02) RADDLE_CALL(cusparseZcsric02_analysis) RADDLE_CALL(cusparseZcsric02_bufferSize) RADDLE_CALL(cusparseZcsric02_bufferSizeExt) 
  RADDLE_CALL(cusparseZcsrilu02) RADDLE_CALL(cusparseZcsrilu02_analysis) RADDLE_CALL(cusparseZcsrilu02_bufferSize) RADDLE_CALL(cusparseZcsrilu02_bufferSizeExt) 
  RADDLE_CALL(cusparseZcsrilu02_numericBoost) RADDLE_CALL(cusparseZcsru2csr) RADDLE_CALL(cusparseZcsru2csr_bufferSizeExt) RADDLE_CALL(cusparseZgebsr2csr) 
  RADDLE_CALL(cusparseZgebsr2gebsc) RADDLE_CALL(cusparseZgebsr2gebsc_bufferSize) RADDLE_CALL(cusparseZgebsr2gebsc_bufferSizeExt) 
  RADDLE_CALL(cusparseZgebsr2gebsr) RADDLE_CALL(cusparseZgebsr2gebsr_bufferSize) RADDLE_CALL(cusparseZgebsr2gebsr_bufferSizeExt) RADDLE_CALL(cusparseZgemvi) 
  RADDLE_CALL(cusparseZgemvi_bufferSize) RADDLE_CALL(cusparseZgpsvInterleavedBatch) RADDLE_CALL(cusparseZgpsvInterleavedBatch_bufferSizeExt) 
  RADDLE_CALL(cusparseZgtsv2) RADDLE_CALL(cusparseZgtsv2StridedBatch) RADDLE_CALL(cusparseZgtsv2StridedBatch_bufferSizeExt) 
  RADDLE_CALL(cusparseZgtsv2_bufferSizeExt) RADDLE_CALL(cusparseZgtsv2_nopivot) RADDLE_CALL(cusparseZgtsv2_nopivot_bufferSizeExt) 
  RADDLE_CALL(cusparseZgtsvInterleavedBatch) RADDLE_CALL(cusparseZgtsvInterleavedBatch_bufferSizeExt) RADDLE_CALL(cusparseZnnz) 
  RADDLE_CALL(cusparseZnnz_compress)
#undef RADDLE_CALL
