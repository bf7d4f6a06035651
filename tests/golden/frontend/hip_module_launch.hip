// hipLaunchKernel with an array of arguments, managed and pinned memory.
#include <hip/hip_runtime.h>

extern "C" __global__ void accumulate(long* sum, const int* v, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd((unsigned long long*)sum, (unsigned long long)v[i]);
}

int main() {
  long* sum;
  int* v;
  int n = 321;
  hipMallocManaged(&sum, sizeof(long));
  hipHostMalloc(&v, n * sizeof(int), hipHostMallocDefault);
  void* args[] = {&sum, &v, &n};
  hipLaunchKernel(reinterpret_cast<const void*>(accumulate), dim3(1), dim3(64), args, 0, nullptr);
  hipStream_t stream;
  hipStreamCreate(&stream);
  accumulate<<<1, 128, 0, stream>>>(sum, v + 1, n - 1);
  hipStreamDestroy(stream);
}
