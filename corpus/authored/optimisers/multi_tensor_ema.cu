#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Exponential moving average of weights for a list of tensors of very different
// size in one launch. Pointers and sizes travel in the kernel arguments.

constexpr int kMaxTensors = 12;
constexpr int kChunk = 4096;

struct TensorList {
  float* ema[kMaxTensors];
  const float* weight[kMaxTensors];
  int size[kMaxTensors];
  int firstChunk[kMaxTensors + 1];
  int count;
};

__global__ void emaUpdate(TensorList list, float decay) {
  const int chunks = list.firstChunk[list.count];
  for (int chunk = blockIdx.x; chunk < chunks; chunk += gridDim.x) {
    int t = 0;
    while (chunk >= list.firstChunk[t + 1]) ++t;
    const int begin = (chunk - list.firstChunk[t]) * kChunk;
    const int end = min(begin + kChunk, list.size[t]);
    float* e = list.ema[t];
    const float* w = list.weight[t];
    for (int i = begin + threadIdx.x; i < end; i += blockDim.x) e[i] += (1.0f - decay) * (w[i] - e[i]);
  }
}

int main() {
  const int sizes[kMaxTensors] = {1024 * 768, 768, 768 * 3072, 3072, 3072 * 768, 768,
                                  768 * 768,  768, 768 * 768,  768,  50000,      10};
  TensorList list;
  list.count = kMaxTensors;
  list.firstChunk[0] = 0;
  for (int t = 0; t < kMaxTensors; ++t) {
    list.size[t] = sizes[t];
    list.firstChunk[t + 1] = list.firstChunk[t] + (sizes[t] + kChunk - 1) / kChunk;

    std::vector<float> w(sizes[t], 1.0f + t);
    float *e, *p;
    cudaMalloc(&e, sizes[t] * sizeof(float));
    cudaMalloc(&p, sizes[t] * sizeof(float));
    cudaMemset(e, 0, sizes[t] * sizeof(float));
    cudaMemcpy(p, w.data(), sizes[t] * sizeof(float), cudaMemcpyHostToDevice);
    list.ema[t] = e;
    list.weight[t] = p;
  }

  emaUpdate<<<132 * 4, 256>>>(list, 0.999f);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;

  for (int t = 0; t < kMaxTensors; ++t) {
    float last;
    cudaMemcpy(&last, list.ema[t] + sizes[t] - 1, sizeof(float), cudaMemcpyDeviceToHost);
    printf("tensor %2d: ema %.5f\n", t, last);
    cudaFree(list.ema[t]);
    cudaFree(const_cast<float*>(list.weight[t]));
  }
  return 0;
}
