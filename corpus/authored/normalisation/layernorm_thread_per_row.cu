#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define N_ROWS 8192
#define N_FEAT 256
#define EPS 1e-5f

// every thread normalises one whole row
__global__ void layer_norm(float *x, float *gamma, float *beta, float *y)
{
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= N_ROWS) return;

  float mean = 0;
  for (int j = 0; j < N_FEAT; j++)
    mean += x[r * N_FEAT + j];
  mean /= N_FEAT;

  float var = 0;
  for (int j = 0; j < N_FEAT; j++) {
    float d = x[r * N_FEAT + j] - mean;
    var += d * d;
  }
  var /= N_FEAT;

  float inv = 1.0f / sqrtf(var + EPS);
  for (int j = 0; j < N_FEAT; j++)
    y[r * N_FEAT + j] = (x[r * N_FEAT + j] - mean) * inv * gamma[j] + beta[j];
}

int main()
{
  int bytes = N_ROWS * N_FEAT * sizeof(float);
  float *x = (float*)malloc(bytes), *y = (float*)malloc(bytes);
  float gamma[N_FEAT], beta[N_FEAT];

  for (int i = 0; i < N_ROWS; i++)
    for (int j = 0; j < N_FEAT; j++)
      x[i * N_FEAT + j] = (float)((i * 31 + j * 17) % 101) - 50.0f;
  for (int j = 0; j < N_FEAT; j++) { gamma[j] = 1.0f; beta[j] = 0.5f; }

  float *dX, *dY, *dG, *dB;
  cudaMalloc(&dX, bytes);
  cudaMalloc(&dY, bytes);
  cudaMalloc(&dG, sizeof(gamma));
  cudaMalloc(&dB, sizeof(beta));
  cudaMemcpy(dX, x, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(dG, gamma, sizeof(gamma), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, beta, sizeof(beta), cudaMemcpyHostToDevice);

  layer_norm<<<N_ROWS / 64, 64>>>(dX, dG, dB, dY);
  cudaDeviceSynchronize();

  cudaMemcpy(y, dY, bytes, cudaMemcpyDeviceToHost);
  float s = 0;
  for (int j = 0; j < N_FEAT; j++) s += y[j];
  printf("row 0 mean after norm = %f (expect 0.5)\n", s / N_FEAT);

  cudaFree(dX); cudaFree(dY); cudaFree(dG); cudaFree(dB);
  free(x); free(y);
  return 0;
}
