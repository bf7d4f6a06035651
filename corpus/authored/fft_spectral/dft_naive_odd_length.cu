#include <stdio.h>
#include <stdlib.h>
#include <math.h>

// DFT straight from the definition, for lengths with no nice factors.
// blockIdx.y = signal, thread = frequency.

const int len = 1009;      // prime
const int signals = 32;

__global__ void dft(const float *x, float *re, float *im)
{
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int s = blockIdx.y;
  if (k >= len)
    return;

  float sumRe = 0.0f, sumIm = 0.0f;
  for (int n = 0; n < len; n++) {
    int phase = (k * n) % len;                     // keep the angle small
    float angle = -2.0f * 3.14159265f * phase / len;
    sumRe += x[s * len + n] * __cosf(angle);
    sumIm += x[s * len + n] * __sinf(angle);
  }
  re[s * len + k] = sumRe;
  im[s * len + k] = sumIm;
}

int main()
{
  float *x = (float *)malloc(signals * len * sizeof(float));
  float *re = (float *)malloc(signals * len * sizeof(float));
  for (int s = 0; s < signals; s++)
    for (int n = 0; n < len; n++)
      x[s * len + n] = (n % (s + 2) == 0) ? 1.0f : 0.0f;

  float *dx, *dre, *dim_;
  cudaMalloc(&dx, signals * len * sizeof(float));
  cudaMalloc(&dre, signals * len * sizeof(float));
  cudaMalloc(&dim_, signals * len * sizeof(float));
  cudaMemcpy(dx, x, signals * len * sizeof(float), cudaMemcpyHostToDevice);

  dim3 grid((len + 63) / 64, signals);
  dft<<<grid, 64>>>(dx, dre, dim_);

  cudaMemcpy(re, dre, signals * len * sizeof(float), cudaMemcpyDeviceToHost);
  for (int s = 0; s < signals; s += 8)
    printf("signal %2d: X[0] = %.2f\n", s, re[s * len]);
  cudaFree(dx);
  cudaFree(dre);
  cudaFree(dim_);
  free(x);
  free(re);
}
