#ifndef KCAST_HIPSPARSE_H
#define KCAST_HIPSPARSE_H
#include <__kcast_library.h>
enum hipsparseStatus_t {
  HIPSPARSE_STATUS_SUCCESS, HIPSPARSE_STATUS_NOT_INITIALIZED, HIPSPARSE_STATUS_ALLOC_FAILED, HIPSPARSE_STATUS_INVALID_VALUE, HIPSPARSE_STATUS_INTERNAL_ERROR = 7
};
enum hipsparseOperation_t { HIPSPARSE_OPERATION_NON_TRANSPOSE, HIPSPARSE_OPERATION_TRANSPOSE, HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE };
enum hipsparseIndexType_t { HIPSPARSE_INDEX_16U = 1, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_64I };
enum hipsparseIndexBase_t { HIPSPARSE_INDEX_BASE_ZERO, HIPSPARSE_INDEX_BASE_ONE };
enum hipsparseMatrixType_t { HIPSPARSE_MATRIX_TYPE_GENERAL, HIPSPARSE_MATRIX_TYPE_SYMMETRIC };
enum hipsparseFillMode_t { HIPSPARSE_FILL_MODE_LOWER, HIPSPARSE_FILL_MODE_UPPER };
enum hipsparseDiagType_t { HIPSPARSE_DIAG_TYPE_NON_UNIT, HIPSPARSE_DIAG_TYPE_UNIT };
enum hipsparseOrder_t { HIPSPARSE_ORDER_COL = 1, HIPSPARSE_ORDER_ROW };
enum hipsparseSpMVAlg_t { HIPSPARSE_SPMV_ALG_DEFAULT, HIPSPARSE_SPMV_COO_ALG1, HIPSPARSE_SPMV_CSR_ALG1, HIPSPARSE_SPMV_CSR_ALG2 };
enum hipsparseSpMMAlg_t { HIPSPARSE_SPMM_ALG_DEFAULT, HIPSPARSE_SPMM_CSR_ALG1 = 4, HIPSPARSE_SPMM_CSR_ALG2 };
enum hipsparseSpGEMMAlg_t { HIPSPARSE_SPGEMM_DEFAULT };
enum hipsparsePointerMode_t { HIPSPARSE_POINTER_MODE_HOST, HIPSPARSE_POINTER_MODE_DEVICE };
typedef struct hipsparseContext* hipsparseHandle_t;
typedef struct hipsparseMatDescr* hipsparseMatDescr_t;
typedef struct hipsparseSpMatDescr* hipsparseSpMatDescr_t;
typedef struct hipsparseDnMatDescr* hipsparseDnMatDescr_t;
typedef struct hipsparseDnVecDescr* hipsparseDnVecDescr_t;
typedef struct hipsparseSpGEMMDescr* hipsparseSpGEMMDescr_t;
inline const char* hipsparseGetErrorString(hipsparseStatus_t) { return "success"; }
KCAST_CREATE(hipsparseStatus_t, hipsparseCreate)
KCAST_CREATE(hipsparseStatus_t, hipsparseCreateMatDescr)
KCAST_CREATE(hipsparseStatus_t, hipsparseCreateCsr)
KCAST_CREATE(hipsparseStatus_t, hipsparseCreateCsc)
KCAST_CREATE(hipsparseStatus_t, hipsparseCreateCoo)
KCAST_CREATE(hipsparseStatus_t, hipsparseCreateDnMat)
KCAST_CREATE(hipsparseStatus_t, hipsparseCreateDnVec)
KCAST_CREATE(hipsparseStatus_t, hipsparseSpGEMM_createDescr)
KCAST_SIZE_LAST(hipsparseStatus_t, hipsparseSpMV_bufferSize)
KCAST_SIZE_LAST(hipsparseStatus_t, hipsparseSpMM_bufferSize)
KCAST_SIZE_LAST(hipsparseStatus_t, hipsparseDenseToSparse_bufferSize)
KCAST_SIZE_LAST(hipsparseStatus_t, hipsparseSparseToDense_bufferSize)
KCAST_CALL(hipsparseStatus_t, hipsparseDestroy)
KCAST_CALL(hipsparseStatus_t, hipsparseDestroyMatDescr)
KCAST_CALL(hipsparseStatus_t, hipsparseDestroySpMat)
KCAST_CALL(hipsparseStatus_t, hipsparseDestroyDnMat)
KCAST_CALL(hipsparseStatus_t, hipsparseDestroyDnVec)
KCAST_CALL(hipsparseStatus_t, hipsparseSetStream)
KCAST_CALL(hipsparseStatus_t, hipsparseSetPointerMode)
KCAST_CALL(hipsparseStatus_t, hipsparseSetMatType)
KCAST_CALL(hipsparseStatus_t, hipsparseSetMatIndexBase)
KCAST_CALL(hipsparseStatus_t, hipsparseSpMV)
KCAST_CALL(hipsparseStatus_t, hipsparseSpMM)
KCAST_CALL(hipsparseStatus_t, hipsparseSpSV)
KCAST_CALL(hipsparseStatus_t, hipsparseSpMV_preprocess)
KCAST_CALL(hipsparseStatus_t, hipsparseSpGEMM_destroyDescr)
KCAST_CALL(hipsparseStatus_t, hipsparseScsrmv)
KCAST_CALL(hipsparseStatus_t, hipsparseDcsrmv)
KCAST_CALL(hipsparseStatus_t, hipsparseScsrmm)
KCAST_CALL(hipsparseStatus_t, hipsparseDcsrmm)
KCAST_CALL(hipsparseStatus_t, hipsparseSpMatGetSize)
KCAST_CALL(hipsparseStatus_t, hipsparseDenseToSparse_analysis)
KCAST_CALL(hipsparseStatus_t, hipsparseDenseToSparse_convert)
KCAST_CALL(hipsparseStatus_t, hipsparseSparseToDense)
#endif
