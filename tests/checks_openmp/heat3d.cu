// Seven-point heat equation in double, three loops collapsed, in CUDA.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void heat3d_kernel(int nx, int ny, int nz, double k, const double *u, double *v) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  int z = blockIdx.z + 1;
  if (x >= nx - 1 || y >= ny - 1) return;
  int i = (z * ny + y) * nx + x;
  v[i] = u[i] + k * (u[i - 1] + u[i + 1] + u[i - nx] + u[i + nx] + u[i - nx * ny] +
                     u[i + nx * ny] - 6.0 * u[i]);
}

void heat3d(int nx, int ny, int nz, double k, const double *u, double *v) {
  double *d_u;
  cudaMalloc(&d_u, (nx * ny * nz) * sizeof(double));
  cudaMemcpy(d_u, u, (nx * ny * nz) * sizeof(double), cudaMemcpyHostToDevice);
  double *d_v;
  cudaMalloc(&d_v, (nx * ny * nz) * sizeof(double));
  cudaMemcpy(d_v, v, (nx * ny * nz) * sizeof(double), cudaMemcpyHostToDevice);
  dim3 block(32, 8, 1);
  dim3 grid((nx - 2 + 31) / 32, (ny - 2 + 7) / 8, nz - 2);
  heat3d_kernel<<<grid, block>>>(nx, ny, nz, k, d_u, d_v);
  cudaMemcpy(v, d_v, (nx * ny * nz) * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(d_u);
  cudaFree(d_v);
}

static int run(int nx, int ny, int nz) {
  int n = nx * ny * nz;
  double *u = (double *)malloc(n * sizeof(double));
  double *v = (double *)malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) {
    u[i] = i % 17;
    v[i] = 0;
  }
  heat3d(nx, ny, nz, 0.1, u, v);
  int wrong = 0;
  for (int z = 1; z < nz - 1; z++)
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        int i = (z * ny + y) * nx + x;
        double want = u[i] + 0.1 * (u[i - 1] + u[i + 1] + u[i - nx] + u[i + nx] + u[i - nx * ny] +
                                    u[i + nx * ny] - 6.0 * u[i]);
        wrong += fabs(want - v[i]) > 1e-9;
      }
  free(u);
  free(v);
  return wrong;
}

int main() {
  int wrong = run(64, 64, 64);
  wrong += run(128, 128, 128);
  wrong += run(256, 256, 128);
  printf("heat3d: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
