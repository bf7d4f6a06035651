// Forces of all bodies on all, in CUDA.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void nbody_kernel(int n, const float *x, const float *y, const float *z, float *fx,
                             float *fy, float *fz) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float ax = 0, ay = 0, az = 0;
  for (int j = 0; j < n; j++) {
    float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
    float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
    float inverse = 1.0f / sqrtf(r2);
    float f = inverse * inverse * inverse;
    ax += f * dx;
    ay += f * dy;
    az += f * dz;
  }
  fx[i] = ax;
  fy[i] = ay;
  fz[i] = az;
}

void nbody(int n, const float *x, const float *y, const float *z, float *fx, float *fy, float *fz) {
  float *d_x;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
  float *d_y;
  cudaMalloc(&d_y, n * sizeof(float));
  cudaMemcpy(d_y, y, n * sizeof(float), cudaMemcpyHostToDevice);
  float *d_z;
  cudaMalloc(&d_z, n * sizeof(float));
  cudaMemcpy(d_z, z, n * sizeof(float), cudaMemcpyHostToDevice);
  float *d_fx;
  cudaMalloc(&d_fx, n * sizeof(float));
  float *d_fy;
  cudaMalloc(&d_fy, n * sizeof(float));
  float *d_fz;
  cudaMalloc(&d_fz, n * sizeof(float));
  nbody_kernel<<<(n + 127) / 128, 128>>>(n, d_x, d_y, d_z, d_fx, d_fy, d_fz);
  cudaMemcpy(fx, d_fx, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(fy, d_fy, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(fz, d_fz, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  cudaFree(d_y);
  cudaFree(d_z);
  cudaFree(d_fx);
  cudaFree(d_fy);
  cudaFree(d_fz);
}

static int run(int n) {
  size_t bytes = n * sizeof(float);
  float *x = (float *)malloc(bytes), *y = (float *)malloc(bytes), *z = (float *)malloc(bytes);
  float *fx = (float *)malloc(bytes), *fy = (float *)malloc(bytes), *fz = (float *)malloc(bytes);
  for (int i = 0; i < n; i++) {
    x[i] = (i % 101) * 0.01f;
    y[i] = (i % 103) * 0.01f;
    z[i] = (i % 107) * 0.01f;
  }
  nbody(n, x, y, z, fx, fy, fz);
  int wrong = 0;
  for (int i = 0; i < n; i += 97) {
    double ax = 0;
    for (int j = 0; j < n; j++) {
      float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      ax += inverse * inverse * inverse * dx;
    }
    wrong += fabs(ax - fx[i]) > 1e-3 * n;
  }
  free(x);
  free(y);
  free(z);
  free(fx);
  free(fy);
  free(fz);
  return wrong;
}

int main() {
  int wrong = run(4096);
  wrong += run(10000);
  wrong += run(20000);
  printf("nbody: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
