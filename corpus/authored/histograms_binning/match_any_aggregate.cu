// Counting rows per category code when there are few, skewed codes: lanes with
// the same code find each other with __match_any_sync (sm_70+) and their
// leader adds once for all of them.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

constexpr int CODES = 12;

__global__ void countCodes(const unsigned short* codes, int n, int* counts)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned active = __ballot_sync(0xffffffffu, i < n);
  if (i >= n) return;

  const int code = codes[i];
  const unsigned same = __match_any_sync(active, code);
  const int leader = __ffs(same) - 1;
  if ((threadIdx.x & 31) == leader)
    atomicAdd(&counts[code], __popc(same));
}

int main()
{
  const int n = 5000000;
  unsigned short* h = (unsigned short*)malloc(n * sizeof(unsigned short));
  for (int i = 0; i < n; ++i) {
    int r = rand() % 100;
    h[i] = (unsigned short)(r < 60 ? 0 : r < 80 ? 1 : r % CODES);
  }

  unsigned short* dCodes;
  int* dCounts;
  cudaMalloc(&dCodes, n * sizeof(unsigned short));
  cudaMalloc(&dCounts, CODES * sizeof(int));
  cudaMemcpy(dCodes, h, n * sizeof(unsigned short), cudaMemcpyHostToDevice);
  cudaMemset(dCounts, 0, CODES * sizeof(int));

  const int tpb = 1024;
  countCodes<<<(n + tpb - 1) / tpb, tpb>>>(dCodes, n, dCounts);

  int counts[CODES];
  cudaMemcpy(counts, dCounts, sizeof(counts), cudaMemcpyDeviceToHost);
  for (int c = 0; c < CODES; ++c) printf("code %2d: %d\n", c, counts[c]);
  cudaFree(dCodes);
  cudaFree(dCounts);
  free(h);
  return 0;
}
