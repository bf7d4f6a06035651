// Cached loads and stores, address spaces, clocks, device memory functions, printf and assert.
#pragma once

// One template per instruction, because few programs use any: the value travels in the words that
// its size asks for, 16 bytes as one vector.
struct __kc_words2 {
  unsigned long long a, b;
};
struct __kc_words4 {
  unsigned int a, b, c, d;
};
#define __KC_LOAD(fn, volatility, inst)                                               \
  template <class T>                                                                  \
  __KC_DEV T fn(const T* p) {                                                         \
    if constexpr (sizeof(T) == 1) {                                                   \
      unsigned short r;                                                               \
      asm volatility(inst ".u8 %0, [%1];" : "=h"(r) : "l"(p));                        \
      return __builtin_bit_cast(T, (unsigned char)r);                                 \
    } else if constexpr (sizeof(T) == 2) {                                            \
      unsigned short r;                                                               \
      asm volatility(inst ".u16 %0, [%1];" : "=h"(r) : "l"(p));                       \
      return __builtin_bit_cast(T, r);                                                \
    } else if constexpr (__is_same(T, float)) {                                       \
      float r;                                                                        \
      asm volatility(inst ".f32 %0, [%1];" : "=f"(r) : "l"(p));                       \
      return r;                                                                       \
    } else if constexpr (__is_same(T, double)) {                                      \
      double r;                                                                       \
      asm volatility(inst ".f64 %0, [%1];" : "=d"(r) : "l"(p));                       \
      return r;                                                                       \
    } else if constexpr (sizeof(T) == 4) {                                            \
      unsigned int r;                                                                 \
      asm volatility(inst ".u32 %0, [%1];" : "=r"(r) : "l"(p));                       \
      return __builtin_bit_cast(T, r);                                                \
    } else if constexpr (__is_same(T, float2)) {                                      \
      float2 r;                                                                       \
      asm volatility(inst ".v2.f32 {%0, %1}, [%2];" : "=f"(r.x), "=f"(r.y) : "l"(p)); \
      return r;                                                                       \
    } else if constexpr (sizeof(T) == 8 && __is_scalar(T)) {                          \
      unsigned long long r;                                                           \
      asm volatility(inst ".u64 %0, [%1];" : "=l"(r) : "l"(p));                       \
      return __builtin_bit_cast(T, r);                                                \
    } else if constexpr (sizeof(T) == 8) {                                            \
      uint2 r;                                                                        \
      asm volatility(inst ".v2.u32 {%0, %1}, [%2];" : "=r"(r.x), "=r"(r.y) : "l"(p)); \
      return __builtin_bit_cast(T, r);                                                \
    } else if constexpr (__is_same(T, float4)) {                                      \
      float4 r;                                                                       \
      asm volatility(inst ".v4.f32 {%0, %1, %2, %3}, [%4];"                           \
                     : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w)                     \
                     : "l"(p));                                                       \
      return r;                                                                       \
    } else if constexpr (__is_same(T, double2)) {                                     \
      double2 r;                                                                      \
      asm volatility(inst ".v2.f64 {%0, %1}, [%2];" : "=d"(r.x), "=d"(r.y) : "l"(p)); \
      return r;                                                                       \
    } else if constexpr (sizeof(T) == 16 && sizeof(T::x) == 8) {                      \
      __kc_words2 r;                                                                  \
      asm volatility(inst ".v2.u64 {%0, %1}, [%2];" : "=l"(r.a), "=l"(r.b) : "l"(p)); \
      return __builtin_bit_cast(T, r);                                                \
    } else {                                                                          \
      static_assert(sizeof(T) == 16, "no load instruction for a type of this size");  \
      __kc_words4 r;                                                                  \
      asm volatility(inst ".v4.u32 {%0, %1, %2, %3}, [%4];"                           \
                     : "=r"(r.a), "=r"(r.b), "=r"(r.c), "=r"(r.d)                     \
                     : "l"(p));                                                       \
      return __builtin_bit_cast(T, r);                                                \
    }                                                                                 \
  }
__KC_LOAD(__ldcg, volatile, "ld.global.cg")
__KC_LOAD(__ldca, volatile, "ld.global.ca")
__KC_LOAD(__ldcs, volatile, "ld.global.cs")
__KC_LOAD(__ldlu, volatile, "ld.global.lu")
__KC_LOAD(__ldcv, volatile, "ld.global.cv")
// The read-only load may be moved and shared, hence no volatile assembly.
__KC_LOAD(__ldg, , "ld.global.nc")
#undef __KC_LOAD

template <class T>
struct __kc_as_is {
  typedef T type;
};
#define __KC_STORE(fn, inst)                                                                  \
  template <class T>                                                                          \
  __KC_DEV void fn(T* p, typename __kc_as_is<T>::type v) {                                    \
    if constexpr (sizeof(T) == 1) {                                                           \
      unsigned short w = __builtin_bit_cast(unsigned char, v);                                \
      asm volatile(inst ".u8 [%0], %1;" : : "l"(p), "h"(w) : "memory");                       \
    } else if constexpr (sizeof(T) == 2) {                                                    \
      asm volatile(inst ".u16 [%0], %1;"                                                      \
                   :                                                                          \
                   : "l"(p), "h"(__builtin_bit_cast(unsigned short, v))                       \
                   : "memory");                                                               \
    } else if constexpr (__is_same(T, float)) {                                               \
      asm volatile(inst ".f32 [%0], %1;" : : "l"(p), "f"(v) : "memory");                      \
    } else if constexpr (__is_same(T, double)) {                                              \
      asm volatile(inst ".f64 [%0], %1;" : : "l"(p), "d"(v) : "memory");                      \
    } else if constexpr (sizeof(T) == 4) {                                                    \
      asm volatile(inst ".u32 [%0], %1;"                                                      \
                   :                                                                          \
                   : "l"(p), "r"(__builtin_bit_cast(unsigned int, v))                         \
                   : "memory");                                                               \
    } else if constexpr (sizeof(T) == 8 && __is_scalar(T)) {                                  \
      asm volatile(inst ".u64 [%0], %1;"                                                      \
                   :                                                                          \
                   : "l"(p), "l"(__builtin_bit_cast(unsigned long long, v))                   \
                   : "memory");                                                               \
    } else if constexpr (sizeof(T) == 8) {                                                    \
      uint2 w = __builtin_bit_cast(uint2, v);                                                 \
      asm volatile(inst ".v2.u32 [%0], {%1, %2};" : : "l"(p), "r"(w.x), "r"(w.y) : "memory"); \
    } else {                                                                                  \
      static_assert(sizeof(T) == 16, "no store instruction for a type of this size");         \
      __kc_words4 w = __builtin_bit_cast(__kc_words4, v);                                     \
      asm volatile(inst ".v4.u32 [%0], {%1, %2, %3, %4};"                                     \
                   :                                                                          \
                   : "l"(p), "r"(w.a), "r"(w.b), "r"(w.c), "r"(w.d)                           \
                   : "memory");                                                               \
    }                                                                                         \
  }
__KC_STORE(__stwb, "st.global.wb")
__KC_STORE(__stcg, "st.global.cg")
__KC_STORE(__stcs, "st.global.cs")
__KC_STORE(__stwt, "st.global.wt")
#undef __KC_STORE

// Address spaces.
#define __KC_ISSPACE(name, space)                                                                \
  __KC_DEV unsigned int name(const void* p) {                                                    \
    unsigned int r;                                                                              \
    asm("{ .reg .pred p; isspacep." space " p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "l"(p)); \
    return r;                                                                                    \
  }
__KC_ISSPACE(__isGlobal, "global")
__KC_ISSPACE(__isShared, "shared")
__KC_ISSPACE(__isConstant, "const")
__KC_ISSPACE(__isLocal, "local")
#undef __KC_ISSPACE
__KC_DEV size_t __cvta_generic_to_shared(const void* p) {
  return (size_t)(__attribute__((address_space(3))) const void*)p;
}
__KC_DEV size_t __cvta_generic_to_global(const void* p) {
  return (size_t)(__attribute__((address_space(1))) const void*)p;
}
__KC_DEV size_t __cvta_generic_to_local(const void* p) {
  return (size_t)(__attribute__((address_space(5))) const void*)p;
}
__KC_DEV size_t __cvta_generic_to_constant(const void* p) {
  return (size_t)(__attribute__((address_space(4))) const void*)p;
}
__KC_DEV void* __cvta_shared_to_generic(size_t p) {
  return (void*)(__attribute__((address_space(3))) void*)p;
}
__KC_DEV void* __cvta_global_to_generic(size_t p) {
  return (void*)(__attribute__((address_space(1))) void*)p;
}
__KC_DEV void* __cvta_local_to_generic(size_t p) {
  return (void*)(__attribute__((address_space(5))) void*)p;
}
__KC_DEV void* __cvta_constant_to_generic(size_t p) {
  return (void*)(__attribute__((address_space(4))) void*)p;
}
#define __nv_ptr_builtin_ocg_cvta_generic_to_shared __cvta_generic_to_shared

// Clocks.
typedef long clock_t;
__KC_DEV clock_t clock() {
  clock_t r;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(r));
  return r;
}
__KC_DEV long long clock64() {
  long long r;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(r));
  return r;
}
// A template, so that a program may define its own.
template <int = 0>
__KC_DEV unsigned long long __globaltimer() {
  unsigned long long r;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(r));
  return r;
}
__KC_DEV void __trap() {
  __builtin_trap();
}
__KC_DEV void __brkpt() {}
__KC_DEV void __prof_trigger(int) {}
__KC_DEV unsigned int __smid() {
  return __kc_sreg_smid();
}
#define __nv_assume(x) __builtin_assume(x)
#define __nv_builtin_expect(x, v) __builtin_expect(x, v)

// What the runtime writes for a kernel launch; the host evaluator reads the expression itself. In
// device code the launch is said to have failed, so that nothing remains of it.
extern "C" __KC_FN unsigned int __cudaPushCallConfiguration(dim3, dim3, size_t = 0, void* = 0) {
  return 1;
}
extern "C" __attribute__((host)) int cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                                                       void* stream = 0);
