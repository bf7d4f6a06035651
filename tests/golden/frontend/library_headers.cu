// Headers of libraries whose calls do nothing, and what they bring: cuBLAS has the small numbers.
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cudnn.h>
#include <helper_math.h>
typedef __nv_bfloat16 real;
__global__ void twice(real* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = (real)((float)x[i] * 2.0f);
}
__global__ void turn(float3* p) { p[threadIdx.x] = normalize(cross(p[threadIdx.x], make_float3(0.0f, 1.0f, 0.0f))) * 2.0f; }
int main() {
  const int n = 1 << 16;
  real* x;
  float3* p;
  cudaMalloc(&x, n * sizeof(real));
  cudaMalloc(&p, 128 * sizeof(float3));
  cublasLtHandle_t light;
  cublasLtMatmulDesc_t product;
  if (cublasLtCreate(&light) != CUBLAS_STATUS_SUCCESS) return 1;
  cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cudnnHandle_t dnn;
  cudnnTensorDescriptor_t shape;
  cudnnCreate(&dnn);
  cudnnCreateTensorDescriptor(&shape);
  cudnnSetTensor4dDescriptor(shape, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 2, 3, 4);
  twice<<<n / 256, 256>>>(x, n);
  turn<<<1, 128>>>(p);
}
