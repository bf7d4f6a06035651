#include <iostream>
#include <vector>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

// A <- (I - tau v v^T) A for a column-major matrix. One warp looks after one
// column: first w = tau * (v . a_j), then a_j -= w v.
__global__ void apply_reflector(const float* __restrict__ v, float tau,
                                float* __restrict__ A, int m, int n, int ld)
{
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int col = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  if (col >= n) return;

  float* a = A + (size_t)col * ld;
  float w = 0.0f;
  for (int i = warp.thread_rank(); i < m; i += 32) w += v[i] * a[i];
  w = tau * cg::reduce(warp, w, cg::plus<float>());
  for (int i = warp.thread_rank(); i < m; i += 32) a[i] -= w * v[i];
}

int main() {
  const int m = 1500, n = 2000;
  std::vector<float> v(m), A((size_t)m * n);
  for (int i = 0; i < m; ++i) v[i] = (i & 1) ? -1.0f : 1.0f;
  const float tau = 2.0f / m;   // 2 / (v . v)
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) A[(size_t)j * m + i] = float((i ^ j) & 255) / 256.0f;

  float *dv, *dA;
  cudaMalloc(&dv, m * sizeof(float));
  cudaMalloc(&dA, A.size() * sizeof(float));
  cudaMemcpy(dv, v.data(), m * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dA, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);

  const int warps = 4;
  apply_reflector<<<(n + warps - 1) / warps, warps * 32>>>(dv, tau, dA, m, n, m);

  // a reflection keeps the length of every column
  std::vector<float> B(A.size());
  cudaMemcpy(B.data(), dA, B.size() * sizeof(float), cudaMemcpyDeviceToHost);
  double before = 0, after = 0;
  for (int i = 0; i < m; ++i) {
    before += double(A[i]) * A[i];
    after += double(B[i]) * B[i];
  }
  std::cout << "column 0: |a|^2 " << before << " -> " << after << "\n";
  cudaFree(dv);
  cudaFree(dA);
  return 0;
}
