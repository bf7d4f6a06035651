// ptx: atom.global redux.sync
// Names of device code that newer toolkits have.
#include <cooperative_groups.h>
#include <cuda/std/complex>
#include <cuda_fp8.h>
#include <curand_kernel.h>
__global__ void numbers(__nv_fp8x4_e4m3* packed, float4* wide, cuda::std::complex<float>* z, float* y) {
  wide[threadIdx.x] = static_cast<float4>(packed[threadIdx.x]);
  packed[threadIdx.x + 32] = __nv_fp8x4_e4m3(wide[threadIdx.x]);
  z[threadIdx.x] = z[threadIdx.x] * cuda::std::complex<float>(0.0f, 1.0f);
  y[threadIdx.x] = z[threadIdx.x].real();
}
__global__ void words(unsigned* x, int* count) {
  unsigned a = x[threadIdx.x], b = x[threadIdx.x + 32];
  x[threadIdx.x] = __viaddmax_s16x2(a, b, 0) ^ __vimax3_u16x2(a, b, 7) ^ __reduce_add_sync(0xffffffff, a);
  __nv_atomic_fetch_add(count, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}
__global__ void quasi(curandStateSobol32* states, curandDirectionVectors32_t* directions, float* y) {
  curand_init(directions[0], 1u, &states[threadIdx.x]);
  y[threadIdx.x] = curand_uniform(&states[threadIdx.x]);
}
__global__ void swap(float4* x) {
  auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  x[threadIdx.x] = tile.shfl_xor(x[threadIdx.x], 1);
}
