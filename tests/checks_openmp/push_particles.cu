// Particles in a field, in CUDA.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void push_particles_kernel(int n, float dt, float *x, float *y, float *vx, float *vy) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float r = x[i] * x[i] + y[i] * y[i] + 1.0f;
  float ax = -x[i] / r, ay = -y[i] / r;
  vx[i] += dt * ax;
  vy[i] += dt * ay;
  x[i] += dt * vx[i];
  y[i] += dt * vy[i];
}

void push_particles(int n, float dt, float *x, float *y, float *vx, float *vy) {
  float *d_x;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
  float *d_y;
  cudaMalloc(&d_y, n * sizeof(float));
  cudaMemcpy(d_y, y, n * sizeof(float), cudaMemcpyHostToDevice);
  float *d_vx;
  cudaMalloc(&d_vx, n * sizeof(float));
  cudaMemcpy(d_vx, vx, n * sizeof(float), cudaMemcpyHostToDevice);
  float *d_vy;
  cudaMalloc(&d_vy, n * sizeof(float));
  cudaMemcpy(d_vy, vy, n * sizeof(float), cudaMemcpyHostToDevice);
  push_particles_kernel<<<(n + 127) / 128, 128>>>(n, dt, d_x, d_y, d_vx, d_vy);
  cudaMemcpy(x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(y, d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(vx, d_vx, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(vy, d_vy, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  cudaFree(d_y);
  cudaFree(d_vx);
  cudaFree(d_vy);
}

static int run(int n) {
  size_t bytes = n * sizeof(float);
  float *x = (float *)malloc(bytes), *y = (float *)malloc(bytes);
  float *vx = (float *)malloc(bytes), *vy = (float *)malloc(bytes);
  for (int i = 0; i < n; i++) {
    x[i] = i % 31;
    y[i] = i % 37;
    vx[i] = 1;
    vy[i] = 0;
  }
  push_particles(n, 0.01f, x, y, vx, vy);
  int wrong = 0;
  for (int i = 0; i < n; i++) {
    float px = i % 31, py = i % 37, r = px * px + py * py + 1.0f;
    wrong += fabsf(px + 0.01f * (1 - 0.01f * px / r) - x[i]) > 1e-4f;
  }
  free(x);
  free(y);
  free(vx);
  free(vy);
  return wrong;
}

int main() {
  int wrong = run(200000);
  wrong += run(1 << 22);
  wrong += run(10000000);
  printf("push_particles: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
