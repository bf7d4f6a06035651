/* Exoplanet transits: fold a light curve at trial periods and slide a box over the phase
   bins. One block per period: folding goes into shared-memory bins with atomics, then every
   thread tries one start bin with three box widths. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define BINS 256
#define OBS 10000
#define PERIODS 2000

__global__ void box_search(const float *time, const float *flux, const float *period, float *power)
{
  __shared__ float sum[BINS];
  __shared__ int count[BINS];
  __shared__ float best[BINS];
  int t = threadIdx.x;
  sum[t] = 0.f;
  count[t] = 0;
  __syncthreads();

  float inv = 1.0f / period[blockIdx.x];
  for (int i = t; i < OBS; i += BINS) {
    float phase = time[i] * inv;
    phase -= floorf(phase);
    int b = min((int)(phase * BINS), BINS - 1);
    atomicAdd(&sum[b], flux[i]);
    atomicAdd(&count[b], 1);
  }
  __syncthreads();

  float score = 0.f;
  float s = 0.f;
  int n = 0;
  for (int w = 0; w < 16; w++) {
    int b = (t + w) & (BINS - 1);
    s += sum[b];
    n += count[b];
    if ((w == 3 || w == 7 || w == 15) && n > 0 && n < OBS) {
      float depth = s * s / ((float)n * (1.0f - (float)n / OBS));
      score = fmaxf(score, depth);
    }
  }
  best[t] = score;
  __syncthreads();
  for (int h = BINS / 2; h > 0; h >>= 1) {
    if (t < h)
      best[t] = fmaxf(best[t], best[t + h]);
    __syncthreads();
  }
  if (t == 0)
    power[blockIdx.x] = best[0];
}

int main(void)
{
  static float time[OBS], flux[OBS], period[PERIODS], power[PERIODS];
  for (int i = 0; i < OBS; i++) {
    time[i] = 0.0204f * i;                                        /* days */
    float ph = time[i] / 3.52f;
    ph -= floorf(ph);
    flux[i] = (ph < 0.03f ? -0.010f : 0.0003f) + 0.002f * ((rand() % 2001) - 1000) / 1000.0f;
  }
  for (int k = 0; k < PERIODS; k++)
    period[k] = 0.8f + 0.003f * k;

  float *d_time, *d_flux, *d_period, *d_power;
  cudaMalloc((void **)&d_time, sizeof(time));
  cudaMalloc((void **)&d_flux, sizeof(flux));
  cudaMalloc((void **)&d_period, sizeof(period));
  cudaMalloc((void **)&d_power, sizeof(power));
  cudaMemcpy(d_time, time, sizeof(time), cudaMemcpyHostToDevice);
  cudaMemcpy(d_flux, flux, sizeof(flux), cudaMemcpyHostToDevice);
  cudaMemcpy(d_period, period, sizeof(period), cudaMemcpyHostToDevice);

  box_search<<<PERIODS, BINS>>>(d_time, d_flux, d_period, d_power);

  cudaMemcpy(power, d_power, sizeof(power), cudaMemcpyDeviceToHost);
  int k = 0;
  for (int i = 1; i < PERIODS; i++)
    if (power[i] > power[k]) k = i;
  printf("best period %.3f d\n", period[k]);
  cudaFree(d_time);
  cudaFree(d_flux);
  cudaFree(d_period);
  cudaFree(d_power);
  return 0;
}
