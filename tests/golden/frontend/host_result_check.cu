// A check of results, which counts what it finds wrong, passes: the launches behind it are made.
#include <cmath>
#include <cstdio>
#include <cstdlib>

__global__ void square(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * x[i];
}
void check(float* d, float* expected, int n) {
  float* h = (float*)malloc(n * 4);
  cudaMemcpy(h, d, n * 4, cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int i = 0; i < n; i++) {
    if (fabs(h[i] - expected[i]) > 1e-3f && ++bad >= 10) exit(1);
  }
  if (bad) {
    free(h);
    exit(1);
  }
  free(h);
}
int main() {
  int n = 1 << 24;
  float* h = (float*)malloc(n * 4);
  float* d;
  for (int i = 0; i < n; i++) h[i] = rand() / (float)RAND_MAX;
  cudaMalloc(&d, n * 4);
  cudaMemcpy(d, h, n * 4, cudaMemcpyHostToDevice);
  int sizes[] = {32, 128, 1024};
  for (int s : sizes) {
    square<<<n / s, s>>>(d, n);
    check(d, h, n);
  }
  for (int s : sizes) {
    for (int r = 0; r < 100; r++) square<<<n / s, s>>>(d, n);
  }
}
