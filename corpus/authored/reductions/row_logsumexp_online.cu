#include <cuda_runtime.h>
#include <math_constants.h>
#include <cmath>
#include <cstdio>
#include <vector>

namespace {

struct MaxSum {
  float max;
  float sum;   // of exp(x - max)
};

__device__ __forceinline__ MaxSum combine(MaxSum a, MaxSum b) {
  MaxSum r;
  r.max = fmaxf(a.max, b.max);
  r.sum = a.sum * __expf(a.max - r.max) + b.sum * __expf(b.max - r.max);
  return r;
}

// One pass over each row: running maximum and rescaled sum per lane, then a
// butterfly over the warp. Four rows to a block.
__global__ void log_sum_exp_rows(const float* __restrict__ logits, float* __restrict__ lse,
                                 int rows, int cols) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  const float* in = logits + static_cast<size_t>(row) * cols;

  MaxSum state{-1e30f, 0.0f};
  for (int c = threadIdx.x; c < cols; c += 32)
    state = combine(state, MaxSum{in[c], 1.0f});

#pragma unroll
  for (int mask = 16; mask > 0; mask >>= 1) {
    MaxSum other;
    other.max = __shfl_xor_sync(0xffffffff, state.max, mask);
    other.sum = __shfl_xor_sync(0xffffffff, state.sum, mask);
    state = combine(state, other);
  }
  if (threadIdx.x == 0) lse[row] = state.max + __logf(state.sum);
}

}  // namespace

int main() {
  constexpr int rows = 8192, cols = 1000;
  std::vector<float> h(rows * cols);
  for (int i = 0; i < rows * cols; ++i) h[i] = static_cast<float>(i % 37) * 0.2f - 3.0f;

  float *dIn, *dOut;
  cudaMalloc(&dIn, h.size() * sizeof(float));
  cudaMalloc(&dOut, rows * sizeof(float));
  cudaMemcpy(dIn, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);

  const dim3 block(32, 4);
  log_sum_exp_rows<<<rows / 4, block>>>(dIn, dOut, rows, cols);

  float got = 0.0f;
  cudaMemcpy(&got, dOut, sizeof got, cudaMemcpyDeviceToHost);
  double ref = 0.0;
  for (int c = 0; c < cols; ++c) ref += std::exp(double(h[c]));
  std::printf("row 0: %f (reference %f)\n", got, std::log(ref));
  cudaFree(dIn);
  cudaFree(dOut);
  return 0;
}
