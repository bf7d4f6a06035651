// Host code allocates and copies in a lambda, which device code could call as well.
#include <cuda_runtime.h>

#include <vector>

__global__ void twice(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

int main() {
  std::vector<float> host(5000, 1.0f);
  auto put = [](const std::vector<float>& from) {
    float* to;
    cudaMalloc(&to, from.size() * sizeof(float));
    cudaMemcpyAsync(to, from.data(), from.size() * sizeof(float), cudaMemcpyHostToDevice);
    return to;
  };
  float* x = put(host);
  twice<<<20, 256>>>(x, 5000);
}
