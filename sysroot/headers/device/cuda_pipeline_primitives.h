// Asynchronous copies to shared memory.
#pragma once
#include <kcast_cuda.h>

#if __CUDA_ARCH__ >= 800
__KC_DEV void __pipeline_memcpy_async(void* dst, const void* src, size_t size, size_t zfill = 0) {
  unsigned int s = (unsigned int)__cvta_generic_to_shared(dst);
  unsigned int n = (unsigned int)(size - zfill);
  if (size == 16) {
    if (zfill == 0)
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(s), "l"(src) : "memory");
    else
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                   :
                   : "r"(s), "l"(src), "r"(n)
                   : "memory");
  } else if (size == 8) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
                 :
                 : "r"(s), "l"(src), "r"(n)
                 : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
                 :
                 : "r"(s), "l"(src), "r"(n)
                 : "memory");
  }
}
__KC_DEV void __pipeline_commit() {
  asm volatile("cp.async.commit_group;" : : : "memory");
}
template <unsigned int N>
__KC_DEV void __kc_wait_group() {
  asm volatile("cp.async.wait_group %0;" : : "n"(N) : "memory");
}
// The instruction takes a literal; more than a few groups in flight are waited for as if by seven.
__KC_DEV void __pipeline_wait_prior(size_t n) {
  switch (n) {
    case 0:
      __kc_wait_group<0>();
      break;
    case 1:
      __kc_wait_group<1>();
      break;
    case 2:
      __kc_wait_group<2>();
      break;
    case 3:
      __kc_wait_group<3>();
      break;
    case 4:
      __kc_wait_group<4>();
      break;
    case 5:
      __kc_wait_group<5>();
      break;
    case 6:
      __kc_wait_group<6>();
      break;
    default:
      __kc_wait_group<7>();
      break;
  }
}

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;
__KC_DEV void __mbarrier_init(__mbarrier_t* b, unsigned int n) {
  __nvvm_mbarrier_init((long*)b, n);
}
__KC_DEV void __mbarrier_inval(__mbarrier_t* b) {
  __nvvm_mbarrier_inval((long*)b);
}
__KC_DEV __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* b) {
  return __nvvm_mbarrier_arrive((long*)b);
}
__KC_DEV bool __mbarrier_test_wait(__mbarrier_t* b, __mbarrier_token_t t) {
  return __nvvm_mbarrier_test_wait((long*)b, t);
}
#else
// Older GPUs copy through registers and count arrivals in an ordinary word: the expected number in
// the top half, the phase and the arrivals below.
__KC_DEV void __pipeline_memcpy_async(void* dst, const void* src, size_t size, size_t zfill = 0) {
  for (size_t i = 0; i < size / 4; ++i)
    ((int*)dst)[i] = 4 * i < size - zfill ? ((const int*)src)[i] : 0;
}
__KC_DEV void __pipeline_commit() {}
__KC_DEV void __pipeline_wait_prior(size_t) {}
typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;
__KC_DEV void __mbarrier_init(__mbarrier_t* b, unsigned int n) {
  *b = (unsigned long long)n << 32;
}
__KC_DEV void __mbarrier_inval(__mbarrier_t*) {}
__KC_DEV __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* b) {
  return atomicAdd(b, 1ull);
}
__KC_DEV bool __mbarrier_test_wait(__mbarrier_t* b, __mbarrier_token_t t) {
  unsigned int expected = (unsigned int)(t >> 32);
  unsigned int phase = (unsigned int)t / expected;
  return (unsigned int)*(volatile __mbarrier_t*)b / expected != phase;
}
#endif
