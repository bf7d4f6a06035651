// Sums by levels, in CUDA.
#include <stdio.h>
#include <stdlib.h>

__global__ void level_sums_kernel(int n, const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int k = 0; k < 32; k++)
    s += in[i * 32 + k];
  out[i] = s;
}

void level_sums(int n, const float *in, float *out) {
  float *d_in;
  cudaMalloc(&d_in, (n * 32) * sizeof(float));
  cudaMemcpy(d_in, in, (n * 32) * sizeof(float), cudaMemcpyHostToDevice);
  float *d_out;
  cudaMalloc(&d_out, n * sizeof(float));
  level_sums_kernel<<<(n + 127) / 128, 128>>>(n, d_in, d_out);
  cudaMemcpy(out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
}

int main() {
  int n = 1 << 23;
  float *a = (float *)malloc(n * sizeof(float));
  float *b = (float *)malloc(n / 32 * sizeof(float));
  float *c = (float *)malloc(n / 1024 * sizeof(float));
  for (int i = 0; i < n; i++)
    a[i] = i % 4;
  level_sums(n / 32, a, b);
  level_sums(n / 1024, b, c);
  level_sums(n / 32768, c, a);
  float total = 0;
  for (int i = 0; i < n / 32768; i++)
    total += a[i];
  int wrong = total != 1.5f * n;
  free(a);
  free(b);
  free(c);
  printf("level_sums: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
