// A generic launcher that takes a device lambda, and functors.
#include <cuda_runtime.h>

template <typename F>
__global__ void for_each_index(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}

struct Triple {
  int* data;
  __device__ void operator()(int i) const { data[i] *= 3; }
};

template <typename F>
void parallel_for(int n, F f) {
  const int threads = 128;
  for_each_index<<<(n + threads - 1) / threads, threads>>>(n, f);
}

int main() {
  int* data;
  const int n = 1300;
  cudaMalloc(&data, n * sizeof(int));
  parallel_for(n, Triple{data});
}
