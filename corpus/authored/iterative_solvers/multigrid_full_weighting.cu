// Grid transfer operators of a 2-D vertex-centred multigrid:
// full weighting down, bilinear interpolation (added to the solution) up.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define FINE   2049
#define COARSE 1025

__global__ void restrictFW(const float *fine, float *coarse)
{
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  int J = blockIdx.y * blockDim.y + threadIdx.y;
  if (I >= COARSE || J >= COARSE) return;
  if (I == 0 || J == 0 || I == COARSE - 1 || J == COARSE - 1) {
    coarse[J * COARSE + I] = 0.0f;
    return;
  }
  const float *c = fine + (2 * J) * FINE + 2 * I;
  float edges = c[-1] + c[1] + c[-FINE] + c[FINE];
  float corners = c[-FINE - 1] + c[-FINE + 1] + c[FINE - 1] + c[FINE + 1];
  coarse[J * COARSE + I] = 0.25f * c[0] + 0.125f * edges + 0.0625f * corners;
}

__global__ void prolongAdd(const float *coarse, float *fine)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= FINE || j >= FINE) return;
  int I = i / 2, J = j / 2;
  int Ie = I + (i & 1), Je = J + (j & 1);
  float v = 0.25f * (coarse[J * COARSE + I] + coarse[J * COARSE + Ie]
                   + coarse[Je * COARSE + I] + coarse[Je * COARSE + Ie]);
  fine[j * FINE + i] += v;
}

int main()
{
  float *h = (float *)malloc(FINE * FINE * sizeof(float));
  for (int j = 0; j < FINE; j++)
    for (int i = 0; i < FINE; i++)
      h[j * FINE + i] = (i % 4) * 0.25f + (j % 4) * 0.5f;

  float *res, *cor, *sol;
  cudaMalloc((void **)&res, FINE * FINE * sizeof(float));
  cudaMalloc((void **)&sol, FINE * FINE * sizeof(float));
  cudaMalloc((void **)&cor, COARSE * COARSE * sizeof(float));
  cudaMemcpy(res, h, FINE * FINE * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(sol, 0, FINE * FINE * sizeof(float));

  dim3 b(32, 8);
  restrictFW<<<dim3((COARSE + 31) / 32, (COARSE + 7) / 8), b>>>(res, cor);
  prolongAdd<<<dim3((FINE + 31) / 32, (FINE + 7) / 8), b>>>(cor, sol);

  cudaMemcpy(h, sol, FINE * FINE * sizeof(float), cudaMemcpyDeviceToHost);
  printf("interpolated centre %f\n", h[(FINE / 2) * FINE + FINE / 2]);
  cudaFree(res);
  cudaFree(cor);
  cudaFree(sol);
  free(h);
  return 0;
}
