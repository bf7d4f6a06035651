#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Counting sort of particles by cell, as before every neighbour search:
//   count   - histogram of cells, remembers the rank of each particle inside its cell
//   (prefix sum over the 4096 cells is done here by a single block)
//   scatter - particles to their sorted place

#define CELLS 4096
#define SIDE 64

__global__ void count(const float *x, const float *y, int n, int *cellOf, int *rank, int *cnt)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int c = (int)(y[i] * SIDE) * SIDE + (int)(x[i] * SIDE);
    cellOf[i] = c;
    rank[i] = atomicAdd(&cnt[c], 1);
  }
}

__global__ void scan_cells(const int *cnt, int *start)
{
  __shared__ int s[1024];
  int t = threadIdx.x;
  int a = cnt[4 * t], b = cnt[4 * t + 1], c = cnt[4 * t + 2], d = cnt[4 * t + 3];
  s[t] = a + b + c + d;
  __syncthreads();
  for (int o = 1; o < 1024; o <<= 1) {
    int v = t >= o ? s[t - o] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  int base = t > 0 ? s[t - 1] : 0;
  start[4 * t] = base;
  start[4 * t + 1] = base + a;
  start[4 * t + 2] = base + a + b;
  start[4 * t + 3] = base + a + b + c;
}

__global__ void scatter(const float *x, const float *y, float2 *sorted, int n, const int *cellOf, const int *rank, const int *start)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sorted[start[cellOf[i]] + rank[i]] = make_float2(x[i], y[i]);
}

int main()
{
  const int n = 300000;
  float2 *h = (float2 *)malloc(n * sizeof(float2));
  float *hx = (float *)malloc(n * sizeof(float)), *hy = (float *)malloc(n * sizeof(float));
  srand(31);
  for (int i = 0; i < n; i++) {
    hx[i] = 0.9999f * rand() / RAND_MAX;
    hy[i] = 0.9999f * rand() / RAND_MAX;
  }
  float2 *q;
  float *x, *y;
  int *cellOf, *rank, *cnt, *start;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMalloc(&q, n * sizeof(float2));
  cudaMalloc(&cellOf, n * sizeof(int));
  cudaMalloc(&rank, n * sizeof(int));
  cudaMalloc(&cnt, CELLS * sizeof(int));
  cudaMalloc(&start, CELLS * sizeof(int));
  cudaMemcpy(x, hx, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(y, hy, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(cnt, 0, CELLS * sizeof(int));

  int blocks = (n + 255) / 256;
  count<<<blocks, 256>>>(x, y, n, cellOf, rank, cnt);
  scan_cells<<<1, 1024>>>(cnt, start);
  scatter<<<blocks, 256>>>(x, y, q, n, cellOf, rank, start);

  cudaMemcpy(h, q, n * sizeof(float2), cudaMemcpyDeviceToHost);
  int bad = 0, last = 0;
  for (int i = 0; i < n; i++) {
    int c = (int)(h[i].y * SIDE) * SIDE + (int)(h[i].x * SIDE);
    if (c < last) bad++;
    last = c;
  }
  printf(bad ? "NOT sorted (%d)\n" : "sorted, %d inversions\n", bad);
  cudaFree(x); cudaFree(y); cudaFree(q); cudaFree(cellOf); cudaFree(rank); cudaFree(cnt); cudaFree(start);
  free(h); free(hx); free(hy);
  return 0;
}
