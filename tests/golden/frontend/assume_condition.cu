// kcast: --assume yes
// Kernels that the preprocessor leaves out unless the build defines something: all of them wait
// for WITH_CUDA or WITH_HIP, of which the language decides.
#if defined(WITH_CUDA) || defined(WITH_HIP)
#ifndef SCALE
#define SCALE 3
#endif
__global__ void scaled(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= SCALE;
}
#endif
