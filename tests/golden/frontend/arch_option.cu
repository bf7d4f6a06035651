// kcast: --arch sm_80
// What the architecture decides shows in macros.
#if __CUDA_ARCH__ >= 900
#error "not for this one"
#endif

__global__ void arch_value(int* out) {
#if __CUDA_ARCH__ == 800
  __shared__ int marker[80];
  marker[threadIdx.x % 80] = out[0];
  __syncthreads();
  *out = marker[(threadIdx.x + 1) % 80];
#else
  *out = 0;
#endif
}
