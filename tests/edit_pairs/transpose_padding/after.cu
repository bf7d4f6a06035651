#include <cstdio>
#include <vector>

const int DIM = 32;

__global__ void transpose(const float* in, float* out, int n)
{
  __shared__ float tile[DIM][DIM + 1];
  int x = blockIdx.x * DIM + threadIdx.x;
  int y = blockIdx.y * DIM + threadIdx.y;
  for (int j = 0; j < DIM; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * DIM + threadIdx.x;
  y = blockIdx.x * DIM + threadIdx.y;
  for (int j = 0; j < DIM; j += 8)
    out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main()
{
  const int n = 4096;
  std::vector<float> h(n * n);
  for (int i = 0; i < n * n; ++i) h[i] = i % 1021;
  float *in, *out;
  cudaMalloc(&in, n * n * 4);
  cudaMalloc(&out, n * n * 4);
  cudaMemcpy(in, h.data(), n * n * 4, cudaMemcpyHostToDevice);
  for (int k = 0; k < 5; ++k)
    transpose<<<dim3(n / DIM, n / DIM), dim3(DIM, 8)>>>(in, out, n);
  cudaMemcpy(h.data(), out, n * n * 4, cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < n * n; ++i) sum += h[i] * (i % 3);
  printf("%.9g\n", sum);
}
