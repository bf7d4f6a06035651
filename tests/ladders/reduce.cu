// Seven sums of an array, each a step better than the one before: every block leaves the sum of
// its part. The times that an H200 takes are in readings_h200.tsv.
#include <cstdio>
#include <cstdlib>

constexpr int kThreads = 256;

// Threads that are left are spread over all warps.
__global__ void sum_spread(const float* in, float* out) {
  __shared__ float part[kThreads];
  unsigned t = threadIdx.x;
  part[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    if (t % (2 * step) == 0) part[t] += part[t + step];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

// The first threads are left, but their elements share banks.
__global__ void sum_strided(const float* in, float* out) {
  __shared__ float part[kThreads];
  unsigned t = threadIdx.x;
  part[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    unsigned at = 2 * step * t;
    if (at < blockDim.x) part[at] += part[at + step];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

// Neighbours read neighbours.
__global__ void sum_halving(const float* in, float* out) {
  __shared__ float part[kThreads];
  unsigned t = threadIdx.x;
  part[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half >>= 1) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

// Half as many blocks: the first addition is made while loading.
__global__ void sum_two_loads(const float* in, float* out) {
  __shared__ float part[kThreads];
  unsigned t = threadIdx.x;
  unsigned at = blockIdx.x * blockDim.x * 2 + t;
  part[t] = in[at] + in[at + blockDim.x];
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half >>= 1) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

__device__ void fold_last_warp(volatile float* part, unsigned t) {
  part[t] += part[t + 32];
  part[t] += part[t + 16];
  part[t] += part[t + 8];
  part[t] += part[t + 4];
  part[t] += part[t + 2];
  part[t] += part[t + 1];
}

// The last warp needs no barrier.
__global__ void sum_last_warp(const float* in, float* out) {
  __shared__ float part[kThreads];
  unsigned t = threadIdx.x;
  unsigned at = blockIdx.x * blockDim.x * 2 + t;
  part[t] = in[at] + in[at + blockDim.x];
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 32; half >>= 1) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t < 32) fold_last_warp(part, t);
  if (t == 0) out[blockIdx.x] = part[0];
}

// No loop is left.
template <unsigned Threads>
__global__ void sum_unrolled(const float* in, float* out) {
  __shared__ float part[Threads];
  unsigned t = threadIdx.x;
  unsigned at = blockIdx.x * Threads * 2 + t;
  part[t] = in[at] + in[at + Threads];
  __syncthreads();
  if (Threads >= 512) {
    if (t < 256) part[t] += part[t + 256];
    __syncthreads();
  }
  if (Threads >= 256) {
    if (t < 128) part[t] += part[t + 128];
    __syncthreads();
  }
  if (Threads >= 128) {
    if (t < 64) part[t] += part[t + 64];
    __syncthreads();
  }
  if (t < 32) fold_last_warp(part, t);
  if (t == 0) out[blockIdx.x] = part[0];
}

// Every thread adds many elements, four at a time; warps fold by shuffles.
__global__ void sum_many(const float4* in, float* out, int quads) {
  __shared__ float part[kThreads / 32];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
    float4 v = in[i];
    sum += (v.x + v.y) + (v.z + v.w);
  }
  for (int lanes = 16; lanes > 0; lanes >>= 1)
    sum += __shfl_down_sync(0xffffffffu, sum, lanes);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < kThreads / 32; ++w)
      sum += part[w];
    out[blockIdx.x] = sum;
  }
}

int main() {
  const int n = 1 << 26;
  const int blocks = n / kThreads;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, blocks * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  sum_spread<<<blocks, kThreads>>>(in, out);
  sum_strided<<<blocks, kThreads>>>(in, out);
  sum_halving<<<blocks, kThreads>>>(in, out);
  sum_two_loads<<<blocks / 2, kThreads>>>(in, out);
  sum_last_warp<<<blocks / 2, kThreads>>>(in, out);
  sum_unrolled<kThreads><<<blocks / 2, kThreads>>>(in, out);
  sum_many<<<1056, kThreads>>>((const float4*)in, out, n / 4);
  return cudaDeviceSynchronize() == cudaSuccess ? EXIT_SUCCESS : EXIT_FAILURE;
}
