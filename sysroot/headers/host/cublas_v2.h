#ifndef KCAST_CUBLAS_V2_H
#define KCAST_CUBLAS_V2_H
#include <__kcast_library.h>
#define CUBLAS_API_H_
#define CUBLAS_V2_H_
// As in NVIDIA's, the types of small numbers come with it.
#if __has_include(<cuda_bf16.h>)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#endif

enum cublasStatus_t {
  CUBLAS_STATUS_SUCCESS, CUBLAS_STATUS_NOT_INITIALIZED, CUBLAS_STATUS_ALLOC_FAILED = 3, CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH, CUBLAS_STATUS_MAPPING_ERROR = 11, CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR, CUBLAS_STATUS_NOT_SUPPORTED, CUBLAS_STATUS_LICENSE_ERROR
};
typedef cudaDataType cublasDataType_t;
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE };
enum cublasAtomicsMode_t { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED };
enum cublasMath_t {
  CUBLAS_DEFAULT_MATH, CUBLAS_TENSOR_OP_MATH, CUBLAS_PEDANTIC_MATH, CUBLAS_TF32_TENSOR_OP_MATH,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
};
enum cublasGemmAlgo_t { CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0 = 0, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99 };
enum cublasComputeType_t {
  CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC,
  CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_64F_PEDANTIC, CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32I_PEDANTIC,
  CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF, CUBLAS_COMPUTE_32F_FAST_TF32 = 77
};
inline const char* cublasGetStatusString(cublasStatus_t) { return "success"; }
inline const char* cublasGetStatusName(cublasStatus_t) { return "CUBLAS_STATUS_SUCCESS"; }
typedef struct cublasContext* cublasHandle_t;
KCAST_CREATE(cublasStatus_t, cublasCreate)
KCAST_CREATE(cublasStatus_t, cublasCreateWithFlags)
KCAST_CALL(cublasStatus_t, cublasDestroy)
KCAST_CALL(cublasStatus_t, cublasSetStream)
KCAST_CALL(cublasStatus_t, cublasGetStream)
KCAST_CALL(cublasStatus_t, cublasSetMathMode)
KCAST_CALL(cublasStatus_t, cublasGetMathMode)
KCAST_CALL(cublasStatus_t, cublasSetPointerMode)
KCAST_CALL(cublasStatus_t, cublasGetPointerMode)
KCAST_CALL(cublasStatus_t, cublasSetWorkspace)
KCAST_CALL(cublasStatus_t, cublasSetAtomicsMode)
KCAST_CALL(cublasStatus_t, cublasGetVersion)
KCAST_CALL(cublasStatus_t, cublasSetMatrix)
KCAST_CALL(cublasStatus_t, cublasGetMatrix)
KCAST_CALL(cublasStatus_t, cublasSetVector)
KCAST_CALL(cublasStatus_t, cublasGetVector)
KCAST_CALL(cublasStatus_t, cublasSetMatrixAsync)
KCAST_CALL(cublasStatus_t, cublasGetMatrixAsync)
KCAST_CALL(cublasStatus_t, cublasSetVectorAsync)
KCAST_CALL(cublasStatus_t, cublasGetVectorAsync)
KCAST_CALL(cublasStatus_t, cublasGemmEx)
KCAST_CALL(cublasStatus_t, cublasGemmBatchedEx)
KCAST_CALL(cublasStatus_t, cublasGemmStridedBatchedEx)
KCAST_CALL(cublasStatus_t, cublasAxpyEx)
KCAST_CALL(cublasStatus_t, cublasDotEx)
KCAST_CALL(cublasStatus_t, cublasNrm2Ex)
KCAST_CALL(cublasStatus_t, cublasScalEx)
KCAST_CALL(cublasStatus_t, cublasSgemm)
KCAST_CALL(cublasStatus_t, cublasSgemmBatched)
KCAST_CALL(cublasStatus_t, cublasSgemmStridedBatched)
KCAST_CALL(cublasStatus_t, cublasSgemv)
KCAST_CALL(cublasStatus_t, cublasSger)
KCAST_CALL(cublasStatus_t, cublasSaxpy)
KCAST_CALL(cublasStatus_t, cublasSdot)
KCAST_CALL(cublasStatus_t, cublasSscal)
KCAST_CALL(cublasStatus_t, cublasSnrm2)
KCAST_CALL(cublasStatus_t, cublasSasum)
KCAST_CALL(cublasStatus_t, cublasScopy)
KCAST_CALL(cublasStatus_t, cublasSswap)
KCAST_CALL(cublasStatus_t, cublasStrsm)
KCAST_CALL(cublasStatus_t, cublasStrsv)
KCAST_CALL(cublasStatus_t, cublasSsyrk)
KCAST_CALL(cublasStatus_t, cublasSsymm)
KCAST_CALL(cublasStatus_t, cublasSsymv)
KCAST_CALL(cublasStatus_t, cublasSgeam)
KCAST_CALL(cublasStatus_t, cublasSdgmm)
KCAST_CALL(cublasStatus_t, cublasStrmm)
KCAST_CALL(cublasStatus_t, cublasSgetrfBatched)
KCAST_CALL(cublasStatus_t, cublasSgetriBatched)
KCAST_CALL(cublasStatus_t, cublasSgemvBatched)
KCAST_CALL(cublasStatus_t, cublasSgemvStridedBatched)
KCAST_CALL(cublasStatus_t, cublasSrot)
KCAST_CALL(cublasStatus_t, cublasSsyr)
KCAST_CALL(cublasStatus_t, cublasSspmv)
KCAST_CALL(cublasStatus_t, cublasDgemm)
KCAST_CALL(cublasStatus_t, cublasDgemmBatched)
KCAST_CALL(cublasStatus_t, cublasDgemmStridedBatched)
KCAST_CALL(cublasStatus_t, cublasDgemv)
KCAST_CALL(cublasStatus_t, cublasDger)
KCAST_CALL(cublasStatus_t, cublasDaxpy)
KCAST_CALL(cublasStatus_t, cublasDdot)
KCAST_CALL(cublasStatus_t, cublasDscal)
KCAST_CALL(cublasStatus_t, cublasDnrm2)
KCAST_CALL(cublasStatus_t, cublasDasum)
KCAST_CALL(cublasStatus_t, cublasDcopy)
KCAST_CALL(cublasStatus_t, cublasDswap)
KCAST_CALL(cublasStatus_t, cublasDtrsm)
KCAST_CALL(cublasStatus_t, cublasDtrsv)
KCAST_CALL(cublasStatus_t, cublasDsyrk)
KCAST_CALL(cublasStatus_t, cublasDsymm)
KCAST_CALL(cublasStatus_t, cublasDsymv)
KCAST_CALL(cublasStatus_t, cublasDgeam)
KCAST_CALL(cublasStatus_t, cublasDdgmm)
KCAST_CALL(cublasStatus_t, cublasDtrmm)
KCAST_CALL(cublasStatus_t, cublasDgetrfBatched)
KCAST_CALL(cublasStatus_t, cublasDgetriBatched)
KCAST_CALL(cublasStatus_t, cublasDgemvBatched)
KCAST_CALL(cublasStatus_t, cublasDgemvStridedBatched)
KCAST_CALL(cublasStatus_t, cublasDrot)
KCAST_CALL(cublasStatus_t, cublasDsyr)
KCAST_CALL(cublasStatus_t, cublasDspmv)
KCAST_CALL(cublasStatus_t, cublasCgemm)
KCAST_CALL(cublasStatus_t, cublasCgemmBatched)
KCAST_CALL(cublasStatus_t, cublasCgemmStridedBatched)
KCAST_CALL(cublasStatus_t, cublasCgemv)
KCAST_CALL(cublasStatus_t, cublasCaxpy)
KCAST_CALL(cublasStatus_t, cublasCscal)
KCAST_CALL(cublasStatus_t, cublasCdotc)
KCAST_CALL(cublasStatus_t, cublasCdotu)
KCAST_CALL(cublasStatus_t, cublasCcopy)
KCAST_CALL(cublasStatus_t, cublasCherk)
KCAST_CALL(cublasStatus_t, cublasChemm)
KCAST_CALL(cublasStatus_t, cublasCgerc)
KCAST_CALL(cublasStatus_t, cublasZgemm)
KCAST_CALL(cublasStatus_t, cublasZgemmBatched)
KCAST_CALL(cublasStatus_t, cublasZgemmStridedBatched)
KCAST_CALL(cublasStatus_t, cublasZgemv)
KCAST_CALL(cublasStatus_t, cublasZaxpy)
KCAST_CALL(cublasStatus_t, cublasZscal)
KCAST_CALL(cublasStatus_t, cublasZdotc)
KCAST_CALL(cublasStatus_t, cublasZdotu)
KCAST_CALL(cublasStatus_t, cublasZcopy)
KCAST_CALL(cublasStatus_t, cublasZherk)
KCAST_CALL(cublasStatus_t, cublasZhemm)
KCAST_CALL(cublasStatus_t, cublasZgerc)
KCAST_CALL(cublasStatus_t, cublasHgemm)
KCAST_CALL(cublasStatus_t, cublasHgemmBatched)
KCAST_CALL(cublasStatus_t, cublasHgemmStridedBatched)
KCAST_CALL(cublasStatus_t, cublasIsamax)
KCAST_CALL(cublasStatus_t, cublasIdamax)
KCAST_CALL(cublasStatus_t, cublasIsamin)
KCAST_CALL(cublasStatus_t, cublasIdamin)
KCAST_CALL(cublasStatus_t, cublasScnrm2)
KCAST_CALL(cublasStatus_t, cublasDznrm2)
KCAST_CALL(cublasStatus_t, cublasScasum)
KCAST_CALL(cublasStatus_t, cublasDzasum)
KCAST_CALL(cublasStatus_t, cublasSgemmEx)
// The names of NVIDIA's library behind those of its header.
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasSetStream_v2 cublasSetStream
#define cublasGetStream_v2 cublasGetStream
#define cublasSgemm_v2 cublasSgemm
#define cublasDgemm_v2 cublasDgemm
#define cublasSgemv_v2 cublasSgemv
#define cublasSaxpy_v2 cublasSaxpy
#endif
