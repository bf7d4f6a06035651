#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

// Time difference of arrival: cross-correlation of two microphone signals for lags -256..255.
// A warp computes one lag; the lanes stride over the samples and meet in a shuffle sum.

#define SAMPLES 16384
#define LAGS 512
#define WARPS_PER_BLOCK 4

__global__ void xcorr(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ r)
{
  int lane = threadIdx.x;
  int lag_index = blockIdx.x * WARPS_PER_BLOCK + threadIdx.y;
  int lag = lag_index - LAGS / 2;

  int first = lag < 0 ? -lag : 0;
  int last = lag > 0 ? SAMPLES - lag : SAMPLES;
  float sum = 0.0f;
  for (int n = first + lane; n < last; n += 32)
    sum += a[n] * b[n + lag];

  sum += __shfl_down_sync(0xffffffff, sum, 16);
  sum += __shfl_down_sync(0xffffffff, sum, 8);
  sum += __shfl_down_sync(0xffffffff, sum, 4);
  sum += __shfl_down_sync(0xffffffff, sum, 2);
  sum += __shfl_down_sync(0xffffffff, sum, 1);
  if (lane == 0)
    r[lag_index] = sum / (last - first);
}

int main()
{
  static float mic1[SAMPLES], mic2[SAMPLES], r[LAGS];
  unsigned x = 1;
  for (int i = 0; i < SAMPLES; i++) {
    x = 1103515245u * x + 12345u;
    mic1[i] = (float)(x >> 16 & 0x7fff) / 16384.0f - 1.0f;
  }
  for (int i = 0; i < SAMPLES; i++)
    mic2[i] = i >= 37 ? mic1[i - 37] : 0.0f;          // 37 samples late

  float *d1, *d2, *dr;
  cudaMalloc((void **)&d1, sizeof(mic1));
  cudaMalloc((void **)&d2, sizeof(mic2));
  cudaMalloc((void **)&dr, sizeof(r));
  cudaMemcpy(d1, mic1, sizeof(mic1), cudaMemcpyHostToDevice);
  cudaMemcpy(d2, mic2, sizeof(mic2), cudaMemcpyHostToDevice);

  dim3 block(32, WARPS_PER_BLOCK);
  xcorr<<<LAGS / WARPS_PER_BLOCK, block>>>(d1, d2, dr);
  cudaMemcpy(r, dr, sizeof(r), cudaMemcpyDeviceToHost);

  int best = 0;
  for (int i = 1; i < LAGS; i++)
    if (r[i] > r[best]) best = i;
  printf("delay: %d samples\n", best - LAGS / 2);
  cudaFree(d1);
  cudaFree(d2);
  cudaFree(dr);
  return 0;
}
