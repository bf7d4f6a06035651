// ptx: bar.sync ld.shared.f32 atom.global.add.f32
// extern __shared__ with a size that host code computes, and a byte array carved up.
#include <cuda_runtime.h>

extern __shared__ float cache[];

__global__ void dot(const float* a, const float* b, float* result, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    sum += a[i] * b[i];
  cache[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) cache[threadIdx.x] += cache[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(result, cache[0]);
}

__global__ void carve(int* out, int n) {
  extern __shared__ unsigned char raw[];
  __shared__ int fixed[32];
  int* ints = reinterpret_cast<int*>(raw);
  float* floats = (float*)(ints + n);
  ints[threadIdx.x] = threadIdx.x;
  floats[threadIdx.x] = 1.5f * threadIdx.x;
  fixed[threadIdx.x & 31] = n;
  __syncthreads();
  out[threadIdx.x] = ints[n - 1 - threadIdx.x] + (int)floats[threadIdx.x] + fixed[threadIdx.x & 31];
}

int main() {
  const int n = 1 << 16;
  const int threads = 256;
  float *a, *b, *r;
  int* out;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&r, sizeof(float));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(r, 0, sizeof(float));
  dot<<<32, threads, threads * sizeof(float)>>>(a, b, r, n);
  size_t shared = 64 * (sizeof(int) + sizeof(float));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  carve<<<1, 64, shared, stream>>>(out, 64);
  cudaStreamSynchronize(stream);
}
