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

// axpy_12, one step of the pipeline.
__global__ void axpy_12(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = s * x[i] + y[i];
}

// smooth_13, one step of the pipeline.
__global__ void smooth_13(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) {
    const float left = x[i - 1];
    const float right = x[i + 1];
    y[i] = x[i] + s * (left - 2.0f * x[i] + right);
  }
}

// block_sum_14, one step of the pipeline.
__global__ void block_sum_14(const float* x, float* y, float s, int n) {
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

// activate_15, one step of the pipeline.
__global__ void activate_15(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = x[i] * s;
  const float inner = 0.7978845608f * (v + 0.044715f * v * v * v);
  y[i] = 0.5f * v * (1.0f + tanhf(inner)) + expf(-fabsf(v)) * logf(1.0f + v * v);
}

// warp_max_16, one step of the pipeline.
__global__ void warp_max_16(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float best = i < n ? x[i] * s : -3.4e38f;
  for (int offset = 16; offset > 0; offset /= 2) {
    best = fmaxf(best, __shfl_down_sync(0xffffffffu, best, offset));
  }
  if ((threadIdx.x & 31) == 0 && i < n) y[i / 32] = best;
}

// gather_17, one step of the pipeline.
__global__ void gather_17(const float* x, float* y, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned hash = (unsigned)i * 2654435761u;
    y[i] = s * x[hash % (unsigned)n];
  }
}

// axpy_18, one step of the pipeline.
__global__ void axpy_18(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = s * x[i] + y[i];
}

// smooth_19, one step of the pipeline.
__global__ void smooth_19(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) {
    const float left = x[i - 1];
    const float right = x[i + 1];
    y[i] = x[i] + s * (left - 2.0f * x[i] + right);
  }
}

// block_sum_20, one step of the pipeline.
__global__ void block_sum_20(const float* x, float* y, float s, int n) {
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

// activate_21, one step of the pipeline.
__global__ void activate_21(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = x[i] * s;
  const float inner = 0.7978845608f * (v + 0.044715f * v * v * v);
  y[i] = 0.5f * v * (1.0f + tanhf(inner)) + expf(-fabsf(v)) * logf(1.0f + v * v);
}

// warp_max_22, one step of the pipeline.
__global__ void warp_max_22(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float best = i < n ? x[i] * s : -3.4e38f;
  for (int offset = 16; offset > 0; offset /= 2) {
    best = fmaxf(best, __shfl_down_sync(0xffffffffu, best, offset));
  }
  if ((threadIdx.x & 31) == 0 && i < n) y[i / 32] = best;
}

// gather_23, one step of the pipeline.
__global__ void gather_23(const float* x, float* y, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned hash = (unsigned)i * 2654435761u;
    y[i] = s * x[hash % (unsigned)n];
  }
}

// axpy_24, one step of the pipeline.
__global__ void axpy_24(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = s * x[i] + y[i];
}

// smooth_25, one step of the pipeline.
__global__ void smooth_25(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) {
    const float left = x[i - 1];
    const float right = x[i + 1];
    y[i] = x[i] + s * (left - 2.0f * x[i] + right);
  }
}

// block_sum_26, one step of the pipeline.
__global__ void block_sum_26(const float* x, float* y, float s, int n) {
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

// activate_27, one step of the pipeline.
__global__ void activate_27(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = x[i] * s;
  const float inner = 0.7978845608f * (v + 0.044715f * v * v * v);
  y[i] = 0.5f * v * (1.0f + tanhf(inner)) + expf(-fabsf(v)) * logf(1.0f + v * v);
}

// warp_max_28, one step of the pipeline.
__global__ void warp_max_28(const float* x, float* y, float s, int n) {
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

// Stage 5: the reference on the host, then the same on the device.
static double reference_5(const std::vector<float>& input, float scale) {
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

static void run_stage_5(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    gather_5<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 6: the reference on the host, then the same on the device.
static double reference_6(const std::vector<float>& input, float scale) {
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

static void run_stage_6(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    axpy_6<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 7: the reference on the host, then the same on the device.
static double reference_7(const std::vector<float>& input, float scale) {
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

static void run_stage_7(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    smooth_7<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 8: the reference on the host, then the same on the device.
static double reference_8(const std::vector<float>& input, float scale) {
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

static void run_stage_8(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    block_sum_8<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 9: the reference on the host, then the same on the device.
static double reference_9(const std::vector<float>& input, float scale) {
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

static void run_stage_9(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    activate_9<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 10: the reference on the host, then the same on the device.
static double reference_10(const std::vector<float>& input, float scale) {
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

static void run_stage_10(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    warp_max_10<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 11: the reference on the host, then the same on the device.
static double reference_11(const std::vector<float>& input, float scale) {
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

static void run_stage_11(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    gather_11<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 12: the reference on the host, then the same on the device.
static double reference_12(const std::vector<float>& input, float scale) {
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

static void run_stage_12(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    axpy_12<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 13: the reference on the host, then the same on the device.
static double reference_13(const std::vector<float>& input, float scale) {
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

static void run_stage_13(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    smooth_13<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 14: the reference on the host, then the same on the device.
static double reference_14(const std::vector<float>& input, float scale) {
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

static void run_stage_14(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    block_sum_14<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 15: the reference on the host, then the same on the device.
static double reference_15(const std::vector<float>& input, float scale) {
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

static void run_stage_15(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    activate_15<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 16: the reference on the host, then the same on the device.
static double reference_16(const std::vector<float>& input, float scale) {
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

static void run_stage_16(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    warp_max_16<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 17: the reference on the host, then the same on the device.
static double reference_17(const std::vector<float>& input, float scale) {
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

static void run_stage_17(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    gather_17<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 18: the reference on the host, then the same on the device.
static double reference_18(const std::vector<float>& input, float scale) {
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

static void run_stage_18(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    axpy_18<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 19: the reference on the host, then the same on the device.
static double reference_19(const std::vector<float>& input, float scale) {
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

static void run_stage_19(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    smooth_19<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 20: the reference on the host, then the same on the device.
static double reference_20(const std::vector<float>& input, float scale) {
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

static void run_stage_20(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    block_sum_20<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 21: the reference on the host, then the same on the device.
static double reference_21(const std::vector<float>& input, float scale) {
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

static void run_stage_21(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    activate_21<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 22: the reference on the host, then the same on the device.
static double reference_22(const std::vector<float>& input, float scale) {
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

static void run_stage_22(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    warp_max_22<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 23: the reference on the host, then the same on the device.
static double reference_23(const std::vector<float>& input, float scale) {
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

static void run_stage_23(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    gather_23<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 24: the reference on the host, then the same on the device.
static double reference_24(const std::vector<float>& input, float scale) {
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

static void run_stage_24(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    axpy_24<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 25: the reference on the host, then the same on the device.
static double reference_25(const std::vector<float>& input, float scale) {
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

static void run_stage_25(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    smooth_25<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 26: the reference on the host, then the same on the device.
static double reference_26(const std::vector<float>& input, float scale) {
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

static void run_stage_26(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    block_sum_26<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 27: the reference on the host, then the same on the device.
static double reference_27(const std::vector<float>& input, float scale) {
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

static void run_stage_27(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    activate_27<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
  }
  CHECK(cudaGetLastError());
}

// Stage 28: the reference on the host, then the same on the device.
static double reference_28(const std::vector<float>& input, float scale) {
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

static void run_stage_28(const Buffer<float>& x, float* result, int rounds, int block) {
  const int n = static_cast<int>(x.size);
  for (int round = 0; round < rounds; ++round) {
    warp_max_28<<<blocks_for(x.size, block), block>>>(x.data, result, 0.5f, n);
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
  run_stage_5(x, thrust::raw_pointer_cast(scratch.data()), 6, block);
  std::cout << "stage 5: expected " << reference_5(input, 0.5f) << std::endl;
  run_stage_6(x, y.data, 7, block);
  std::cout << "stage 6: expected " << reference_6(input, 0.5f) << std::endl;
  run_stage_7(x, thrust::raw_pointer_cast(scratch.data()), 8, block);
  std::cout << "stage 7: expected " << reference_7(input, 0.5f) << std::endl;
  run_stage_8(x, y.data, 9, block);
  std::cout << "stage 8: expected " << reference_8(input, 0.5f) << std::endl;
  run_stage_9(x, thrust::raw_pointer_cast(scratch.data()), 10, block);
  std::cout << "stage 9: expected " << reference_9(input, 0.5f) << std::endl;
  run_stage_10(x, y.data, 11, block);
  std::cout << "stage 10: expected " << reference_10(input, 0.5f) << std::endl;
  run_stage_11(x, thrust::raw_pointer_cast(scratch.data()), 12, block);
  std::cout << "stage 11: expected " << reference_11(input, 0.5f) << std::endl;
  run_stage_12(x, y.data, 13, block);
  std::cout << "stage 12: expected " << reference_12(input, 0.5f) << std::endl;
  run_stage_13(x, thrust::raw_pointer_cast(scratch.data()), 14, block);
  std::cout << "stage 13: expected " << reference_13(input, 0.5f) << std::endl;
  run_stage_14(x, y.data, 15, block);
  std::cout << "stage 14: expected " << reference_14(input, 0.5f) << std::endl;
  run_stage_15(x, thrust::raw_pointer_cast(scratch.data()), 16, block);
  std::cout << "stage 15: expected " << reference_15(input, 0.5f) << std::endl;
  run_stage_16(x, y.data, 17, block);
  std::cout << "stage 16: expected " << reference_16(input, 0.5f) << std::endl;
  run_stage_17(x, thrust::raw_pointer_cast(scratch.data()), 18, block);
  std::cout << "stage 17: expected " << reference_17(input, 0.5f) << std::endl;
  run_stage_18(x, y.data, 19, block);
  std::cout << "stage 18: expected " << reference_18(input, 0.5f) << std::endl;
  run_stage_19(x, thrust::raw_pointer_cast(scratch.data()), 20, block);
  std::cout << "stage 19: expected " << reference_19(input, 0.5f) << std::endl;
  run_stage_20(x, y.data, 21, block);
  std::cout << "stage 20: expected " << reference_20(input, 0.5f) << std::endl;
  run_stage_21(x, thrust::raw_pointer_cast(scratch.data()), 22, block);
  std::cout << "stage 21: expected " << reference_21(input, 0.5f) << std::endl;
  run_stage_22(x, y.data, 23, block);
  std::cout << "stage 22: expected " << reference_22(input, 0.5f) << std::endl;
  run_stage_23(x, thrust::raw_pointer_cast(scratch.data()), 24, block);
  std::cout << "stage 23: expected " << reference_23(input, 0.5f) << std::endl;
  run_stage_24(x, y.data, 25, block);
  std::cout << "stage 24: expected " << reference_24(input, 0.5f) << std::endl;
  run_stage_25(x, thrust::raw_pointer_cast(scratch.data()), 26, block);
  std::cout << "stage 25: expected " << reference_25(input, 0.5f) << std::endl;
  run_stage_26(x, y.data, 27, block);
  std::cout << "stage 26: expected " << reference_26(input, 0.5f) << std::endl;
  run_stage_27(x, thrust::raw_pointer_cast(scratch.data()), 28, block);
  std::cout << "stage 27: expected " << reference_27(input, 0.5f) << std::endl;
  run_stage_28(x, y.data, 29, block);
  std::cout << "stage 28: expected " << reference_28(input, 0.5f) << std::endl;
  CHECK(cudaDeviceSynchronize());
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::vector<float> output(n);
  CHECK(cudaMemcpy(output.data(), y.data, n * sizeof(float), cudaMemcpyDeviceToHost));
  std::cout << "elapsed " << seconds.count() << " s, first " << output[0] << std::endl;
  return 0;
}
