// kcast: --std c++20
#include <concepts>
#include <cstddef>
#include <span>

template <typename T>
concept Number = std::integral<T> || std::floating_point<T>;

template <Number T, std::size_t N>
__global__ void dotted(const T* a, const T* b, T* out) {
  T sum{};
#pragma unroll
  for (std::size_t i = 0; i < N; ++i) sum += a[i * blockDim.x + threadIdx.x] * b[i];
  out[threadIdx.x] = sum;
}

consteval int threads() { return 48; }

int main() {
  float* v;
  cudaMalloc(&v, 3 * 48 * sizeof(float));
  dotted<float, 8><<<1, threads()>>>(v, v + 48, v + 96);
}
