#include <cstdio>
#include <vector>

__global__ void add_bias(const float* x, const float* bias, float* y, int cols)
{
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int at = blockIdx.y * cols + c;
  y[at] = x[at] + bias[c];
}

__global__ void bias_gelu(const float* x, float* y, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = x[i];
  y[i] = 0.5f * v * (1.0f + tanhf(0.79788456f * (v + 0.044715f * v * v * v)));
}

int main()
{
  const int rows = 8192, cols = 1024, n = rows * cols;
  std::vector<float> x(n), bias(cols);
  for (int i = 0; i < n; ++i) x[i] = (i % 41) * 0.1f - 2.0f;
  for (int i = 0; i < cols; ++i) bias[i] = (i % 5) * 0.01f;
  float *dx, *db, *dt, *dy;
  cudaMalloc(&dx, n * 4);
  cudaMalloc(&db, cols * 4);
  cudaMalloc(&dt, n * 4);
  cudaMalloc(&dy, n * 4);
  cudaMemcpy(dx, x.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, bias.data(), cols * 4, cudaMemcpyHostToDevice);
  for (int r = 0; r < 5; ++r) {
    add_bias<<<dim3(cols / 256, rows), 256>>>(dx, db, dt, cols);
    bias_gelu<<<n / 256, 256>>>(dt, dy, n);
  }
  cudaMemcpy(x.data(), dy, n * 4, cudaMemcpyDeviceToHost);
  double sum = 0;
  for (float v : x) sum += v;
  printf("%.7g\n", sum);
}
