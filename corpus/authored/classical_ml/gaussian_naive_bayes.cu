#include <cstdio>
#include <vector>
#include <cmath>

constexpr int F = 20;        // features
constexpr int C = 10;        // classes

__constant__ float c_mean[C * F];
__constant__ float c_prec[C * F];     // 1 / (2 sigma^2)
__constant__ float c_bias[C];         // log prior - sum log(sigma sqrt(2 pi))

__global__ void classify(const float* __restrict__ X, int n, int* __restrict__ cls, float* __restrict__ logp)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;

  int arg = -1;
  float best = 0.f;
  for (int k = 0; k < C; ++k) {
    float s = c_bias[k];
    for (int f = 0; f < F; ++f) {
      float d = X[f * n + i] - c_mean[k * F + f];   // feature-major matrix
      s -= d * d * c_prec[k * F + f];
    }
    if (arg < 0 || s > best) {
      best = s;
      arg = k;
    }
  }
  cls[i] = arg;
  logp[i] = best;
}

int main()
{
  const int n = 100000;
  float mean[C * F], prec[C * F], bias[C];
  for (int k = 0; k < C; ++k) {
    bias[k] = std::log(1.0f / C);
    for (int f = 0; f < F; ++f) {
      float sigma = 0.5f + 0.05f * ((k + f) % 5);
      mean[k * F + f] = 0.3f * k + 0.01f * f;
      prec[k * F + f] = 0.5f / (sigma * sigma);
      bias[k] -= std::log(sigma * 2.5066283f);
    }
  }
  std::vector<float> X(n * F);
  for (int f = 0; f < F; ++f)
    for (int i = 0; i < n; ++i)
      X[f * n + i] = 0.3f * (i % C) + 0.01f * f + 0.1f * ((i + f) % 3 - 1);

  float *dX, *dLog;
  int* dCls;
  cudaMalloc(&dX, X.size() * sizeof(float));
  cudaMalloc(&dLog, n * sizeof(float));
  cudaMalloc(&dCls, n * sizeof(int));
  cudaMemcpy(dX, X.data(), X.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(c_mean, mean, sizeof(mean));
  cudaMemcpyToSymbol(c_prec, prec, sizeof(prec));
  cudaMemcpyToSymbol(c_bias, bias, sizeof(bias));

  classify<<<(n + 255) / 256, 256>>>(dX, n, dCls, dLog);

  std::vector<int> cls(n);
  cudaMemcpy(cls.data(), dCls, n * sizeof(int), cudaMemcpyDeviceToHost);
  int hit = 0;
  for (int i = 0; i < n; ++i) hit += cls[i] == i % C;
  printf("accuracy %.3f\n", (double)hit / n);
  cudaFree(dX);
  cudaFree(dLog);
  cudaFree(dCls);
  return 0;
}
