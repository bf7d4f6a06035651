// Histogram of bytes with atomic additions, in CUDA.
#include <stdio.h>
#include <stdlib.h>

__global__ void histogram_kernel(int n, const unsigned char *data, unsigned *bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[data[i]], 1u);
}

void histogram(int n, const unsigned char *data, unsigned *bins) {
  unsigned char *d_data;
  cudaMalloc(&d_data, n * sizeof(unsigned char));
  cudaMemcpy(d_data, data, n * sizeof(unsigned char), cudaMemcpyHostToDevice);
  unsigned *d_bins;
  cudaMalloc(&d_bins, 256 * sizeof(unsigned));
  cudaMemcpy(d_bins, bins, 256 * sizeof(unsigned), cudaMemcpyHostToDevice);
  histogram_kernel<<<(n + 255) / 256, 256>>>(n, d_data, d_bins);
  cudaMemcpy(bins, d_bins, 256 * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(d_data);
  cudaFree(d_bins);
}

static int run(int n) {
  unsigned char *data = (unsigned char *)malloc(n);
  unsigned *bins = (unsigned *)malloc(256 * sizeof(unsigned));
  unsigned *want = (unsigned *)malloc(256 * sizeof(unsigned));
  for (int i = 0; i < 256; i++) {
    bins[i] = 0;
    want[i] = 0;
  }
  for (int i = 0; i < n; i++)
    data[i] = i * 37 % 256;
  histogram(n, data, bins);
  for (int i = 0; i < n; i++)
    want[data[i]]++;
  int wrong = 0;
  for (int i = 0; i < 256; i++)
    wrong += bins[i] != want[i];
  free(data);
  free(bins);
  free(want);
  return wrong;
}

int main(void) {
  int wrong = run(1 << 18);
  wrong += run(1 << 22);
  printf("histogram: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
