// kcast: --argv "100 8192"
#include <stdio.h>
#include <stdlib.h>

__global__ void step(float* data, int n, float w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = data[i] * w;
}

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4) {
    fprintf(stderr, "usage: %s repeat [n] [threads]\n", argv[0]);
    return 1;
  }
  int repeat = atoi(argv[1]);
  int n = argc > 2 ? atoi(argv[2]) : 4096;
  int threads = 128;
  if (argc > 3) threads = strtol(argv[3], NULL, 10);
  float* data;
  cudaMalloc((void**)&data, n * sizeof(float));
  int blocks = (n + threads - 1) / threads;
  for (int i = 0; i < repeat; i++) {
    step<<<blocks, threads>>>(data, n, 0.5f);
  }
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
