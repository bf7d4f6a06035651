// Batch-hard mining for metric learning: for every anchor the farthest sample of
// the same identity and the closest of another one.
#include <cuda_runtime.h>
#include <iostream>
#include <vector>

constexpr int kDim = 128;
constexpr int kBatch = 1024;
constexpr int kWarps = 4;

__global__ void batchHard(const float4* __restrict__ emb, const int* __restrict__ person,
                          float* __restrict__ loss, float margin)
{
  const int lane = threadIdx.x & 31;
  const int a = blockIdx.x * kWarps + (threadIdx.x >> 5);
  const float4 mine = emb[a * (kDim / 4) + lane];     // 32 lanes x 4 = 128 dims
  const int id = person[a];

  float farPos = 0.0f, nearNeg = 1e30f;
  for (int j = 0; j < kBatch; ++j) {
    const float4 o = emb[j * (kDim / 4) + lane];
    const float dx = mine.x - o.x, dy = mine.y - o.y, dz = mine.z - o.z, dw = mine.w - o.w;
    float d2 = dx * dx + dy * dy + dz * dz + dw * dw;
    for (int s = 16; s > 0; s >>= 1) d2 += __shfl_xor_sync(0xffffffffu, d2, s);
    if (person[j] == id)
      farPos = fmaxf(farPos, d2);
    else
      nearNeg = fminf(nearNeg, d2);
  }
  if (lane == 0) loss[a] = fmaxf(0.0f, sqrtf(farPos) - sqrtf(nearNeg) + margin);
}

int main()
{
  std::vector<float> emb(kBatch * kDim);
  std::vector<int> person(kBatch);
  for (int i = 0; i < kBatch; ++i) {
    person[i] = i / 4;                                 // four shots of each person
    for (int d = 0; d < kDim; ++d)
      emb[i * kDim + d] = ((i / 4) * 31 % 97) * 0.01f + ((i * d) % 13) * 0.02f;
  }

  float *dEmb, *dLoss;
  int* dPerson;
  cudaMalloc(&dEmb, emb.size() * sizeof(float));
  cudaMalloc(&dPerson, kBatch * sizeof(int));
  cudaMalloc(&dLoss, kBatch * sizeof(float));
  cudaMemcpy(dEmb, emb.data(), emb.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dPerson, person.data(), kBatch * sizeof(int), cudaMemcpyHostToDevice);

  batchHard<<<kBatch / kWarps, kWarps * 32>>>(reinterpret_cast<const float4*>(dEmb), dPerson, dLoss, 0.3f);

  std::vector<float> loss(kBatch);
  cudaMemcpy(loss.data(), dLoss, kBatch * sizeof(float), cudaMemcpyDeviceToHost);
  int active = 0;
  for (float l : loss) active += l > 0.0f;
  std::cout << active << " active triplets of " << kBatch << std::endl;
  cudaFree(dEmb);
  cudaFree(dPerson);
  cudaFree(dLoss);
}
