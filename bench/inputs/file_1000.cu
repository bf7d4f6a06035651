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

// gather_29, one step of the pipeline.
__global__ void gather_29(const float* x, float* y, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned hash = (unsigned)i * 2654435761u;
    y[i] = s * x[hash % (unsigned)n];
  }
}

// axpy_30, one step of the pipeline.
__global__ void axpy_30(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = s * x[i] + y[i];
}

// smooth_31, one step of the pipeline.
__global__ void smooth_31(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) {
    const float left = x[i - 1];
    const float right = x[i + 1];
    y[i] = x[i] + s * (left - 2.0f * x[i] + right);
  }
}

// block_sum_32, one step of the pipeline.
__global__ void block_sum_32(const float* x, float* y, float s, int n) {
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

// activate_33, one step of the pipeline.
__global__ void activate_33(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = x[i] * s;
  const float inner = 0.7978845608f * (v + 0.044715f * v * v * v);
  y[i] = 0.5f * v * (1.0f + tanhf(inner)) + expf(-fabsf(v)) * logf(1.0f + v * v);
}

// warp_max_34, one step of the pipeline.
__global__ void warp_max_34(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float best = i < n ? x[i] * s : -3.4e38f;
  for (int offset = 16; offset > 0; offset /= 2) {
    best = fmaxf(best, __shfl_down_sync(0xffffffffu, best, offset));
  }
  if ((threadIdx.x & 31) == 0 && i < n) y[i / 32] = best;
}

// gather_35, one step of the pipeline.
__global__ void gather_35(const float* x, float* y, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned hash = (unsigned)i * 2654435761u;
    y[i] = s * x[hash % (unsigned)n];
  }
}

// axpy_36, one step of the pipeline.
__global__ void axpy_36(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = s * x[i] + y[i];
}

// smooth_37, one step of the pipeline.
__global__ void smooth_37(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) {
    const float left = x[i - 1];
    const float right = x[i + 1];
    y[i] = x[i] + s * (left - 2.0f * x[i] + right);
  }
}

// block_sum_38, one step of the pipeline.
__global__ void block_sum_38(const float* x, float* y, float s, int n) {
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

// activate_39, one step of the pipeline.
__global__ void activate_39(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = x[i] * s;
  const float inner = 0.7978845608f * (v + 0.044715f * v * v * v);
  y[i] = 0.5f * v * (1.0f + tanhf(inner)) + expf(-fabsf(v)) * logf(1.0f + v * v);
}

// warp_max_40, one step of the pipeline.
__global__ void warp_max_40(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float best = i < n ? x[i] * s : -3.4e38f;
  for (int offset = 16; offset > 0; offset /= 2) {
    best = fmaxf(best, __shfl_down_sync(0xffffffffu, best, offset));
  }
  if ((threadIdx.x & 31) == 0 && i < n) y[i / 32] = best;
}

// gather_41, one step of the pipeline.
__global__ void gather_41(const float* x, float* y, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned hash = (unsigned)i * 2654435761u;
    y[i] = s * x[hash % (unsigned)n];
  }
}

// axpy_42, one step of the pipeline.
__global__ void axpy_42(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = s * x[i] + y[i];
}

// smooth_43, one step of the pipeline.
__global__ void smooth_43(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) {
    const float left = x[i - 1];
    const float right = x[i + 1];
    y[i] = x[i] + s * (left - 2.0f * x[i] + right);
  }
}

// block_sum_44, one step of the pipeline.
__global__ void block_sum_44(const float* x, float* y, float s, int n) {
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

// activate_45, one step of the pipeline.
__global__ void activate_45(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = x[i] * s;
  const float inner = 0.7978845608f * (v + 0.044715f * v * v * v);
  y[i] = 0.5f * v * (1.0f + tanhf(inner)) + expf(-fabsf(v)) * logf(1.0f + v * v);
}

// warp_max_46, one step of the pipeline.
__global__ void warp_max_46(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float best = i < n ? x[i] * s : -3.4e38f;
  for (int offset = 16; offset > 0; offset /= 2) {
    best = fmaxf(best, __shfl_down_sync(0xffffffffu, best, offset));
  }
  if ((threadIdx.x & 31) == 0 && i < n) y[i / 32] = best;
}

// gather_47, one step of the pipeline.
__global__ void gather_47(const float* x, float* y, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned hash = (unsigned)i * 2654435761u;
    y[i] = s * x[hash % (unsigned)n];
  }
}

// axpy_48, one step of the pipeline.
__global__ void axpy_48(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = s * x[i] + y[i];
}

// smooth_49, one step of the pipeline.
__global__ void smooth_49(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) {
    const float left = x[i - 1];
    const float right = x[i + 1];
    y[i] = x[i] + s * (left - 2.0f * x[i] + right);
  }
}

// block_sum_50, one step of the pipeline.
__global__ void block_sum_50(const float* x, float* y, float s, int n) {
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

// activate_51, one step of the pipeline.
__global__ void activate_51(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = x[i] * s;
  const float inner = 0.7978845608f * (v + 0.044715f * v * v * v);
  y[i] = 0.5f * v * (1.0f + tanhf(inner)) + expf(-fabsf(v)) * logf(1.0f + v * v);
}

// warp_max_52, one step of the pipeline.
__global__ void warp_max_52(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float best = i < n ? x[i] * s : -3.4e38f;
  for (int offset = 16; offset > 0; offset /= 2) {
    best = fmaxf(best, __shfl_down_sync(0xffffffffu, best, offset));
  }
  if ((threadIdx.x & 31) == 0 && i < n) y[i / 32] = best;
}

// gather_53, one step of the pipeline.
__global__ void gather_53(const float* x, float* y, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned hash = (unsigned)i * 2654435761u;
    y[i] = s * x[hash % (unsigned)n];
  }
}

// axpy_54, one step of the pipeline.
__global__ void axpy_54(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = s * x[i] + y[i];
}

// smooth_55, one step of the pipeline.
__global__ void smooth_55(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) {
    const float left = x[i - 1];
    const float right = x[i + 1];
    y[i] = x[i] + s * (left - 2.0f * x[i] + right);
  }
}

// block_sum_56, one step of the pipeline.
__global__ void block_sum_56(const float* x, float* y, float s, int n) {
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

// activate_57, one step of the pipeline.
__global__ void activate_57(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = x[i] * s;
  const float inner = 0.7978845608f * (v + 0.044715f * v * v * v);
  y[i] = 0.5f * v * (1.0f + tanhf(inner)) + expf(-fabsf(v)) * logf(1.0f + v * v);
}

// warp_max_58, one step of the pipeline.
__global__ void warp_max_58(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float best = i < n ? x[i] * s : -3.4e38f;
  for (int offset = 16; offset > 0; offset /= 2) {
    best = fmaxf(best, __shfl_down_sync(0xffffffffu, best, offset));
  }
  if ((threadIdx.x & 31) == 0 && i < n) y[i / 32] = best;
}

// gather_59, one step of the pipeline.
__global__ void gather_59(const float* x, float* y, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned hash = (unsigned)i * 2654435761u;
    y[i] = s * x[hash % (unsigned)n];
  }
}

// axpy_60, one step of the pipeline.
__global__ void axpy_60(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = s * x[i] + y[i];
}

// smooth_61, one step of the pipeline.
__global__ void smooth_61(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) {
    const float left = x[i - 1];
    const float right = x[i + 1];
    y[i] = x[i] + s * (left - 2.0f * x[i] + right);
  }
}

// block_sum_62, one step of the pipeline.
__global__ void block_sum_62(const float* x, float* y, float s, int n) {
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

// activate_63, one step of the pipeline.
__global__ void activate_63(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = x[i] * s;
  const float inner = 0.7978845608f * (v + 0.044715f * v * v * v);
  y[i] = 0.5f * v * (1.0f + tanhf(inner)) + expf(-fabsf(v)) * logf(1.0f + v * v);
}

// warp_max_64, one step of the pipeline.
__global__ void warp_max_64(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float best = i < n ? x[i] * s : -3.4e38f;
  for (int offset = 16; offset > 0; offset /= 2) {
    best = fmaxf(best, __shfl_down_sync(0xffffffffu, best, offset));
  }
  if ((threadIdx.x & 31) == 0 && i < n) y[i / 32] = best;
}

// gather_65, one step of the pipeline.
__global__ void gather_65(const float* x, float* y, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned hash = (unsigned)i * 2654435761u;
    y[i] = s * x[hash % (unsigned)n];
  }
}

// axpy_66, one step of the pipeline.
__global__ void axpy_66(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = s * x[i] + y[i];
}

// smooth_67, one step of the pipeline.
__global__ void smooth_67(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) {
    const float left = x[i - 1];
    const float right = x[i + 1];
    y[i] = x[i] + s * (left - 2.0f * x[i] + right);
  }
}

// block_sum_68, one step of the pipeline.
__global__ void block_sum_68(const float* x, float* y, float s, int n) {
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

// activate_69, one step of the pipeline.
__global__ void activate_69(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = x[i] * s;
  const float inner = 0.7978845608f * (v + 0.044715f * v * v * v);
  y[i] = 0.5f * v * (1.0f + tanhf(inner)) + expf(-fabsf(v)) * logf(1.0f + v * v);
}

// warp_max_70, one step of the pipeline.
__global__ void warp_max_70(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float best = i < n ? x[i] * s : -3.4e38f;
  for (int offset = 16; offset > 0; offset /= 2) {
    best = fmaxf(best, __shfl_down_sync(0xffffffffu, best, offset));
  }
  if ((threadIdx.x & 31) == 0 && i < n) y[i / 32] = best;
}

// gather_71, one step of the pipeline.
__global__ void gather_71(const float* x, float* y, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned hash = (unsigned)i * 2654435761u;
    y[i] = s * x[hash % (unsigned)n];
  }
}

// axpy_72, one step of the pipeline.
__global__ void axpy_72(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = s * x[i] + y[i];
}

// smooth_73, one step of the pipeline.
__global__ void smooth_73(const float* x, float* y, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) {
    const float left = x[i - 1];
    const float right = x[i + 1];
    y[i] = x[i] + s * (left - 2.0f * x[i] + right);
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
  for (int round = 0; round < 13; ++round) {
    axpy_12<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 14; ++round) {
    smooth_13<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 15; ++round) {
    block_sum_14<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 16; ++round) {
    activate_15<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 17; ++round) {
    warp_max_16<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 18; ++round) {
    gather_17<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 19; ++round) {
    axpy_18<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 20; ++round) {
    smooth_19<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 21; ++round) {
    block_sum_20<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 22; ++round) {
    activate_21<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 23; ++round) {
    warp_max_22<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 24; ++round) {
    gather_23<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 25; ++round) {
    axpy_24<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 26; ++round) {
    smooth_25<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 27; ++round) {
    block_sum_26<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 28; ++round) {
    activate_27<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 29; ++round) {
    warp_max_28<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 30; ++round) {
    gather_29<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 31; ++round) {
    axpy_30<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 32; ++round) {
    smooth_31<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 33; ++round) {
    block_sum_32<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 34; ++round) {
    activate_33<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 35; ++round) {
    warp_max_34<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 36; ++round) {
    gather_35<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 37; ++round) {
    axpy_36<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 38; ++round) {
    smooth_37<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 39; ++round) {
    block_sum_38<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 40; ++round) {
    activate_39<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 41; ++round) {
    warp_max_40<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 42; ++round) {
    gather_41<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 43; ++round) {
    axpy_42<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 44; ++round) {
    smooth_43<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 45; ++round) {
    block_sum_44<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 46; ++round) {
    activate_45<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 47; ++round) {
    warp_max_46<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 48; ++round) {
    gather_47<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 49; ++round) {
    axpy_48<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 50; ++round) {
    smooth_49<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 51; ++round) {
    block_sum_50<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 52; ++round) {
    activate_51<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 53; ++round) {
    warp_max_52<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 54; ++round) {
    gather_53<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 55; ++round) {
    axpy_54<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 56; ++round) {
    smooth_55<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 57; ++round) {
    block_sum_56<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 58; ++round) {
    activate_57<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 59; ++round) {
    warp_max_58<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 60; ++round) {
    gather_59<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 61; ++round) {
    axpy_60<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 62; ++round) {
    smooth_61<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 63; ++round) {
    block_sum_62<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 64; ++round) {
    activate_63<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 65; ++round) {
    warp_max_64<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 66; ++round) {
    gather_65<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 67; ++round) {
    axpy_66<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 68; ++round) {
    smooth_67<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 69; ++round) {
    block_sum_68<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 70; ++round) {
    activate_69<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 71; ++round) {
    warp_max_70<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 72; ++round) {
    gather_71<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 73; ++round) {
    axpy_72<<<blocks_for(n, block), block>>>(x.data, y.data, 0.5f, static_cast<int>(n));
  }
  for (int round = 0; round < 74; ++round) {
    smooth_73<<<blocks_for(n, block), block>>>(x.data, thrust::raw_pointer_cast(scratch.data()), 0.5f, static_cast<int>(n));
  }
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::vector<float> output(n);
  CHECK(cudaMemcpy(output.data(), y.data, n * sizeof(float), cudaMemcpyDeviceToHost));
  std::cout << "elapsed " << seconds.count() << " s, first " << output[0] << std::endl;
  return 0;
}
