// Option prices by a function that is declared for the target, in CUDA.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

__host__ __device__ static float normal(float x) {
  float k = 1.0f / (1.0f + 0.2316419f * fabsf(x));
  float tail = 0.39894228f * expf(-0.5f * x * x) * k *
               (0.31938153f + k * (-0.35656378f + k * (1.7814779f + k * (-1.8212559f + k * 1.3302744f))));
  return x < 0 ? tail : 1.0f - tail;
}

__host__ __device__ static float call_price(float s, float k, float r, float v, float t) {
  float d1 = (logf(s / k) + (r + 0.5f * v * v) * t) / (v * sqrtf(t));
  return s * normal(d1) - k * expf(-r * t) * normal(d1 - v * sqrtf(t));
}

__global__ void option_prices_kernel(int n, const float *spot, const float *strike, float *price) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) price[i] = call_price(spot[i], strike[i], 0.02f, 0.3f, 1.0f);
}

void option_prices(int n, const float *spot, const float *strike, float *price) {
  float *d_spot;
  cudaMalloc(&d_spot, n * sizeof(float));
  cudaMemcpy(d_spot, spot, n * sizeof(float), cudaMemcpyHostToDevice);
  float *d_strike;
  cudaMalloc(&d_strike, n * sizeof(float));
  cudaMemcpy(d_strike, strike, n * sizeof(float), cudaMemcpyHostToDevice);
  float *d_price;
  cudaMalloc(&d_price, n * sizeof(float));
  option_prices_kernel<<<(n + 255) / 256, 256>>>(n, d_spot, d_strike, d_price);
  cudaMemcpy(price, d_price, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_spot);
  cudaFree(d_strike);
  cudaFree(d_price);
}

static int run(int n) {
  float *spot = (float *)malloc(n * sizeof(float));
  float *strike = (float *)malloc(n * sizeof(float));
  float *price = (float *)malloc(n * sizeof(float));
  for (int i = 0; i < n; i++) {
    spot[i] = 50 + i % 100;
    strike[i] = 60 + i % 77;
  }
  option_prices(n, spot, strike, price);
  int wrong = 0;
  for (int i = 0; i < n; i += 13)
    wrong += fabsf(call_price(spot[i], strike[i], 0.02f, 0.3f, 1.0f) - price[i]) > 1e-2f;
  free(spot);
  free(strike);
  free(price);
  return wrong;
}

int main(void) {
  int wrong = run(1 << 18);
  wrong += run(8000000);
  printf("option_prices: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
