// Headers that exist nowhere, quoted and in angle brackets.
#include "project/config.h"
#include <vendor/telemetry.hpp>
#include <vector>

__global__ void copy(const char* in, char* out, size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

template <class T>
__global__ void copy_any(const T* in, T* out) { out[threadIdx.x] = in[threadIdx.x]; }

int main() {
  std::vector<char> host(5000);
  char *in, *out;
  cudaMalloc(&in, host.size());
  cudaMalloc(&out, host.size());
  copy<<<(host.size() + 511) / 512, 512>>>(in, out, host.size());
  copy_any<char><<<1, 64>>>(in, out);
}
