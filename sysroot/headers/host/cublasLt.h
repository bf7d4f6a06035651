#ifndef KCAST_CUBLASLT_H
#define KCAST_CUBLASLT_H
#include <cublas_v2.h>
typedef struct cublasLtContext* cublasLtHandle_t;
struct cublasLtMatmulAlgo_t {
  unsigned long long data[8];
};
struct cublasLtMatmulHeuristicResult_t {
  cublasLtMatmulAlgo_t algo;
  size_t workspaceSize;
  cublasStatus_t state;
  float wavesCount;
};
#define KCAST_OPAQUE(name)        \
  struct name##Opaque_t {         \
    unsigned long long data[32];  \
  };                              \
  typedef name##Opaque_t* name##_t;
KCAST_OPAQUE(cublasLtMatrixLayout)
KCAST_OPAQUE(cublasLtMatmulDesc)
KCAST_OPAQUE(cublasLtMatrixTransformDesc)
KCAST_OPAQUE(cublasLtMatmulPreference)
#undef KCAST_OPAQUE
enum cublasLtMatrixLayoutAttribute_t {
  CUBLASLT_MATRIX_LAYOUT_TYPE, CUBLASLT_MATRIX_LAYOUT_ORDER, CUBLASLT_MATRIX_LAYOUT_ROWS, CUBLASLT_MATRIX_LAYOUT_COLS, CUBLASLT_MATRIX_LAYOUT_LD,
  CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET
};
enum cublasLtOrder_t { CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW, CUBLASLT_ORDER_COL32, CUBLASLT_ORDER_COL4_4R2_8C, CUBLASLT_ORDER_COL32_2R_4R4 };
enum cublasLtMatmulDescAttributes_t {
  CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, CUBLASLT_MATMUL_DESC_SCALE_TYPE, CUBLASLT_MATMUL_DESC_POINTER_MODE, CUBLASLT_MATMUL_DESC_TRANSA,
  CUBLASLT_MATMUL_DESC_TRANSB, CUBLASLT_MATMUL_DESC_TRANSC, CUBLASLT_MATMUL_DESC_FILL_MODE, CUBLASLT_MATMUL_DESC_EPILOGUE,
  CUBLASLT_MATMUL_DESC_BIAS_POINTER, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE,
  CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER,
  CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, CUBLASLT_MATMUL_DESC_FAST_ACCUM, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE
};
enum cublasLtEpilogue_t {
  CUBLASLT_EPILOGUE_DEFAULT = 1, CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_BIAS = 4, CUBLASLT_EPILOGUE_RELU_BIAS = 6, CUBLASLT_EPILOGUE_GELU = 32,
  CUBLASLT_EPILOGUE_GELU_BIAS = 36, CUBLASLT_EPILOGUE_RELU_AUX = 130, CUBLASLT_EPILOGUE_RELU_AUX_BIAS = 134, CUBLASLT_EPILOGUE_GELU_AUX = 160,
  CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164, CUBLASLT_EPILOGUE_DRELU = 136, CUBLASLT_EPILOGUE_DRELU_BGRAD = 152, CUBLASLT_EPILOGUE_DGELU = 192,
  CUBLASLT_EPILOGUE_DGELU_BGRAD = 208, CUBLASLT_EPILOGUE_BGRADA = 256, CUBLASLT_EPILOGUE_BGRADB = 512
};
enum cublasLtMatmulPreferenceAttributes_t { CUBLASLT_MATMUL_PREF_SEARCH_MODE, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES };
enum cublasLtMatrixTransformDescAttributes_t { CUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA };
KCAST_CREATE(cublasStatus_t, cublasLtCreate)
KCAST_CREATE(cublasStatus_t, cublasLtMatmulDescCreate)
KCAST_CREATE(cublasStatus_t, cublasLtMatrixLayoutCreate)
KCAST_CREATE(cublasStatus_t, cublasLtMatmulPreferenceCreate)
KCAST_CREATE(cublasStatus_t, cublasLtMatrixTransformDescCreate)
KCAST_CALL(cublasStatus_t, cublasLtDestroy)
KCAST_CALL(cublasStatus_t, cublasLtMatmulDescDestroy)
KCAST_CALL(cublasStatus_t, cublasLtMatrixLayoutDestroy)
KCAST_CALL(cublasStatus_t, cublasLtMatmulPreferenceDestroy)
KCAST_CALL(cublasStatus_t, cublasLtMatrixTransformDescDestroy)
KCAST_CALL(cublasStatus_t, cublasLtMatmulDescSetAttribute)
KCAST_CALL(cublasStatus_t, cublasLtMatmulDescInit)
KCAST_CALL(cublasStatus_t, cublasLtMatrixLayoutSetAttribute)
KCAST_CALL(cublasStatus_t, cublasLtMatrixLayoutInit)
KCAST_CALL(cublasStatus_t, cublasLtMatmulPreferenceSetAttribute)
KCAST_CALL(cublasStatus_t, cublasLtMatmulPreferenceInit)
KCAST_CALL(cublasStatus_t, cublasLtMatrixTransformDescSetAttribute)
KCAST_CALL(cublasStatus_t, cublasLtMatmul)
KCAST_CALL(cublasStatus_t, cublasLtMatrixTransform)
KCAST_CALL(cublasStatus_t, cublasLtMatmulAlgoInit)
KCAST_CALL(cublasStatus_t, cublasLtMatmulAlgoCheck)
KCAST_CALL(cublasStatus_t, cublasLtMatmulAlgoConfigSetAttribute)
KCAST_CALL(cublasStatus_t, cublasLtMatmulAlgoGetIds)
KCAST_CALL(cublasStatus_t, cublasLtLoggerSetLevel)
// One algorithm is found, which needs no memory.
template <class... _A>
inline cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                                                     cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatmulPreference_t, int,
                                                     cublasLtMatmulHeuristicResult_t* results, int* found) {
  results[0].workspaceSize = 0;
  results[0].state = CUBLAS_STATUS_SUCCESS;
  *found = 1;
  return CUBLAS_STATUS_SUCCESS;
}
inline const char* cublasLtGetStatusString(cublasStatus_t) { return ""; }
#endif
