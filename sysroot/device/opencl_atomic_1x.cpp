// OpenCL 1.x's atomic functions by address space, and the memory fences of all versions.
#include "opencl_fence.h"

KC_API void atomic_work_item_fence(cl_mem_fence_flags, memory_order order, memory_scope scope) {
  if (order != memory_order_relaxed) fence(scope);
}
KC_API void mem_fence(cl_mem_fence_flags flags) {
  fence(flags & 2 ? memory_scope_device : memory_scope_work_group);
}
KC_API void read_mem_fence(cl_mem_fence_flags flags) {
  mem_fence(flags);
}
KC_API void write_mem_fence(cl_mem_fence_flags flags) {
  mem_fence(flags);
}

// atomic_ is the core spelling of 32-bit integers, atom_ that of the extensions.
#define KC_OLD_BINARY(SPACE, T, prefix, name, builtin)  \
  KC_API T prefix##name(volatile SPACE T* p, T value) { \
    return builtin(p, value, __ATOMIC_RELAXED);         \
  }
#define KC_OLD_ATOMICS(SPACE, T, prefix)                                                           \
  KC_OLD_BINARY(SPACE, T, prefix, add, __atomic_fetch_add)                                         \
  KC_OLD_BINARY(SPACE, T, prefix, sub, KC_FETCH_SUB)                                               \
  KC_OLD_BINARY(SPACE, T, prefix, xchg, __atomic_exchange_n)                                       \
  KC_OLD_BINARY(SPACE, T, prefix, min, __atomic_fetch_min)                                         \
  KC_OLD_BINARY(SPACE, T, prefix, max, __atomic_fetch_max)                                         \
  KC_OLD_BINARY(SPACE, T, prefix, and, __atomic_fetch_and)                                         \
  KC_OLD_BINARY(SPACE, T, prefix, or, __atomic_fetch_or)                                           \
  KC_OLD_BINARY(SPACE, T, prefix, xor, __atomic_fetch_xor)                                         \
  KC_API T prefix##inc(volatile SPACE T* p) {                                                      \
    return __atomic_fetch_add(p, 1, __ATOMIC_RELAXED);                                             \
  }                                                                                                \
  KC_API T prefix##dec(volatile SPACE T* p) {                                                      \
    return KC_FETCH_SUB(p, 1, __ATOMIC_RELAXED);                                                   \
  }                                                                                                \
  KC_API T prefix##cmpxchg(volatile SPACE T* p, T expected, T desired) {                           \
    __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED); \
    return expected;                                                                               \
  }
#define KC_OLD_SPACE(SPACE)            \
  KC_OLD_ATOMICS(SPACE, int, atomic_)  \
  KC_OLD_ATOMICS(SPACE, uint, atomic_) \
  KC_OLD_ATOMICS(SPACE, int, atom_)    \
  KC_OLD_ATOMICS(SPACE, uint, atom_)   \
  KC_OLD_ATOMICS(SPACE, long, atom_)   \
  KC_OLD_ATOMICS(SPACE, ulong, atom_)  \
  KC_OLD_FLOAT(SPACE)
#define KC_OLD_FLOAT(SPACE)                                                                  \
  KC_API float atomic_xchg(volatile SPACE float* p, float value) {                           \
    uint old = __atomic_exchange_n((volatile SPACE uint*)p, __builtin_bit_cast(uint, value), \
                                   __ATOMIC_RELAXED);                                        \
    return __builtin_bit_cast(float, old);                                                   \
  }
KC_OLD_SPACE(KC_GLOBAL)
KC_OLD_SPACE(KC_LOCAL)
