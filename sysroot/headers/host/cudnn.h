// cuDNN: its kernels are not the program's, so every call is accepted and does nothing. Names of
// descriptors and calls follow one scheme.
#ifndef KCAST_CUDNN_H
#define KCAST_CUDNN_H
#include <__kcast_library.h>
#define CUDNN_VERSION 90100
#define CUDNN_MAJOR 9
enum cudnnStatus_t { CUDNN_STATUS_SUCCESS, CUDNN_STATUS_NOT_INITIALIZED, CUDNN_STATUS_ALLOC_FAILED, CUDNN_STATUS_BAD_PARAM, CUDNN_STATUS_INTERNAL_ERROR, CUDNN_STATUS_NOT_SUPPORTED };
enum cudnnDataType_t { CUDNN_DATA_FLOAT, CUDNN_DATA_DOUBLE, CUDNN_DATA_HALF, CUDNN_DATA_INT8, CUDNN_DATA_INT32, CUDNN_DATA_INT8x4, CUDNN_DATA_UINT8, CUDNN_DATA_BFLOAT16 = 9, CUDNN_DATA_INT64 };
enum cudnnTensorFormat_t { CUDNN_TENSOR_NCHW, CUDNN_TENSOR_NHWC, CUDNN_TENSOR_NCHW_VECT_C };
enum cudnnMathType_t { CUDNN_DEFAULT_MATH, CUDNN_TENSOR_OP_MATH, CUDNN_TENSOR_OP_MATH_ALLOW_CONVERSION, CUDNN_FMA_MATH };
enum cudnnConvolutionMode_t { CUDNN_CONVOLUTION, CUDNN_CROSS_CORRELATION };
enum cudnnConvolutionFwdAlgo_t { CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM, CUDNN_CONVOLUTION_FWD_ALGO_GEMM, CUDNN_CONVOLUTION_FWD_ALGO_DIRECT, CUDNN_CONVOLUTION_FWD_ALGO_FFT, CUDNN_CONVOLUTION_FWD_ALGO_FFT_TILING, CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD };
enum cudnnConvolutionBwdDataAlgo_t { CUDNN_CONVOLUTION_BWD_DATA_ALGO_0, CUDNN_CONVOLUTION_BWD_DATA_ALGO_1 };
enum cudnnConvolutionBwdFilterAlgo_t { CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1 };
enum cudnnConvolutionFwdPreference_t { CUDNN_CONVOLUTION_FWD_NO_WORKSPACE, CUDNN_CONVOLUTION_FWD_PREFER_FASTEST };
enum cudnnActivationMode_t { CUDNN_ACTIVATION_SIGMOID, CUDNN_ACTIVATION_RELU, CUDNN_ACTIVATION_TANH, CUDNN_ACTIVATION_CLIPPED_RELU, CUDNN_ACTIVATION_ELU, CUDNN_ACTIVATION_IDENTITY };
enum cudnnNanPropagation_t { CUDNN_NOT_PROPAGATE_NAN, CUDNN_PROPAGATE_NAN };
enum cudnnPoolingMode_t { CUDNN_POOLING_MAX, CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING, CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING, CUDNN_POOLING_MAX_DETERMINISTIC };
enum cudnnSoftmaxAlgorithm_t { CUDNN_SOFTMAX_FAST, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_LOG };
enum cudnnSoftmaxMode_t { CUDNN_SOFTMAX_MODE_INSTANCE, CUDNN_SOFTMAX_MODE_CHANNEL };
enum cudnnBatchNormMode_t { CUDNN_BATCHNORM_PER_ACTIVATION, CUDNN_BATCHNORM_SPATIAL };
enum cudnnOpTensorOp_t { CUDNN_OP_TENSOR_ADD, CUDNN_OP_TENSOR_MUL, CUDNN_OP_TENSOR_MIN, CUDNN_OP_TENSOR_MAX };
enum cudnnReduceTensorOp_t { CUDNN_REDUCE_TENSOR_ADD, CUDNN_REDUCE_TENSOR_MUL, CUDNN_REDUCE_TENSOR_MIN, CUDNN_REDUCE_TENSOR_MAX };
typedef struct cudnnContext* cudnnHandle_t;
#define KCAST_DESCRIPTOR(name)                              \
  typedef struct cudnn##name##Struct* cudnn##name##Descriptor_t; \
  KCAST_CREATE(cudnnStatus_t, cudnnCreate##name##Descriptor)     \
  KCAST_CALL(cudnnStatus_t, cudnnDestroy##name##Descriptor)      \
  KCAST_CALL(cudnnStatus_t, cudnnSet##name##Descriptor)          \
  KCAST_CALL(cudnnStatus_t, cudnnSet##name##4dDescriptor)        \
  KCAST_CALL(cudnnStatus_t, cudnnSet##name##2dDescriptor)        \
  KCAST_CALL(cudnnStatus_t, cudnnSet##name##NdDescriptor)
KCAST_DESCRIPTOR(Tensor)
KCAST_DESCRIPTOR(Filter)
KCAST_DESCRIPTOR(Convolution)
KCAST_DESCRIPTOR(Pooling)
KCAST_DESCRIPTOR(Activation)
KCAST_DESCRIPTOR(Dropout)
KCAST_DESCRIPTOR(LRN)
KCAST_DESCRIPTOR(OpTensor)
KCAST_DESCRIPTOR(ReduceTensor)
KCAST_DESCRIPTOR(RNN)
#undef KCAST_DESCRIPTOR
struct cudnnConvolutionFwdAlgoPerf_t {
  cudnnConvolutionFwdAlgo_t algo;
  cudnnStatus_t status;
  float time;
  size_t memory;
};
typedef cudnnConvolutionFwdAlgoPerf_t cudnnConvolutionBwdDataAlgoPerf_t, cudnnConvolutionBwdFilterAlgoPerf_t;
KCAST_CREATE(cudnnStatus_t, cudnnCreate)
KCAST_CALL(cudnnStatus_t, cudnnDestroy)
KCAST_CALL(cudnnStatus_t, cudnnSetStream)
KCAST_CALL(cudnnStatus_t, cudnnSetTensor4dDescriptorEx)
KCAST_CALL(cudnnStatus_t, cudnnSetConvolutionMathType)
KCAST_CALL(cudnnStatus_t, cudnnSetConvolutionGroupCount)
KCAST_CALL(cudnnStatus_t, cudnnGetConvolution2dForwardOutputDim)
KCAST_CALL(cudnnStatus_t, cudnnGetConvolutionForwardAlgorithm)
KCAST_CALL(cudnnStatus_t, cudnnGetConvolutionForwardAlgorithm_v7)
KCAST_CALL(cudnnStatus_t, cudnnFindConvolutionForwardAlgorithm)
KCAST_SIZE_LAST(cudnnStatus_t, cudnnGetConvolutionForwardWorkspaceSize)
KCAST_SIZE_LAST(cudnnStatus_t, cudnnGetConvolutionBackwardDataWorkspaceSize)
KCAST_SIZE_LAST(cudnnStatus_t, cudnnGetConvolutionBackwardFilterWorkspaceSize)
KCAST_CALL(cudnnStatus_t, cudnnConvolutionForward)
KCAST_CALL(cudnnStatus_t, cudnnConvolutionBiasActivationForward)
KCAST_CALL(cudnnStatus_t, cudnnConvolutionBackwardData)
KCAST_CALL(cudnnStatus_t, cudnnConvolutionBackwardFilter)
KCAST_CALL(cudnnStatus_t, cudnnConvolutionBackwardBias)
KCAST_CALL(cudnnStatus_t, cudnnActivationForward)
KCAST_CALL(cudnnStatus_t, cudnnActivationBackward)
KCAST_CALL(cudnnStatus_t, cudnnPoolingForward)
KCAST_CALL(cudnnStatus_t, cudnnPoolingBackward)
KCAST_CALL(cudnnStatus_t, cudnnSoftmaxForward)
KCAST_CALL(cudnnStatus_t, cudnnSoftmaxBackward)
KCAST_CALL(cudnnStatus_t, cudnnAddTensor)
KCAST_CALL(cudnnStatus_t, cudnnOpTensor)
KCAST_CALL(cudnnStatus_t, cudnnReduceTensor)
KCAST_CALL(cudnnStatus_t, cudnnTransformTensor)
KCAST_CALL(cudnnStatus_t, cudnnBatchNormalizationForwardInference)
KCAST_CALL(cudnnStatus_t, cudnnBatchNormalizationForwardTraining)
KCAST_CALL(cudnnStatus_t, cudnnBatchNormalizationBackward)
inline const char* cudnnGetErrorString(cudnnStatus_t) { return ""; }
inline size_t cudnnGetVersion() { return CUDNN_VERSION; }
#endif
