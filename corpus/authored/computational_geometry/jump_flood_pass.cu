#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

/* Discrete Voronoi diagram by jump flooding: log2(N) passes, each pixel looks at nine
   pixels k apart and keeps the closest seed seen so far. A cell holds the seed's linear
   position or -1. */

#define N 1024

__global__ void jump_flood(const int *in, int *out, int k)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int best = -1;
  int bestDist = 0x7fffffff;
  for (int dy = -k; dy <= k; dy += k) {
    int yy = y + dy;
    if (yy < 0 || yy >= N) continue;
    for (int dx = -k; dx <= k; dx += k) {
      int xx = x + dx;
      if (xx < 0 || xx >= N) continue;
      int s = in[yy * N + xx];
      if (s < 0) continue;
      int ex = x - s % N, ey = y - s / N;
      int d = ex * ex + ey * ey;
      if (d < bestDist) { bestDist = d; best = s; }
    }
  }
  out[y * N + x] = best;
}

int main(void)
{
  int *cells = (int *)malloc(N * N * sizeof(int));
  for (int i = 0; i < N * N; i++) cells[i] = i % 2099 == 0 ? i : -1;   /* some 500 seeds */

  int *a, *b;
  cudaMalloc((void **)&a, N * N * sizeof(int));
  cudaMalloc((void **)&b, N * N * sizeof(int));
  cudaMemcpy(a, cells, N * N * sizeof(int), cudaMemcpyHostToDevice);

  dim3 tb(32, 8), nb(N / 32, N / 8);
  for (int k = N / 2; k >= 1; k /= 2) {
    jump_flood<<<nb, tb>>>(a, b, k);
    int *t = a; a = b; b = t;
  }
  cudaMemcpy(cells, a, N * N * sizeof(int), cudaMemcpyDeviceToHost);

  int unset = 0;
  for (int i = 0; i < N * N; i++) unset += cells[i] < 0;
  printf("%d pixels without a seed, (0,0) belongs to seed at %d\n", unset, cells[0]);
  cudaFree(a);
  cudaFree(b);
  free(cells);
  return 0;
}
