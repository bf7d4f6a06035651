// ptx: fma.rn.f32
#include <hip/hip_runtime.h>
#include <cstdio>
#include <vector>

#define HIP_CHECK(x)                                                       \
  {                                                                        \
    hipError_t status = x;                                                 \
    if (status != hipSuccess) {                                            \
      std::fprintf(stderr, "%s\n", hipGetErrorString(status));             \
      std::exit(1);                                                        \
    }                                                                      \
  }

__global__ void saxpy(const float a, const float* d_x, float* d_y, const unsigned int size) {
  const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) d_y[i] = a * d_x[i] + d_y[i];
}

int main() {
  constexpr unsigned int size = 1000000;
  constexpr size_t bytes = size * sizeof(float);
  constexpr unsigned int block_size = 256;
  constexpr unsigned int grid_size = (size + block_size - 1) / block_size;
  std::vector<float> x(size, 1.f), y(size, 2.f);
  float* d_x{};
  float* d_y{};
  HIP_CHECK(hipMalloc(&d_x, bytes));
  HIP_CHECK(hipMalloc(&d_y, bytes));
  HIP_CHECK(hipMemcpy(d_x, x.data(), bytes, hipMemcpyHostToDevice));
  saxpy<<<dim3(grid_size), dim3(block_size), 0, hipStreamDefault>>>(2.f, d_x, d_y, size);
  HIP_CHECK(hipGetLastError());
  HIP_CHECK(hipFree(d_x));
  HIP_CHECK(hipFree(d_y));
}
