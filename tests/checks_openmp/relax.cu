// One step of shortest paths, in CUDA.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void relax_kernel(int n, const int *first, const int *source, const float *length,
                             const float *old, float *now) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  float best = old[v];
  for (int e = first[v]; e < first[v + 1]; e++)
    best = fminf(best, old[source[e]] + length[e]);
  now[v] = best;
}

void relax(int n, const int *first, const int *source, const float *length, const float *old,
           float *now) {
  int *d_first;
  cudaMalloc(&d_first, (n + 1) * sizeof(int));
  cudaMemcpy(d_first, first, (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
  int *d_source;
  cudaMalloc(&d_source, (n * 6) * sizeof(int));
  cudaMemcpy(d_source, source, (n * 6) * sizeof(int), cudaMemcpyHostToDevice);
  float *d_length;
  cudaMalloc(&d_length, (n * 6) * sizeof(float));
  cudaMemcpy(d_length, length, (n * 6) * sizeof(float), cudaMemcpyHostToDevice);
  float *d_old;
  cudaMalloc(&d_old, n * sizeof(float));
  cudaMemcpy(d_old, old, n * sizeof(float), cudaMemcpyHostToDevice);
  float *d_now;
  cudaMalloc(&d_now, n * sizeof(float));
  relax_kernel<<<(n + 255) / 256, 256>>>(n, d_first, d_source, d_length, d_old, d_now);
  cudaMemcpy(now, d_now, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_first);
  cudaFree(d_source);
  cudaFree(d_length);
  cudaFree(d_old);
  cudaFree(d_now);
}

static int run(int n) {
  int *first = (int *)malloc((n + 1) * sizeof(int));
  int *source = (int *)malloc(n * 6 * sizeof(int));
  float *length = (float *)malloc(n * 6 * sizeof(float));
  float *old = (float *)malloc(n * sizeof(float));
  float *now = (float *)malloc(n * sizeof(float));
  for (int v = 0; v <= n; v++)
    first[v] = v * 6;
  for (int e = 0; e < n * 6; e++) {
    source[e] = (e / 6 + e % 6 * 1021) % n;
    length[e] = e % 19;
  }
  for (int v = 0; v < n; v++)
    old[v] = v % 1000;
  relax(n, first, source, length, old, now);
  int wrong = 0;
  for (int v = 0; v < n; v++) {
    float best = old[v];
    for (int e = first[v]; e < first[v + 1]; e++)
      best = fminf(best, old[source[e]] + length[e]);
    wrong += best != now[v];
  }
  free(first);
  free(source);
  free(length);
  free(old);
  free(now);
  return wrong;
}

int main(void) {
  int wrong = run(100000);
  wrong += run(1 << 21);
  printf("relax: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
