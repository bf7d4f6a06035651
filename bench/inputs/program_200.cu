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

template <typename T>
struct Buffer {
  explicit Buffer(size_t count) : size(count) { CHECK(cudaMalloc(&data, count * sizeof(T))); }
  ~Buffer() { cudaFree(data); }
  Buffer(const Buffer&) = delete;
  T* data = nullptr;
  size_t size;
};

static int blocks_for(size_t n, int block) { return static_cast<int>((n + block - 1) / block); }

// Stage 0: the reference on the host, then the same on the device.
static double reference_0(const std::vector<float>& input, float scale) {
  double sum = 0.0;
  for (size_t j = 0; j < input.size(); ++j) {
    const double value = static_cast<double>(input[j]) * scale;
    if (value > 0.0) {
      sum += std::sqrt(value);
    } else {
      sum -= value * value;
    }
  }
  return sum;
}

static void run_stage_0(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    axpy_0<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 1: the reference on the host, then the same on the device.
static double reference_1(const std::vector<float>& input, float scale) {
  double sum = 0.0;
  for (size_t j = 0; j < input.size(); ++j) {
    const double value = static_cast<double>(input[j]) * scale;
    if (value > 0.0) {
      sum += std::sqrt(value);
    } else {
      sum -= value * value;
    }
  }
  return sum;
}

static void run_stage_1(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    smooth_1<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 2: the reference on the host, then the same on the device.
static double reference_2(const std::vector<float>& input, float scale) {
  double sum = 0.0;
  for (size_t j = 0; j < input.size(); ++j) {
    const double value = static_cast<double>(input[j]) * scale;
    if (value > 0.0) {
      sum += std::sqrt(value);
    } else {
      sum -= value * value;
    }
  }
  return sum;
}

static void run_stage_2(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    block_sum_2<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 3: the reference on the host, then the same on the device.
static double reference_3(const std::vector<float>& input, float scale) {
  double sum = 0.0;
  for (size_t j = 0; j < input.size(); ++j) {
    const double value = static_cast<double>(input[j]) * scale;
    if (value > 0.0) {
      sum += std::sqrt(value);
    } else {
      sum -= value * value;
    }
  }
  return sum;
}

static void run_stage_3(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    activate_3<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 4: the reference on the host, then the same on the device.
static double reference_4(const std::vector<float>& input, float scale) {
  double sum = 0.0;
  for (size_t j = 0; j < input.size(); ++j) {
    const double value = static_cast<double>(input[j]) * scale;
    if (value > 0.0) {
      sum += std::sqrt(value);
    } else {
      sum -= value * value;
    }
  }
  return sum;
}

static void run_stage_4(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    warp_max_4<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

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
  run_stage_0(x, y.data, 1, block);
  std::cout << "stage 0: expected " << reference_0(input, 0.5f) << std::endl;
  run_stage_1(x, thrust::raw_pointer_cast(scratch.data()), 2, block);
  std::cout << "stage 1: expected " << reference_1(input, 0.5f) << std::endl;
  run_stage_2(x, y.data, 3, block);
  std::cout << "stage 2: expected " << reference_2(input, 0.5f) << std::endl;
  run_stage_3(x, thrust::raw_pointer_cast(scratch.data()), 4, block);
  std::cout << "stage 3: expected " << reference_3(input, 0.5f) << std::endl;
  run_stage_4(x, y.data, 5, block);
  std::cout << "stage 4: expected " << reference_4(input, 0.5f) << std::endl;
  CHECK(cudaDeviceSynchronize());
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::vector<float> output(n);
  CHECK(cudaMemcpy(output.data(), y.data, n * sizeof(float), cudaMemcpyDeviceToHost));
  std::cout << "elapsed " << seconds.count() << " s, first " << output[0] << std::endl;
  return 0;
}
