#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

// PageRank by pulling: each page sums rank/outdegree over the pages that link
// to it. The division is done once per page and kept in `share`.

const float kDamping = 0.85f;

__global__ void pull(const int* inPtr, const int* inSrc, const float* share,
                     float* rank, int pages)
{
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= pages) return;
  float sum = 0.f;
  for (int e = inPtr[p]; e < inPtr[p + 1]; ++e)
    sum += share[inSrc[e]];
  rank[p] = (1.f - kDamping) / pages + kDamping * sum;
}

__global__ void divideByDegree(const float* rank, const int* outDegree, float* share, int pages)
{
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p < pages)
    share[p] = outDegree[p] > 0 ? rank[p] / outDegree[p] : 0.f;
}

int main()
{
  const int pages = 60000;
  const int maxIn = 40;
  std::vector<int> inPtr(pages + 1), inSrc(pages * maxIn), outDeg(pages);
  int links = 0;
  for (int p = 0; p < pages; ++p) {
    inPtr[p] = links;
    links += (p % 10 == 0) ? maxIn : 2 + p % 6;
    outDeg[p] = 4 + p % 9;
  }
  inPtr[pages] = links;
  for (int e = 0; e < pages * maxIn; ++e)
    inSrc[e] = rand() % pages;
  std::vector<float> rank(pages);
  for (int p = 0; p < pages; ++p) rank[p] = 1.f / pages;

  int *dPtr, *dSrc, *dDeg;
  float *dRank, *dShare;
  cudaMalloc(&dPtr, (pages + 1) * sizeof(int));
  cudaMalloc(&dSrc, pages * maxIn * sizeof(int));
  cudaMalloc(&dDeg, pages * sizeof(int));
  cudaMalloc(&dRank, pages * sizeof(float));
  cudaMalloc(&dShare, pages * sizeof(float));
  cudaMemcpy(dPtr, inPtr.data(), (pages + 1) * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dSrc, inSrc.data(), pages * maxIn * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dDeg, outDeg.data(), pages * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dRank, rank.data(), pages * sizeof(float), cudaMemcpyHostToDevice);

  const int blocks = (pages + 191) / 192;
  for (int it = 0; it < 15; ++it) {
    divideByDegree<<<blocks, 192>>>(dRank, dDeg, dShare, pages);
    pull<<<blocks, 192>>>(dPtr, dSrc, dShare, dRank, pages);
  }

  cudaMemcpy(rank.data(), dRank, pages * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%d links, rank of page 0: %g\n", links, rank[0]);
  cudaFree(dPtr); cudaFree(dSrc); cudaFree(dDeg); cudaFree(dRank); cudaFree(dShare);
  return 0;
}
