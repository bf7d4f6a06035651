#include <cstdio>
#include <cuda_runtime.h>

// Implicit diffusion along columns: one tridiagonal system per thread,
// unknown k of system s at [k * SYSTEMS + s]. Thomas algorithm; the modified
// super-diagonal needs a scratch array.

enum { LEVELS = 64, SYSTEMS = 16384 };

__global__ void thomas(const float *lo, const float *di, const float *up, float *rhs, float *cp)
{
  int s = blockIdx.x * blockDim.x + threadIdx.x;

  float denom = di[s];
  float cprev = up[s] / denom;
  float dprev = rhs[s] / denom;
  cp[s] = cprev;
  rhs[s] = dprev;
  for (int k = 1; k < LEVELS; k++) {
    int p = k * SYSTEMS + s;
    float a = lo[p];
    denom = 1.0f / (di[p] - a * cprev);
    cprev = up[p] * denom;
    dprev = (rhs[p] - a * dprev) * denom;
    cp[p] = cprev;
    rhs[p] = dprev;
  }
  for (int k = LEVELS - 2; k >= 0; k--) {
    int p = k * SYSTEMS + s;
    dprev = rhs[p] - cp[p] * dprev;
    rhs[p] = dprev;
  }
}

static float lo[LEVELS * SYSTEMS], di[LEVELS * SYSTEMS], up[LEVELS * SYSTEMS], temperature[LEVELS * SYSTEMS];

int main()
{
  const float kappa = 0.4f;
  for (int k = 0; k < LEVELS; k++)
    for (int s = 0; s < SYSTEMS; s++) {
      lo[k * SYSTEMS + s] = k > 0 ? -kappa : 0.0f;
      up[k * SYSTEMS + s] = k < LEVELS - 1 ? -kappa : 0.0f;
      di[k * SYSTEMS + s] = 1.0f + 2.0f * kappa;
      temperature[k * SYSTEMS + s] = 280.0f + 0.1f * k + s % 3;
    }

  float *d[5];
  for (int i = 0; i < 5; i++)
    cudaMalloc((void **)&d[i], sizeof(lo));
  cudaMemcpy(d[0], lo, sizeof(lo), cudaMemcpyHostToDevice);
  cudaMemcpy(d[1], di, sizeof(di), cudaMemcpyHostToDevice);
  cudaMemcpy(d[2], up, sizeof(up), cudaMemcpyHostToDevice);
  cudaMemcpy(d[3], temperature, sizeof(temperature), cudaMemcpyHostToDevice);

  thomas<<<SYSTEMS / 64, 64>>>(d[0], d[1], d[2], d[3], d[4]);

  cudaMemcpy(temperature, d[3], sizeof(temperature), cudaMemcpyDeviceToHost);
  printf("column 0: surface %.3f, middle %.3f\n", temperature[0], temperature[LEVELS / 2 * SYSTEMS]);
  for (int i = 0; i < 5; i++)
    cudaFree(d[i]);
  return 0;
}
