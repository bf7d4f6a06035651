#pragma once
#include <cuda_runtime.h>

const int kThreads = 96;
inline int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }

template <class T>
T* device_array(size_t n) {
  T* p;
  cudaMalloc(&p, n * sizeof(T));
  return p;
}
