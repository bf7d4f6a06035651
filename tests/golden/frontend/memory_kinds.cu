// Every way to get device memory that programs use.
#include <cuda_runtime.h>

__global__ void use(float* p, size_t pitch) { p[threadIdx.x] = pitch; }

__device__ float in_module[100];

int main() {
  float *plain, *managed, *pitched, *async, *pinned, *mapped;
  size_t pitch;
  cudaMalloc((void**)&plain, 1000);
  cudaMallocManaged(&managed, 2000);
  cudaMallocPitch((void**)&pitched, &pitch, 100 * sizeof(float), 50);
  cudaStream_t s = 0;
  cudaMallocAsync((void**)&async, 3000, s);
  cudaMallocHost((void**)&pinned, 4000);
  cudaHostAlloc((void**)&mapped, 5000, cudaHostAllocMapped);
  use<<<1, 1>>>(plain, 0);
  use<<<1, 1>>>(managed + 5, sizeof(double));
  use<<<1, 1>>>(pitched, 1);
  use<<<1, 1, 0, s>>>(async, 2);
  use<<<1, 1>>>(pinned, 3);
  float* device_view;
  cudaHostGetDevicePointer((void**)&device_view, mapped, 0);
  use<<<1, 1>>>(device_view, 4);
  void* symbol;
  cudaGetSymbolAddress(&symbol, in_module);
  use<<<1, 1>>>((float*)symbol, 5);
  cudaFree(plain);
  cudaMalloc((void**)&plain, 7000);
  use<<<1, 1>>>(plain, 6);
  use<<<1, 1>>>(NULL, 7);
}
