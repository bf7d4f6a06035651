#include <cstdio>
#include <cstdlib>

#define BLOCK 256

__global__ void heat_step(const float *u, float *next, int nx, int ny, float c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y;
  if (i == 0 || j == 0 || i >= nx - 1 || j >= ny - 1)
    return;
  int id = j * nx + i;
  next[id] = u[id] + c * (u[id - 1] + u[id + 1] + u[id - nx] + u[id + nx] - 4.0f * u[id]);
}

int main() {
  int nx = 4096, ny = 4096;
  size_t bytes = sizeof(float) * nx * ny;
  float *h = (float *)malloc(bytes);
  for (int i = 0; i < nx * ny; i++)
    h[i] = (i % 1000) * 0.01f;
  float *u, *next;
  cudaMalloc((void **)&u, bytes);
  cudaMalloc((void **)&next, bytes);
  cudaMemcpy(u, h, bytes, cudaMemcpyHostToDevice);
  cudaMemset(next, 0, bytes);
  dim3 grid(nx / BLOCK, ny);
  for (int step = 0; step < 5; step++)
    heat_step<<<grid, BLOCK>>>(u, next, nx, ny, 0.2f);
  cudaMemcpy(h, next, bytes, cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < nx * ny; i++)
    sum += h[i];
  printf("%.9g\n", sum);
  free(h);
  return 0;
}
