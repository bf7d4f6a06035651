// ptx: bar.sync fma.rn.f32 ld.shared.f32 st.shared.f32
// Tiled product of two square matrices, dim3 in two dimensions.
#include <cuda_runtime.h>
#include <iostream>
#include <vector>

#define TILE 16

__global__ void matmul(const float* __restrict__ A, const float* __restrict__ B,
                       float* __restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float acc = 0.0f;
  for (int t = 0; t < (K + TILE - 1) / TILE; ++t) {
    int k = t * TILE + threadIdx.x;
    As[threadIdx.y][threadIdx.x] = (row < M && k < K) ? A[row * K + k] : 0.0f;
    k = t * TILE + threadIdx.y;
    Bs[threadIdx.y][threadIdx.x] = (k < K && col < N) ? B[k * N + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i) acc += As[threadIdx.y][i] * Bs[i][threadIdx.x];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = acc;
}

int main() {
  const int M = 1000, N = 750, K = 512;
  std::vector<float> a(M * K, 1.0f), b(K * N, 2.0f), c(M * N);
  float *dA = nullptr, *dB = nullptr, *dC = nullptr;
  cudaMalloc((void**)&dA, a.size() * sizeof(float));
  cudaMalloc((void**)&dB, b.size() * sizeof(float));
  cudaMalloc((void**)&dC, c.size() * sizeof(float));
  cudaMemcpy(dA, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);
  dim3 block(TILE, TILE);
  dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
  matmul<<<grid, block>>>(dA, dB, dC, M, N, K);
  cudaDeviceSynchronize();
  cudaMemcpy(c.data(), dC, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
  std::cout << c[0] << std::endl;
}
