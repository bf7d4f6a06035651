// HIP over the CUDA header: what HIP spells differently, and AMD's builtins that programs use.
#pragma once
#include <kcast_cuda.h>
#ifndef __HIPCC__
#define __HIPCC__ 1
#endif
#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__ 1
#endif
#define __HIP_PLATFORM_HCC__ 1
#define __HIP__ 1
#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 2
#define HIP_VERSION_PATCH 0
#define HIP_VERSION 60200000
#ifdef __CUDA_ARCH__
#define __HIP_DEVICE_COMPILE__ 1
#define __HIP_ARCH_HAS_DYNAMIC_PARALLEL__ 0
#define __HIP_ARCH_HAS_DOUBLES__ 1
#define __HIP_ARCH_HAS_WARP_SHUFFLE__ 1
#define __HIP_ARCH_HAS_WARP_BALLOT__ 1
#endif

#include <hip/hip_runtime_api.h>

#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(x) x
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE
#define HIP_VECTOR_TYPE(T, n) __kc_hip_vector<T, n>::type
#define hipLaunchKernelGGL(kernel, grid, block, shared, stream, ...) \
  (kernel)<<<(grid), (block), (shared), (stream)>>>(__VA_ARGS__)
#define hipLaunchKernel_GGL hipLaunchKernelGGL
#define __syncthreads_lds() __syncthreads()

// Warp functions without a mask. A shuffle names its width or takes the wave; PTX has warps of 32,
// so a width of 64 is written as the full warp, and the analysis sees the wave of the GPU it
// predicts.
#define __kc_hip_width(width) ((width) > 32 ? 32 : (width))
template <class T>
__KC_DEV T __shfl(T v, int lane, int width = 32) {
  return __shfl_sync(0xffffffff, v, lane, __kc_hip_width(width));
}
template <class T>
__KC_DEV T __shfl_up(T v, unsigned int d, int width = 32) {
  return __shfl_up_sync(0xffffffff, v, d, __kc_hip_width(width));
}
template <class T>
__KC_DEV T __shfl_down(T v, unsigned int d, int width = 32) {
  return __shfl_down_sync(0xffffffff, v, d, __kc_hip_width(width));
}
template <class T>
__KC_DEV T __shfl_xor(T v, int lanes, int width = 32) {
  return __shfl_xor_sync(0xffffffff, v, lanes, __kc_hip_width(width));
}
__KC_DEV int __all(int p) {
  return __all_sync(0xffffffff, p);
}
__KC_DEV int __any(int p) {
  return __any_sync(0xffffffff, p);
}
__KC_DEV unsigned long long __ballot(int p) {
  return __ballot_sync(0xffffffff, p);
}
__KC_DEV unsigned long long __ballot64(int p) {
  return __ballot_sync(0xffffffff, p);
}
template <class T>
__KC_DEV unsigned long long __match_any(T v) {
  return __match_any_sync(0xffffffff, v);
}
template <class T>
__KC_DEV unsigned long long __match_all(T v, int* all) {
  return __match_all_sync(0xffffffff, v, all);
}
__KC_DEV unsigned int __lane_id() {
  return __kc_sreg_laneid();
}
__KC_DEV unsigned int __lastbit_u32_u32(unsigned int x) {
  return __ffs((int)x) - 1;
}
__KC_DEV unsigned int __bitextract_u32(unsigned int x, unsigned int at, unsigned int n) {
  return n >= 32 ? x >> (at & 31) : x >> (at & 31) & ((1u << n) - 1);
}
__KC_DEV unsigned int __bitinsert_u32(unsigned int a, unsigned int b, unsigned int at,
                                      unsigned int n) {
  unsigned int mask = (n >= 32 ? ~0u : (1u << n) - 1) << (at & 31);
  return (a & ~mask) | (b << (at & 31) & mask);
}
__KC_DEV unsigned long long wall_clock64() {
  return __globaltimer();
}
__KC_DEV long long __clock64() {
  return clock64();
}
__KC_DEV long long __clock() {
  return clock();
}

// Atomics.
__KC_DEV float unsafeAtomicAdd(float* p, float v) {
  return atomicAdd(p, v);
}
__KC_DEV double unsafeAtomicAdd(double* p, double v) {
  return atomicAdd(p, v);
}
__KC_DEV float safeAtomicAdd(float* p, float v) {
  return atomicAdd(p, v);
}
__KC_DEV double safeAtomicAdd(double* p, double v) {
  return atomicAdd(p, v);
}
__KC_DEV float atomicAddNoRet(float* p, float v) {
  return atomicAdd(p, v);
}
// Floating-point minimum and maximum become a loop of compare-and-swap, as AMD's header does.
#define __KC_HIP_LOOP(name, T, I, op)                          \
  __KC_DEV T name(T* p, T v) {                                 \
    T old = *p;                                                \
    while (v op old) {                                         \
      I was = __builtin_bit_cast(I, old);                      \
      I now = atomicCAS((I*)p, was, __builtin_bit_cast(I, v)); \
      if (now == was) break;                                   \
      old = __builtin_bit_cast(T, now);                        \
    }                                                          \
    return old;                                                \
  }
__KC_HIP_LOOP(atomicMin, float, unsigned int, <)
__KC_HIP_LOOP(atomicMax, float, unsigned int, >)
__KC_HIP_LOOP(atomicMin, double, unsigned long long, <)
__KC_HIP_LOOP(atomicMax, double, unsigned long long, >)
#undef __KC_HIP_LOOP
#define unsafeAtomicMin atomicMin
#define unsafeAtomicMax atomicMax
#ifndef __HIP_MEMORY_SCOPE_SINGLETHREAD
#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5
#endif
#define __hip_atomic_load(p, order, scope) __atomic_load_n(p, __ATOMIC_RELAXED)
#define __hip_atomic_store(p, v, order, scope) __atomic_store_n(p, v, __ATOMIC_RELAXED)
#define __hip_atomic_fetch_add(p, v, order, scope) atomicAdd(p, v)
#define __hip_atomic_fetch_sub(p, v, order, scope) atomicSub(p, v)
#define __hip_atomic_fetch_min(p, v, order, scope) atomicMin(p, v)
#define __hip_atomic_fetch_max(p, v, order, scope) atomicMax(p, v)
#define __hip_atomic_fetch_and(p, v, order, scope) atomicAnd(p, v)
#define __hip_atomic_fetch_or(p, v, order, scope) atomicOr(p, v)
#define __hip_atomic_fetch_xor(p, v, order, scope) atomicXor(p, v)
#define __hip_atomic_exchange(p, v, order, scope) atomicExch(p, v)
#define __hip_atomic_compare_exchange_strong(p, e, v, success, failure, scope) \
  __atomic_compare_exchange_n(p, e, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
#define __hip_atomic_compare_exchange_weak __hip_atomic_compare_exchange_strong

#include <hip/amd_detail/kcast_amdgcn.h>
