#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHK(call)                                                        \
  if ((call) != cudaSuccess) {                                           \
    printf("CUDA error at line %d: %s\n", __LINE__,                      \
           cudaGetErrorString(cudaGetLastError()));                      \
    exit(-1);                                                            \
  }

const int ORDER = 64;
const int NRHS = 8192;

// Solve L X = B where L is unit lower triangular of order 64. The factor is
// shared by the block; every thread runs down one right-hand side.
// B is stored with the right-hand sides along the fast axis.
__global__ void forwardSubst(const float* __restrict__ L, float* __restrict__ B)
{
  __shared__ float sL[ORDER * ORDER];
  for (int e = threadIdx.x; e < ORDER * ORDER; e += blockDim.x)
    sL[e] = L[e];
  __syncthreads();

  const int rhs = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < ORDER; ++i) {
    float x = B[i * NRHS + rhs];
    for (int j = 0; j < i; ++j)
      x -= sL[i * ORDER + j] * B[j * NRHS + rhs];
    B[i * NRHS + rhs] = x;
  }
}

int main()
{
  float *L = (float*)malloc(sizeof(float) * ORDER * ORDER);
  float *B = (float*)malloc(sizeof(float) * ORDER * NRHS);

  for (int i = 0; i < ORDER; ++i)
    for (int j = 0; j < ORDER; ++j)
      L[i * ORDER + j] = j < i ? 0.05f * ((i + j) % 5) : (i == j ? 1.0f : 0.0f);
  for (int i = 0; i < ORDER * NRHS; ++i)
    B[i] = 1.0f + (i % NRHS) * 1e-4f;

  float *dL, *dB;
  CHK(cudaMalloc(&dL, sizeof(float) * ORDER * ORDER));
  CHK(cudaMalloc(&dB, sizeof(float) * ORDER * NRHS));
  CHK(cudaMemcpy(dL, L, sizeof(float) * ORDER * ORDER, cudaMemcpyHostToDevice));
  CHK(cudaMemcpy(dB, B, sizeof(float) * ORDER * NRHS, cudaMemcpyHostToDevice));

  forwardSubst<<<NRHS / 64, 64>>>(dL, dB);
  CHK(cudaGetLastError());

  float last;
  CHK(cudaMemcpy(&last, dB + ORDER * NRHS - 1, sizeof(float), cudaMemcpyDeviceToHost));
  printf("x(63, 8191) = %f\n", last);

  cudaFree(dL);
  cudaFree(dB);
  free(L);
  free(B);
  return 0;
}
