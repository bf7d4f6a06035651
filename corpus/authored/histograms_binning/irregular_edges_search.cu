#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>

// numpy.histogram with explicit edges: the edges go to shared memory and every
// value finds its bin by bisection. Values outside the range are not counted.

#define NEDGES 101
#define NBINS  (NEDGES - 1)

__device__ int findBin(const float *edge, float v)
{
  if (v < edge[0] || v >= edge[NEDGES - 1])
    return -1;
  int lo = 0, hi = NEDGES - 1;
  while (hi - lo > 1) {
    int mid = (lo + hi) / 2;
    if (v >= edge[mid]) lo = mid;
    else                hi = mid;
  }
  return lo;
}

__global__ void histEdges(const float *v, int n, const float *edges, int *counts)
{
  __shared__ float e[NEDGES];
  __shared__ int c[NBINS];
  if (threadIdx.x < NEDGES) e[threadIdx.x] = edges[threadIdx.x];
  if (threadIdx.x < NBINS)  c[threadIdx.x] = 0;
  __syncthreads();

  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int b = findBin(e, v[i]);
    if (b >= 0)
      atomicAdd(&c[b], 1);
  }
  __syncthreads();
  if (threadIdx.x < NBINS)
    atomicAdd(&counts[threadIdx.x], c[threadIdx.x]);
}

int main()
{
  const int n = 4000000;
  float *v = new float[n];
  float edges[NEDGES];
  for (int i = 0; i < NEDGES; i++)
    edges[i] = 0.01f * i * i;                 // bins widen quadratically, 0..100
  for (int i = 0; i < n; i++)
    v[i] = 110.0f * rand() / RAND_MAX;

  float *dV, *dEdges;
  int *dCounts;
  cudaMalloc(&dV, n * sizeof(float));
  cudaMalloc(&dEdges, sizeof(edges));
  cudaMalloc(&dCounts, NBINS * sizeof(int));
  cudaMemcpy(dV, v, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dEdges, edges, sizeof(edges), cudaMemcpyHostToDevice);
  cudaMemset(dCounts, 0, NBINS * sizeof(int));

  histEdges<<<264, 256>>>(dV, n, dEdges, dCounts);

  int counts[NBINS], inside = 0;
  cudaMemcpy(counts, dCounts, sizeof(counts), cudaMemcpyDeviceToHost);
  for (int b = 0; b < NBINS; b++) inside += counts[b];
  printf("%d of %d values inside, fullest bin %d\n", inside, n, *std::max_element(counts, counts + NBINS));
  cudaFree(dV); cudaFree(dEdges); cudaFree(dCounts);
  delete[] v;
  return 0;
}
