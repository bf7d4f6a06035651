#include <iostream>
#include <vector>
#include <cuda_runtime.h>

#define TICKERS 4000
#define DAYS 750
#define WINDOW 20

// prices[day * TICKERS + ticker]; one thread walks through the history of one ticker
__global__ void bollinger(const float *prices, float *upper, float *lower, float width)
{
  int ticker = blockIdx.x * blockDim.x + threadIdx.x;
  if (ticker >= TICKERS) return;

  float sum = 0, sumSq = 0;
  for (int day = 0; day < DAYS; day++) {
    float p = prices[day * TICKERS + ticker];
    sum += p;
    sumSq += p * p;
    if (day >= WINDOW) {
      float old = prices[(day - WINDOW) * TICKERS + ticker];
      sum -= old;
      sumSq -= old * old;
    }
    int n = day < WINDOW ? day + 1 : WINDOW;
    float mean = sum / n;
    float sd = sqrtf(fmaxf(sumSq / n - mean * mean, 0.0f));
    upper[day * TICKERS + ticker] = mean + width * sd;
    lower[day * TICKERS + ticker] = mean - width * sd;
  }
}

int main()
{
  std::vector<float> prices(TICKERS * DAYS), upper(TICKERS * DAYS), lower(TICKERS * DAYS);
  for (int d = 0; d < DAYS; d++)
    for (int t = 0; t < TICKERS; t++)
      prices[d * TICKERS + t] = 50.0f + (t % 100) + ((d * 13 + t * 7) % 23) * 0.2f;

  size_t bytes = prices.size() * sizeof(float);
  float *dP, *dU, *dL;
  cudaMalloc(&dP, bytes);
  cudaMalloc(&dU, bytes);
  cudaMalloc(&dL, bytes);
  cudaMemcpy(dP, prices.data(), bytes, cudaMemcpyHostToDevice);

  bollinger<<<(TICKERS + 63) / 64, 64>>>(dP, dU, dL, 2.0f);

  cudaMemcpy(upper.data(), dU, bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(lower.data(), dL, bytes, cudaMemcpyDeviceToHost);
  int breakouts = 0;
  for (size_t i = 0; i < prices.size(); i++)
    if (prices[i] > upper[i] || prices[i] < lower[i]) breakouts++;
  std::cout << breakouts << " breakouts" << std::endl;
  return 0;
}
