// hipCUB is CUB under another name; std::bad_cast comes with streams.
#include <hip/hip_runtime.h>
#include <hipcub/block/block_reduce.hpp>
#include <hipcub/device/device_reduce.hpp>

#include <sstream>
#include <string>

__global__ void sums(const float* in, float* out) {
  using Reduce = hipcub::BlockReduce<float, 128>;
  __shared__ typename Reduce::TempStorage storage;
  float sum = Reduce(storage).Sum(in[blockIdx.x * 128 + threadIdx.x]);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

int parsed(const std::string& text) {
  std::stringstream stream(text);
  int value = 0;
  if (!(stream >> value)) throw std::bad_cast();
  return value;
}

int main() {
  int blocks = parsed("4096");
  float *in, *out;
  hipMalloc(&in, blocks * 128 * sizeof(float));
  hipMalloc(&out, blocks * sizeof(float));
  sums<<<blocks, 128>>>(in, out);
  size_t bytes = 0;
  hipcub::DeviceReduce::Sum(nullptr, bytes, out, in, blocks);
}
