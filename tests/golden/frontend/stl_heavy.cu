// Standard library everywhere: maps, strings, streams, algorithms, unique_ptr, optional.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

__global__ void gather(const int* index, const float* from, float* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[index[i]];
}

struct Config {
  std::string name;
  std::array<int, 3> shape{4, 8, 16};
  std::optional<int> block;
};

struct CudaFree {
  void operator()(void* p) const { cudaFree(p); }
};
template <class T>
using device_ptr = std::unique_ptr<T[], CudaFree>;

template <class T>
device_ptr<T> make_device(std::size_t n) {
  T* raw = nullptr;
  cudaMalloc(&raw, n * sizeof(T));
  return device_ptr<T>(raw);
}

int main() {
  Config config{"gather", {4, 8, 20}, 160};
  const int n = std::accumulate(config.shape.begin(), config.shape.end(), 1, std::multiplies<int>());
  std::vector<int> index(n);
  std::iota(index.begin(), index.end(), 0);
  std::mt19937 random(42);
  std::shuffle(index.begin(), index.end(), random);
  auto d_index = make_device<int>(index.size());
  auto from = make_device<float>(n);
  auto to = make_device<float>(n);
  cudaMemcpy(d_index.get(), index.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  const auto begin = std::chrono::high_resolution_clock::now();
  const int threads = config.block.value_or(64);
  gather<<<(n + threads - 1) / threads, threads>>>(d_index.get(), from.get(), to.get(), n);
  cudaDeviceSynchronize();
  const auto end = std::chrono::high_resolution_clock::now();
  std::map<std::string, double> results;
  results[config.name] = std::chrono::duration<double>(end - begin).count();
  for (const auto& [name, seconds] : results) {
    std::ostringstream line;
    line << std::setw(10) << name << std::fixed << std::setprecision(3) << seconds;
    std::cout << line.str() << std::endl;
  }
}
