// Prefix sums in three launches: blocks scan their part, one block scans the sums of the blocks,
// all add what lies before them.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kBlock = 1024;

// In-place inclusive scan of a block's values.
__device__ int scan_block(int value, int* shared) {
  shared[threadIdx.x] = value;
  __syncthreads();
  for (int step = 1; step < kBlock; step *= 2) {
    const int before = threadIdx.x >= step ? shared[threadIdx.x - step] : 0;
    __syncthreads();
    shared[threadIdx.x] += before;
    __syncthreads();
  }
  return shared[threadIdx.x];
}

__global__ void scan_parts(const int* in, int* out, int* sums, int n) {
  __shared__ int shared[kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int sum = scan_block(i < n ? in[i] : 0, shared);
  if (i < n) out[i] = sum;
  if (threadIdx.x == kBlock - 1) sums[blockIdx.x] = sum;
}

__global__ void scan_sums(int* sums, int blocks) {
  __shared__ int shared[kBlock];
  int before = 0;
  for (int start = 0; start < blocks; start += kBlock) {
    const int i = start + threadIdx.x;
    const int sum = scan_block(i < blocks ? sums[i] : 0, shared);
    if (i < blocks) sums[i] = before + sum;
    before += shared[kBlock - 1];
    __syncthreads();
  }
}

__global__ void add_before(int* out, const int* sums, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n && blockIdx.x > 0) out[i] += sums[blockIdx.x - 1];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 10000000;
  const int blocks = (n + kBlock - 1) / kBlock;
  std::vector<int> ones(n, 1);
  int *in, *out, *sums;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&sums, blocks * sizeof(int));
  cudaMemcpy(in, ones.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  scan_parts<<<blocks, kBlock>>>(in, out, sums, n);
  scan_sums<<<1, kBlock>>>(sums, blocks);
  add_before<<<blocks, kBlock>>>(out, sums, n);
  int last = 0;
  cudaMemcpy(&last, out + n - 1, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", last);
  return last == n ? 0 : 1;
}
