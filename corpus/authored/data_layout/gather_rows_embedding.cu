#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// Look up token embeddings: out[t] = table[id[t]], rows of 256 floats.
// 64 threads move a row with one float4 each; four rows in flight per block.
__global__ void gather_rows(const float4* __restrict__ table, const int32_t* __restrict__ id,
                            float4* __restrict__ out, int tokens, int row4) {
  const int t = blockIdx.x * blockDim.y + threadIdx.y;
  if (t < tokens) {
    const int64_t row = id[t];
    out[(int64_t)t * row4 + threadIdx.x] = __ldg(&table[row * row4 + threadIdx.x]);
  }
}

int main() {
  const int vocab = 50000, dim = 256, tokens = 20000;

  std::vector<float> table((size_t)vocab * dim);
  for (int v = 0; v < vocab; ++v)
    for (int k = 0; k < dim; ++k) table[(size_t)v * dim + k] = v + k * 0.001f;

  std::vector<int32_t> ids(tokens);
  uint32_t lcg = 17;
  for (int t = 0; t < tokens; ++t) {
    lcg = lcg * 22695477u + 1u;
    ids[t] = (lcg >> 8) % vocab;
  }

  float *dTable, *dOut;
  int32_t* dIds;
  cudaMalloc(&dTable, table.size() * sizeof(float));
  cudaMalloc(&dOut, (size_t)tokens * dim * sizeof(float));
  cudaMalloc(&dIds, tokens * sizeof(int32_t));
  cudaMemcpy(dTable, table.data(), table.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dIds, ids.data(), tokens * sizeof(int32_t), cudaMemcpyHostToDevice);

  gather_rows<<<(tokens + 3) / 4, dim3(64, 4)>>>(reinterpret_cast<float4*>(dTable), dIds,
                                                 reinterpret_cast<float4*>(dOut), tokens, dim / 4);
  std::vector<float> row(dim);
  cudaMemcpy(row.data(), dOut + (size_t)(tokens - 1) * dim, dim * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("last token %d -> %.3f\n", ids[tokens - 1], row[0]);
  cudaFree(dTable);
  cudaFree(dOut);
  cudaFree(dIds);
  return 0;
}
