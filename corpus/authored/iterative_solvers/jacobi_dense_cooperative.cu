#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <utility>
#include <vector>

namespace cg = cooperative_groups;

// Jacobi iteration for a dense, diagonally dominant system, all sweeps in a
// single cooperative launch. A warp computes one component at a time.
__global__ void jacobi_sweeps(const float* __restrict__ A, const float* __restrict__ b,
                              float* x0, float* x1, int n, int sweeps)
{
  cg::grid_group grid = cg::this_grid();
  const int lane = threadIdx.x % 32;
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int warps = gridDim.x * blockDim.x / 32;

  float* cur = x0;
  float* nxt = x1;
  for (int s = 0; s < sweeps; ++s) {
    for (int i = warp; i < n; i += warps) {
      const float* row = A + (size_t)i * n;
      float sum = 0.0f;
      for (int j = lane; j < n; j += 32)
        if (j != i) sum += row[j] * cur[j];
      for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
      if (lane == 0) nxt[i] = (b[i] - sum) / row[i];
    }
    grid.sync();
    float* t = cur;
    cur = nxt;
    nxt = t;
  }
}

int main()
{
  int n = 1024, sweeps = 8;
  std::vector<float> A(n * n), b(n), x(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) A[i * n + j] = i == j ? 2.0f * n : 1.0f;
    b[i] = 3.0f * n - 1.0f;                       // solution: all ones
  }

  float *dA, *dB, *dX0, *dX1;
  cudaMalloc(&dA, n * n * sizeof(float));
  cudaMalloc(&dB, n * sizeof(float));
  cudaMalloc(&dX0, n * sizeof(float));
  cudaMalloc(&dX1, n * sizeof(float));
  cudaMemcpy(dA, A.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, b.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(dX0, 0, n * sizeof(float));

  void* args[] = {&dA, &dB, &dX0, &dX1, &n, &sweeps};
  cudaError_t err = cudaLaunchCooperativeKernel((void*)jacobi_sweeps, dim3(64), dim3(256), args);
  if (err != cudaSuccess) {
    std::printf("launch: %s\n", cudaGetErrorString(err));
    return 1;
  }
  cudaMemcpy(x.data(), dX0, n * sizeof(float), cudaMemcpyDeviceToHost);   // even number of sweeps
  std::printf("x[0] = %f, x[n-1] = %f\n", x[0], x[n - 1]);
  cudaFree(dA); cudaFree(dB); cudaFree(dX0); cudaFree(dX1);
  return 0;
}
