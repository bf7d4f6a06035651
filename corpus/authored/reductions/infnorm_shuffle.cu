#include <cuda_runtime.h>
#include <cmath>
#include <iostream>
#include <vector>

// max |x_i| over a double vector. Non-negative doubles order like their bit
// patterns, therefore the last step is a plain integer atomicMax.
using u64 = unsigned long long;

__global__ void inf_norm(const double* __restrict__ x, long n, u64* result) {
  double m = 0.0;
  const long step = (long)gridDim.x * blockDim.x;
  for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += step)
    m = fmax(m, fabs(x[i]));

#pragma unroll
  for (int delta = 16; delta > 0; delta /= 2)
    m = fmax(m, __shfl_xor_sync(0xffffffffu, m, delta));

  if (threadIdx.x % 32 == 0)
    atomicMax(result, (u64)__double_as_longlong(m));
}

class DeviceDoubles {
 public:
  explicit DeviceDoubles(const std::vector<double>& v) {
    cudaMalloc(&p_, v.size() * sizeof(double));
    cudaMemcpy(p_, v.data(), v.size() * sizeof(double), cudaMemcpyHostToDevice);
  }
  ~DeviceDoubles() { cudaFree(p_); }
  double* get() const { return p_; }

 private:
  double* p_ = nullptr;
};

int main() {
  const long n = 10'000'000;
  std::vector<double> x(n);
  for (long i = 0; i < n; ++i) x[i] = (i % 2 ? -1.0 : 1.0) * (i % 9973);

  DeviceDoubles dx(x);
  u64* bits;
  cudaMalloc(&bits, sizeof(u64));
  cudaMemset(bits, 0, sizeof(u64));
  inf_norm<<<1056, 256>>>(dx.get(), n, bits);

  double norm;
  cudaMemcpy(&norm, bits, sizeof norm, cudaMemcpyDeviceToHost);
  std::cout << "inf norm " << norm << " (want 9972)\n";
  cudaFree(bits);
}
