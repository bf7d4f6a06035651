#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

/* Middle step of a frequency-domain convolution: multiply the spectrum of
   every channel by the transfer function of the filter and by 1/N. Two complex
   numbers per float4. The filter is the same for all channels (blockIdx.y). */

#define BINS     65536
#define CHANNELS 48

__device__ float4 cmul2(float4 a, float4 h, float s)
{
  float4 r;
  r.x = (a.x * h.x - a.y * h.y) * s;
  r.y = (a.x * h.y + a.y * h.x) * s;
  r.z = (a.z * h.z - a.w * h.w) * s;
  r.w = (a.z * h.w + a.w * h.z) * s;
  return r;
}

__global__ void applyTransfer(float4 *spec, const float4 *__restrict__ H, float scale)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  size_t at = (size_t)blockIdx.y * (BINS / 2) + i;
  spec[at] = cmul2(spec[at], H[i], scale);
}

int main()
{
  size_t specBytes = (size_t)BINS * CHANNELS * sizeof(float2);
  float2 *spec = (float2 *)malloc(specBytes);
  float2 *H = (float2 *)malloc(BINS * sizeof(float2));
  for (int i = 0; i < BINS * CHANNELS; i++) {
    spec[i].x = 1.0f;
    spec[i].y = -1.0f;
  }
  for (int i = 0; i < BINS; i++) {
    H[i].x = 1.0f / (1.0f + 0.001f * i);       /* first-order low pass */
    H[i].y = 0.0f;
  }

  float4 *dSpec, *dH;
  cudaMalloc(&dSpec, specBytes);
  cudaMalloc(&dH, BINS * sizeof(float2));
  cudaMemcpy(dSpec, spec, specBytes, cudaMemcpyHostToDevice);
  cudaMemcpy(dH, H, BINS * sizeof(float2), cudaMemcpyHostToDevice);

  cudaEvent_t e[2];
  cudaEventCreate(&e[0]);
  cudaEventCreate(&e[1]);
  cudaEventRecord(e[0], 0);
  applyTransfer<<<dim3(BINS / 2 / 256, CHANNELS), 256>>>(dSpec, dH, 1.0f / BINS);
  cudaEventRecord(e[1], 0);
  cudaEventSynchronize(e[1]);
  float ms;
  cudaEventElapsedTime(&ms, e[0], e[1]);
  printf("%.3f ms, %.0f GB/s\n", ms, 2e-6 * specBytes / ms);

  cudaFree(dSpec); cudaFree(dH);
  free(spec); free(H);
  return 0;
}
