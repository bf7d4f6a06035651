// ptx: mad.lo.s32 cp.async.ca.shared.global ld.global.nc.L1::no_allocate bfe.u32
// Inline PTX, as hand-tuned code has it.
#include <cstdint>

__device__ __forceinline__ uint32_t shared_address(const void* p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}

__global__ void tuned(const float4* in, float4* out, int n) {
  __shared__ float4 stage[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(shared_address(&stage[threadIdx.x])), "l"(in + i));
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 0;");
  __syncthreads();
  int r;
  asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(i), "r"(3), "r"(n));
  unsigned field;
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(field) : "r"(r));
  float one;
  asm volatile("ld.global.nc.L1::no_allocate.f32 %0, [%1];" : "=f"(one) : "l"((const float*)in + field));
  float4 v = stage[63 - threadIdx.x];
  v.x += one;
  out[i] = v;
}
