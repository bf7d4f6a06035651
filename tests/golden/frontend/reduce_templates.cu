// ptx: shfl.sync.down.b32 bar.sync
// One kernel template, launched with three instantiations.
#include <cuda_runtime.h>

template <typename T, int BLOCK>
__global__ void block_sum(const T* in, T* out, int n) {
  __shared__ T buffer[BLOCK];
  T sum = T(0);
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) sum += in[i];
  buffer[threadIdx.x] = sum;
  __syncthreads();
  for (int s = BLOCK / 2; s >= 32; s >>= 1) {
    if (threadIdx.x < s) buffer[threadIdx.x] += buffer[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x < 32) {
    T v = buffer[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
    if (threadIdx.x == 0) out[blockIdx.x] = v;
  }
}

int main() {
  constexpr int n = 100000;
  float* fin; float* fout;
  double* din; double* dout;
  cudaMalloc(&fin, n * sizeof(float));
  cudaMalloc(&fout, 64 * sizeof(float));
  cudaMalloc(&din, n * sizeof(double));
  cudaMalloc(&dout, 64 * sizeof(double));
  block_sum<float, 256><<<64, 256>>>(fin, fout, n);      // first
  block_sum<double, 128><<<64, 128>>>(din, dout, n);     // second
  block_sum<float, 512><<<32, 512>>>(fin, fout, n / 2);  // third
  block_sum<float, 256><<<1, 256>>>(fout, fout, 64);     // fourth
  return cudaDeviceSynchronize();
}
