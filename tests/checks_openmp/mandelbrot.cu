// Escape times, in CUDA.
#include <stdio.h>
#include <stdlib.h>

__global__ void mandelbrot_kernel(int h, int w, int most, int *steps) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r >= h || c >= w) return;
  float cx = -2.0f + 3.0f * c / w, cy = -1.0f + 2.0f * r / h;
  float x = 0, y = 0;
  int k = 0;
  while (k < most && x * x + y * y < 4.0f) {
    float t = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = t;
    k++;
  }
  steps[r * w + c] = k;
}

void mandelbrot(int h, int w, int most, int *steps) {
  int *d_steps;
  cudaMalloc(&d_steps, (h * w) * sizeof(int));
  dim3 block(32, 8);
  dim3 grid((w + 31) / 32, (h + 7) / 8);
  mandelbrot_kernel<<<grid, block>>>(h, w, most, d_steps);
  cudaMemcpy(steps, d_steps, (h * w) * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_steps);
}

static int run(int h, int w, int most) {
  int *steps = (int *)malloc(h * w * sizeof(int));
  mandelbrot(h, w, most, steps);
  int wrong = 0, seen = 0;
  for (int r = 0; r < h; r += 5)
    for (int c = 0; c < w; c += 5) {
      float cx = -2.0f + 3.0f * c / w, cy = -1.0f + 2.0f * r / h;
      float x = 0, y = 0;
      int k = 0;
      while (k < most && x * x + y * y < 4.0f) {
        float t = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = t;
        k++;
      }
      seen++;
      wrong += k != steps[r * w + c];
    }
  free(steps);
  return wrong * 50 > seen;
}

int main(void) {
  int wrong = run(512, 768, 100);
  wrong += run(2048, 2048, 200);
  printf("mandelbrot: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
