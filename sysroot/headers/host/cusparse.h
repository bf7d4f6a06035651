#ifndef KCAST_CUSPARSE_H
#define KCAST_CUSPARSE_H
#include <__kcast_library.h>
#define CUSPARSEAPI
enum cusparseStatus_t {
  CUSPARSE_STATUS_SUCCESS, CUSPARSE_STATUS_NOT_INITIALIZED, CUSPARSE_STATUS_ALLOC_FAILED, CUSPARSE_STATUS_INVALID_VALUE, CUSPARSE_STATUS_ARCH_MISMATCH,
  CUSPARSE_STATUS_MAPPING_ERROR, CUSPARSE_STATUS_EXECUTION_FAILED, CUSPARSE_STATUS_INTERNAL_ERROR, CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED,
  CUSPARSE_STATUS_ZERO_PIVOT, CUSPARSE_STATUS_NOT_SUPPORTED, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES
};
enum cusparseOperation_t { CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE };
enum cusparseIndexType_t { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I };
enum cusparseIndexBase_t { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE };
enum cusparseMatrixType_t { CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_MATRIX_TYPE_SYMMETRIC };
enum cusparseFillMode_t { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER };
enum cusparseDiagType_t { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT };
enum cusparseOrder_t { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW };
enum cusparseSpMVAlg_t { CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_SPMV_COO_ALG1, CUSPARSE_SPMV_CSR_ALG1, CUSPARSE_SPMV_CSR_ALG2 };
enum cusparseSpMMAlg_t { CUSPARSE_SPMM_ALG_DEFAULT, CUSPARSE_SPMM_CSR_ALG1 = 4, CUSPARSE_SPMM_CSR_ALG2 };
enum cusparseSpGEMMAlg_t { CUSPARSE_SPGEMM_DEFAULT };
enum cusparsePointerMode_t { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE };
typedef struct cusparseContext* cusparseHandle_t;
typedef struct cusparseMatDescr* cusparseMatDescr_t;
typedef struct cusparseSpMatDescr* cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr* cusparseDnMatDescr_t;
typedef struct cusparseDnVecDescr* cusparseDnVecDescr_t;
typedef struct cusparseSpGEMMDescr* cusparseSpGEMMDescr_t;
inline const char* cusparseGetErrorString(cusparseStatus_t) { return "success"; }
KCAST_CREATE(cusparseStatus_t, cusparseCreate)
KCAST_CREATE(cusparseStatus_t, cusparseCreateMatDescr)
KCAST_CREATE(cusparseStatus_t, cusparseCreateCsr)
KCAST_CREATE(cusparseStatus_t, cusparseCreateCsc)
KCAST_CREATE(cusparseStatus_t, cusparseCreateCoo)
KCAST_CREATE(cusparseStatus_t, cusparseCreateDnMat)
KCAST_CREATE(cusparseStatus_t, cusparseCreateDnVec)
KCAST_CREATE(cusparseStatus_t, cusparseSpGEMM_createDescr)
KCAST_SIZE_LAST(cusparseStatus_t, cusparseSpMV_bufferSize)
KCAST_SIZE_LAST(cusparseStatus_t, cusparseSpMM_bufferSize)
KCAST_SIZE_LAST(cusparseStatus_t, cusparseDenseToSparse_bufferSize)
KCAST_SIZE_LAST(cusparseStatus_t, cusparseSparseToDense_bufferSize)
KCAST_CALL(cusparseStatus_t, cusparseDestroy)
KCAST_CALL(cusparseStatus_t, cusparseDestroyMatDescr)
KCAST_CALL(cusparseStatus_t, cusparseDestroySpMat)
KCAST_CALL(cusparseStatus_t, cusparseDestroyDnMat)
KCAST_CALL(cusparseStatus_t, cusparseDestroyDnVec)
KCAST_CALL(cusparseStatus_t, cusparseSetStream)
KCAST_CALL(cusparseStatus_t, cusparseSetPointerMode)
KCAST_CALL(cusparseStatus_t, cusparseSetMatType)
KCAST_CALL(cusparseStatus_t, cusparseSetMatIndexBase)
KCAST_CALL(cusparseStatus_t, cusparseSpMV)
KCAST_CALL(cusparseStatus_t, cusparseSpMM)
KCAST_CALL(cusparseStatus_t, cusparseSpSV)
KCAST_CALL(cusparseStatus_t, cusparseSpMV_preprocess)
KCAST_CALL(cusparseStatus_t, cusparseSpGEMM_destroyDescr)
KCAST_CALL(cusparseStatus_t, cusparseScsrmv)
KCAST_CALL(cusparseStatus_t, cusparseDcsrmv)
KCAST_CALL(cusparseStatus_t, cusparseScsrmm)
KCAST_CALL(cusparseStatus_t, cusparseDcsrmm)
KCAST_CALL(cusparseStatus_t, cusparseSpMatGetSize)
KCAST_CALL(cusparseStatus_t, cusparseDenseToSparse_analysis)
KCAST_CALL(cusparseStatus_t, cusparseDenseToSparse_convert)
KCAST_CALL(cusparseStatus_t, cusparseSparseToDense)
#endif
