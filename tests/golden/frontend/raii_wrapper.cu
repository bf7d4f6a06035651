// A buffer class, an error class, and lambdas around the launches.
#include <cuda_runtime.h>
#include <iostream>
#include <stdexcept>
#include <vector>

inline void check(cudaError_t code, const char* what) {
  if (code != cudaSuccess) throw std::runtime_error(what);
}

template <typename T>
class DeviceBuffer {
 public:
  explicit DeviceBuffer(size_t count) : count_(count) {
    check(cudaMalloc(reinterpret_cast<void**>(&ptr_), count * sizeof(T)), "cudaMalloc");
  }
  explicit DeviceBuffer(const std::vector<T>& host) : DeviceBuffer(host.size()) {
    check(cudaMemcpy(ptr_, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice), "copy");
  }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;
  ~DeviceBuffer() { cudaFree(ptr_); }
  T* get() { return ptr_; }
  const T* get() const { return ptr_; }
  size_t size() const { return count_; }

 private:
  T* ptr_ = nullptr;
  size_t count_;
};

__global__ void multiply(const float* a, const float* b, double* c, size_t n) {
  size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x;
  if (i < n) c[i] = double(a[i]) * b[i];
}

int main() {
  try {
    std::vector<float> host(3000, 1.0f);
    DeviceBuffer<float> a(host);
    const DeviceBuffer<float> b(host);
    DeviceBuffer<double> c(host.size());
    auto blocks_for = [](size_t n, unsigned threads) { return (n + threads - 1) / threads; };
    const unsigned threads = 192;
    auto launch = [&](int times) {
      for (int i = 0; i < times; ++i)
        multiply<<<blocks_for(a.size(), threads), threads>>>(a.get(), b.get(), c.get(), a.size());
    };
    launch(1);
    launch(4);
    check(cudaDeviceSynchronize(), "sync");
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 1;
  }
}
