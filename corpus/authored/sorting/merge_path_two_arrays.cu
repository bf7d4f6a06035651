#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Merge two sorted arrays. The grid cuts the merge path into equal diagonals;
// each thread finds its starting point by binary search and merges SPAN items.

template <int SPAN>
__global__ void mergePath(const int* __restrict__ A, int na,
                          const int* __restrict__ B, int nb, int* __restrict__ C)
{
  const int diag = (blockIdx.x * blockDim.x + threadIdx.x) * SPAN;
  if (diag >= na + nb) return;

  int lo = max(0, diag - nb);
  int hi = min(diag, na);
  while (lo < hi) {
    const int mid = (lo + hi) >> 1;
    if (A[mid] <= B[diag - 1 - mid])
      lo = mid + 1;
    else
      hi = mid;
  }

  int i = lo, j = diag - lo;
  const int stop = min(diag + SPAN, na + nb);
  for (int k = diag; k < stop; ++k) {
    const bool takeA = j >= nb || (i < na && A[i] <= B[j]);
    C[k] = takeA ? A[i++] : B[j++];
  }
}

int main()
{
  const int na = 1500000, nb = 1500000;
  std::vector<int> a(na), b(nb);
  for (int i = 0; i < na; ++i) a[i] = 2 * i;
  for (int i = 0; i < nb; ++i) b[i] = 2 * i + 1;

  int *dA, *dB, *dC;
  cudaMalloc(&dA, na * sizeof(int));
  cudaMalloc(&dB, nb * sizeof(int));
  cudaMalloc(&dC, (na + nb) * sizeof(int));
  cudaMemcpy(dA, a.data(), na * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, b.data(), nb * sizeof(int), cudaMemcpyHostToDevice);

  constexpr int span = 16;
  const int threads = (na + nb + span - 1) / span;
  mergePath<span><<<(threads + 127) / 128, 128>>>(dA, na, dB, nb, dC);

  std::vector<int> c(na + nb);
  cudaMemcpy(c.data(), dC, c.size() * sizeof(int), cudaMemcpyDeviceToHost);
  size_t wrong = 0;
  for (size_t k = 0; k < c.size(); ++k) wrong += c[k] != (int)k;
  std::printf("%zu wrong\n", wrong);
  cudaFree(dA); cudaFree(dB); cudaFree(dC);
  return wrong != 0;
}
