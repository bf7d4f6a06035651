// Kernels and launches that macros write.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                     \
  do {                                                                  \
    cudaError_t err__ = (call);                                         \
    if (err__ != cudaSuccess) {                                         \
      fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(err__)); \
      exit(EXIT_FAILURE);                                               \
    }                                                                   \
  } while (0)

#define MAP_KERNEL(NAME, EXPR)                             \
  __global__ void map_##NAME(float* v, int n) {            \
    int i = threadIdx.x + blockIdx.x * blockDim.x;         \
    if (i < n) { float x = v[i]; v[i] = (EXPR); }          \
  }
#define RUN(NAME, ...) map_##NAME<<<BLOCKS, THREADS>>>(__VA_ARGS__)

MAP_KERNEL(square, x* x)
MAP_KERNEL(half, 0.5f * x)

#define N (3 * 1024)
#define THREADS 96
#define BLOCKS ((N) / THREADS)

int main(void) {
  float* d;
  CHECK(cudaMalloc((void**)&d, N * sizeof(float)));
  CHECK(cudaMemset(d, 0, N * sizeof(float)));
  RUN(square, d, N);
  CHECK(cudaGetLastError());
  RUN(half, d + N / 2, N / 2);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d));
  return 0;
}
