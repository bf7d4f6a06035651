// Names that host code around a kernel uses without looking at their values.
#include <cuda.h>
#include <cublas_v2.h>
#include <iomanip>

__global__ void twice(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2.0f;
}

static const char *text_of(CUresult result) {
  switch (result) {
    case CUDA_SUCCESS: return "success";
    case CUDA_ERROR_ILLEGAL_ADDRESS: return "illegal address";
    case CUDA_ERROR_LAUNCH_FAILED: return "launch failed";
    default: return "other";
  }
}

int main() {
  const int n = 1 << 20;
  int l2 = 0;
  cuDeviceGetAttribute(&l2, CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE, 0);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, l2);
  cudaFuncSetAttribute(twice, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxL1);
  cublasComputeType_t compute = CUBLAS_COMPUTE_32F_PEDANTIC;
  float *x;
  if (cudaMalloc(&x, n * sizeof(float)) == cudaErrorMemoryAllocation) return 1;
  twice<<<n / 256, 256>>>(x, n);
  std::ostringstream line;
  line << std::setw(8) << text_of(cuCtxSynchronize()) << compute;
  return cudaGetLastError() == cudaErrorMisalignedAddress;
}
