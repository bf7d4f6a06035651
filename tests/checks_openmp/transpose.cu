// Transpose without a tile, in CUDA.
#include <stdio.h>
#include <stdlib.h>

__global__ void transpose_kernel(int n, const float *in, float *out) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < n && c < n) out[c * n + r] = in[r * n + c];
}

void transpose(int n, const float *in, float *out) {
  float *d_in;
  cudaMalloc(&d_in, (n * n) * sizeof(float));
  cudaMemcpy(d_in, in, (n * n) * sizeof(float), cudaMemcpyHostToDevice);
  float *d_out;
  cudaMalloc(&d_out, (n * n) * sizeof(float));
  dim3 block(32, 8);
  dim3 grid((n + 31) / 32, (n + 7) / 8);
  transpose_kernel<<<grid, block>>>(n, d_in, d_out);
  cudaMemcpy(out, d_out, (n * n) * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
}

static int run(int n) {
  float *in = (float *)malloc(n * n * sizeof(float));
  float *out = (float *)malloc(n * n * sizeof(float));
  for (int i = 0; i < n * n; i++)
    in[i] = i % 1009;
  transpose(n, in, out);
  int wrong = 0;
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++)
      wrong += out[c * n + r] != in[r * n + c];
  free(in);
  free(out);
  return wrong;
}

int main(void) {
  int wrong = run(512);
  wrong += run(2000);
  wrong += run(4096);
  printf("transpose: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
