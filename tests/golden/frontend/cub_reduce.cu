// Block-wide primitives of cub in a kernel, and a device-wide call around it.
#include <cub/cub.cuh>

template <int THREADS>
__global__ void block_total(const int* in, int* out) {
  typedef cub::BlockReduce<int, THREADS> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  int total = Reduce(storage).Sum(in[blockIdx.x * THREADS + threadIdx.x]);
  if (threadIdx.x == 0) out[blockIdx.x] = total;
}

int main() {
  const int n = 5120;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n / 128 * sizeof(int));
  block_total<128><<<n / 128, 128>>>(in, out);  // first
  void* temp = nullptr;
  size_t temp_bytes = 0;
  cub::DeviceReduce::Sum(temp, temp_bytes, in, out, n);
  cudaMalloc(&temp, temp_bytes);
  cub::DeviceReduce::Sum(temp, temp_bytes, in, out, n);
  block_total<128><<<1, 128>>>(out, in);
}
