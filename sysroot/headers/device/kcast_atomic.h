// Atomic functions. The builtins become LLVM's atomic instructions, whose address space is
// inferred; PTX then has the `atom` that nvcc writes too, with an unused result where nobody reads
// it. The _block and _system forms share that path: the scope changes no count.
#pragma once

#define __KC_ATOMIC_INT(T)                              \
  __KC_DEV T atomicAdd(T* p, T v) {                     \
    return __atomic_fetch_add(p, v, 0);                 \
  }                                                     \
  __KC_DEV T atomicMin(T* p, T v) {                     \
    return __atomic_fetch_min(p, v, 0);                 \
  }                                                     \
  __KC_DEV T atomicMax(T* p, T v) {                     \
    return __atomic_fetch_max(p, v, 0);                 \
  }                                                     \
  __KC_DEV T atomicAnd(T* p, T v) {                     \
    return __atomic_fetch_and(p, v, 0);                 \
  }                                                     \
  __KC_DEV T atomicOr(T* p, T v) {                      \
    return __atomic_fetch_or(p, v, 0);                  \
  }                                                     \
  __KC_DEV T atomicXor(T* p, T v) {                     \
    return __atomic_fetch_xor(p, v, 0);                 \
  }                                                     \
  __KC_DEV T atomicSub(T* p, T v) {                     \
    return __atomic_fetch_add(p, -v, 0);                \
  }                                                     \
  __KC_DEV T atomicExch(T* p, T v) {                    \
    return __atomic_exchange_n(p, v, 0);                \
  }                                                     \
  __KC_DEV T atomicCAS(T* p, T c, T v) {                \
    __atomic_compare_exchange_n(p, &c, v, false, 0, 0); \
    return c;                                           \
  }
__KC_ATOMIC_INT(int)
__KC_ATOMIC_INT(unsigned int)
__KC_ATOMIC_INT(long long)
__KC_ATOMIC_INT(unsigned long long)
__KC_ATOMIC_INT(unsigned long)
__KC_DEV unsigned short atomicCAS(unsigned short* p, unsigned short c, unsigned short v) {
  asm volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(c) : "l"(p), "h"(c), "h"(v) : "memory");
  return c;
}
__KC_DEV float atomicAdd(float* p, float v) {
  return __nvvm_atom_add_gen_f(p, v);
}
__KC_DEV double atomicAdd(double* p, double v) {
  return __nvvm_atom_add_gen_d(p, v);
}
__KC_DEV float atomicSub(float* p, float v) {
  return __nvvm_atom_add_gen_f(p, -v);
}
__KC_DEV float atomicExch(float* p, float v) {
  return __builtin_bit_cast(float, __atomic_exchange_n((int*)p, __builtin_bit_cast(int, v), 0));
}
__KC_DEV unsigned int atomicInc(unsigned int* p, unsigned int v) {
  return __nvvm_atom_inc_gen_ui(p, v);
}
__KC_DEV unsigned int atomicDec(unsigned int* p, unsigned int v) {
  return __nvvm_atom_dec_gen_ui(p, v);
}
#undef __KC_ATOMIC_INT

#define atomicAdd_block atomicAdd
#define atomicAdd_system atomicAdd
#define atomicSub_block atomicSub
#define atomicSub_system atomicSub
#define atomicMin_block atomicMin
#define atomicMin_system atomicMin
#define atomicMax_block atomicMax
#define atomicMax_system atomicMax
#define atomicAnd_block atomicAnd
#define atomicAnd_system atomicAnd
#define atomicOr_block atomicOr
#define atomicOr_system atomicOr
#define atomicXor_block atomicXor
#define atomicXor_system atomicXor
#define atomicExch_block atomicExch
#define atomicExch_system atomicExch
#define atomicCAS_block atomicCAS
#define atomicCAS_system atomicCAS
#define atomicInc_block atomicInc
#define atomicInc_system atomicInc
#define atomicDec_block atomicDec
#define atomicDec_system atomicDec

__KC_DEV float2 atomicAdd(float2* p, float2 v) {
  float2 r;
  asm volatile("atom.global.add.v2.f32 {%0, %1}, [%2], {%3, %4};"
               : "=f"(r.x), "=f"(r.y)
               : "l"(p), "f"(v.x), "f"(v.y)
               : "memory");
  return r;
}
__KC_DEV float4 atomicAdd(float4* p, float4 v) {
  float4 r;
  asm volatile("atom.global.add.v4.f32 {%0, %1, %2, %3}, [%4], {%5, %6, %7, %8};"
               : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w)
               : "l"(p), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w)
               : "memory");
  return r;
}
