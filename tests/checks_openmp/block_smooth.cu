// Nested parallel loops in each team, in CUDA.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void block_smooth_kernel(int size, const float *in, float *out, float *first) {
  __shared__ float offset;
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    float s = 0;
    for (int i = 0; i < 8; i++)
      s += in[b * size + i];
    offset = s;
    first[b] = s;
  }
  __syncthreads();
  for (int i = threadIdx.x + 1; i < size - 1; i += blockDim.x)
    out[b * size + i] =
        0.25f * (in[b * size + i - 1] + 2.0f * in[b * size + i] + in[b * size + i + 1]) + offset;
}

void block_smooth(int blocks, int size, const float *in, float *out, float *first) {
  float *d_in;
  cudaMalloc(&d_in, (blocks * size) * sizeof(float));
  cudaMemcpy(d_in, in, (blocks * size) * sizeof(float), cudaMemcpyHostToDevice);
  float *d_out;
  cudaMalloc(&d_out, (blocks * size) * sizeof(float));
  cudaMemcpy(d_out, out, (blocks * size) * sizeof(float), cudaMemcpyHostToDevice);
  float *d_first;
  cudaMalloc(&d_first, blocks * sizeof(float));
  block_smooth_kernel<<<blocks, 128>>>(size, d_in, d_out, d_first);
  cudaMemcpy(out, d_out, (blocks * size) * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(first, d_first, blocks * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d_first);
}

static int run(int blocks, int size) {
  int n = blocks * size;
  float *in = (float *)malloc(n * sizeof(float));
  float *out = (float *)malloc(n * sizeof(float));
  float *first = (float *)malloc(blocks * sizeof(float));
  for (int i = 0; i < n; i++) {
    in[i] = i % 21;
    out[i] = 0;
  }
  block_smooth(blocks, size, in, out, first);
  int wrong = 0;
  for (int b = 0; b < blocks; b++) {
    float offset = 0;
    for (int i = 0; i < 8; i++)
      offset += in[b * size + i];
    wrong += first[b] != offset;
    for (int i = 1; i < size - 1; i++) {
      int k = b * size + i;
      wrong += fabsf(0.25f * (in[k - 1] + 2.0f * in[k] + in[k + 1]) + offset - out[k]) > 1e-3f;
    }
  }
  free(in);
  free(out);
  free(first);
  return wrong;
}

int main() {
  int wrong = run(1000, 512);
  wrong += run(3000, 2048);
  printf("block_smooth: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
