// Five-point stencil, both loops collapsed, in CUDA.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void stencil2d_kernel(int h, int w, const float *in, float *out) {
  int c = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int r = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (r < h - 1 && c < w - 1)
    out[r * w + c] = 0.2f * (in[r * w + c] + in[r * w + c - 1] + in[r * w + c + 1] +
                             in[(r - 1) * w + c] + in[(r + 1) * w + c]);
}

void stencil2d(int h, int w, const float *in, float *out) {
  float *d_in;
  cudaMalloc(&d_in, (h * w) * sizeof(float));
  cudaMemcpy(d_in, in, (h * w) * sizeof(float), cudaMemcpyHostToDevice);
  float *d_out;
  cudaMalloc(&d_out, (h * w) * sizeof(float));
  cudaMemcpy(d_out, out, (h * w) * sizeof(float), cudaMemcpyHostToDevice);
  dim3 block(32, 8);
  dim3 grid((w - 2 + 31) / 32, (h - 2 + 7) / 8);
  stencil2d_kernel<<<grid, block>>>(h, w, d_in, d_out);
  cudaMemcpy(out, d_out, (h * w) * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
}

static int run(int h, int w) {
  float *in = (float *)malloc(h * w * sizeof(float));
  float *out = (float *)malloc(h * w * sizeof(float));
  for (int i = 0; i < h * w; i++) {
    in[i] = i % 13;
    out[i] = 0;
  }
  stencil2d(h, w, in, out);
  int wrong = 0;
  for (int r = 1; r < h - 1; r++)
    for (int c = 1; c < w - 1; c++) {
      int i = r * w + c;
      wrong += fabsf(0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - w] + in[i + w]) - out[i]) > 1e-4f;
    }
  free(in);
  free(out);
  return wrong;
}

int main(void) {
  int wrong = run(512, 512);
  wrong += run(2048, 2048);
  wrong += run(2048, 8192);
  printf("stencil2d: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
