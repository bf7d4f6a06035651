// ptx: shfl.sync.down.b32 bar.sync atom.global.add.f32
// Shuffles without a mask, dynamic shared memory by macro.
#include <hip/hip_runtime.h>

__device__ float wave_sum(float v) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) v += __shfl_down(v, offset);
  return v;
}

__global__ void sum(const float* in, float* out, int n) {
  HIP_DYNAMIC_SHARED(float, partial)
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += in[i];
  v = wave_sum(v);
  if (threadIdx.x % warpSize == 0) partial[threadIdx.x / warpSize] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    float total = 0;
    for (int w = 0; w < blockDim.x / warpSize; ++w) total += partial[w];
    atomicAdd(out, total);
  }
}

int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1 << 18;
  float *in, *out;
  hipMalloc(&in, n * sizeof(float));
  hipMalloc(&out, sizeof(float));
  hipMemset(out, 0, sizeof(float));
  int threads = 256, waves = threads / 32;
  sum<<<64, threads, waves * sizeof(float)>>>(in, out, n);
}
