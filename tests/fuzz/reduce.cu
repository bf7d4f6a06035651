#include <cstdio>
#include <vector>
template <int N>
__global__ void reduce(const float* in, float* out, int n) {
  __shared__ float tile[N];
  float sum = 0;
  for (int i = blockIdx.x * N + threadIdx.x; i < n; i += gridDim.x * N) sum += in[i];
  tile[threadIdx.x] = sum;
  __syncthreads();
  for (int s = N / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) tile[threadIdx.x] += tile[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, tile[0]);
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? 1000 : 1 << 20;
  std::vector<float> host(n, 1.0f);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  for (int k = 0; k < 3; ++k) reduce<256><<<64 << k, 256>>>(in, out, n);
  printf("%d\n", n);
}
