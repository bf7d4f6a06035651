#include <iostream>
#include <vector>
#include <cmath>
#include <cstdlib>
#include <chrono>
#include <thrust/device_vector.h>

#define CHECK(call)                                              \
  do {                                                           \
    const cudaError_t status = (call);                           \
    if (status != cudaSuccess) {                                 \
      std::cerr << cudaGetErrorString(status) << std::endl;      \
      std::exit(EXIT_FAILURE);                                   \
    }                                                            \
  } while (0)

// axpy_0, one step of the pipeline.
__global__ void axpy_0(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = s * x[i] + y[i];
}

// smooth_1, one step of the pipeline.
__global__ void smooth_1(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) {
    const float left = x[i - 1];
    const float right = x[i + 1];
    y[i] = x[i] + s * (left - 2.0f * x[i] + right);
  }
}

// block_sum_2, one step of the pipeline.
__global__ void block_sum_2(const float* x, float* y, float s, int n) {
  __shared__ float partial[256];
  float sum = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    sum += s * x[i];
  }
  partial[threadIdx.x] = sum;
  __syncthreads();
  for (int width = blockDim.x / 2; width > 0; width >>= 1) {
    if (threadIdx.x < width) partial[threadIdx.x] += partial[threadIdx.x + width];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(y, partial[0]);
}

// activate_3, one step of the pipeline.
__global__ void activate_3(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = x[i] * s;
  const float inner = 0.7978845608f * (v + 0.044715f * v * v * v);
  y[i] = 0.5f * v * (1.0f + tanhf(inner)) + expf(-fabsf(v)) * logf(1.0f + v * v);
}

// warp_max_4, one step of the pipeline.
__global__ void warp_max_4(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float best = i < n ? x[i] * s : -3.4e38f;
  for (int offset = 16; offset > 0; offset /= 2) {
    best = fmaxf(best, __shfl_down_sync(0xffffffffu, best, offset));
  }
  if ((threadIdx.x & 31) == 0 && i < n) y[i / 32] = best;
}

// gather_5, one step of the pipeline.
__global__ void gather_5(const float* x, float* y, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned hash = (unsigned)i * 2654435761u;
    y[i] = s * x[hash % (unsigned)n];
  }
}

// axpy_6, one step of the pipeline.
__global__ void axpy_6(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = s * x[i] + y[i];
}

// smooth_7, one step of the pipeline.
__global__ void smooth_7(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) {
    const float left = x[i - 1];
    const float right = x[i + 1];
    y[i] = x[i] + s * (left - 2.0f * x[i] + right);
  }
}

// block_sum_8, one step of the pipeline.
__global__ void block_sum_8(const float* x, float* y, float s, int n) {
  __shared__ float partial[256];
  float sum = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    sum += s * x[i];
  }
  partial[threadIdx.x] = sum;
  __syncthreads();
  for (int width = blockDim.x / 2; width > 0; width >>= 1) {
    if (threadIdx.x < width) partial[threadIdx.x] += partial[threadIdx.x + width];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(y, partial[0]);
}

// activate_9, one step of the pipeline.
__global__ void activate_9(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = x[i] * s;
  const float inner = 0.7978845608f * (v + 0.044715f * v * v * v);
  y[i] = 0.5f * v * (1.0f + tanhf(inner)) + expf(-fabsf(v)) * logf(1.0f + v * v);
}

// warp_max_10, one step of the pipeline.
__global__ void warp_max_10(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float best = i < n ? x[i] * s : -3.4e38f;
  for (int offset = 16; offset > 0; offset /= 2) {
    best = fmaxf(best, __shfl_down_sync(0xffffffffu, best, offset));
  }
  if ((threadIdx.x & 31) == 0 && i < n) y[i / 32] = best;
}

// gather_11, one step of the pipeline.
__global__ void gather_11(const float* x, float* y, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned hash = (unsigned)i * 2654435761u;
    y[i] = s * x[hash % (unsigned)n];
  }
}

template <typename T>
struct Buffer {
  explicit Buffer(size_t count) : size(count) { CHECK(cudaMalloc(&data, count * sizeof(T))); }
  ~Buffer() { cudaFree(data); }
  Buffer(const Buffer&) = delete;
  T* data = nullptr;
  size_t size;
};

static int blocks_for(size_t n, int block) { return static_cast<int>((n + block - 1) / block); }

int main(int argc, char** argv) {
  const size_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1 << 22;
  const int block = 256;
  std::vector<float> input(n);
  for (size_t i = 0; i < n; ++i) input[i] = std::sin(0.001f * i);
  Buffer<float> x(n);
  Buffer<float> y(n);
  thrust::device_vector<float> scratch(n, 0.0f);
  CHECK(cudaMemcpy(x.data, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  const auto start = std::chrono::steady_clock::now();
  for (int round = 0; round < 1; ++round) {
    axpy_0<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 2; ++round) {
    smooth_1<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 3; ++round) {
    block_sum_2<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 4; ++round) {
    activate_3<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 5; ++round) {
    warp_max_4<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 6; ++round) {
    gather_5<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 7; ++round) {
    axpy_6<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 8; ++round) {
    smooth_7<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 9; ++round) {
    block_sum_8<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 10; ++round) {
    activate_9<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 11; ++round) {
    warp_max_10<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 12; ++round) {
    gather_11<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::vector<float> output(n);
  CHECK(cudaMemcpy(output.data(), y.data, n * sizeof(float), cudaMemcpyDeviceToHost));
  std::cout << "elapsed " << seconds.count() << " s, first " << output[0] << std::endl;
  return 0;
}
