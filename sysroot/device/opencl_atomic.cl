// OpenCL's atomic functions of version 2.0 and later, with order and scope.
// This is C++ for OpenCL, because a generic pointer takes a number among the mangled substitutions
// there.
#include "opencl_fence.h"

namespace {

// A fence stands on the side that the order names.
KC_API inline void before(memory_order order, memory_scope scope) {
  if (order == memory_order_release || order == memory_order_acq_rel ||
      order == memory_order_seq_cst)
    fence(scope);
}
KC_API inline void after(memory_order order, memory_scope scope) {
  if (order == memory_order_acquire || order == memory_order_acq_rel ||
      order == memory_order_seq_cst)
    fence(scope);
}

}  // namespace

// Each function is defined with order and scope; the shorter forms take the defaults. The
// operations are not volatile: LLVM infers the address space behind a generic pointer only for
// those that are not.
#define KC_SHORT_FORMS(R, name, parameters, arguments)                            \
  KC_API R name##_explicit(parameters, memory_order order) {                      \
    return name##_explicit(arguments, order, memory_scope_device);                \
  }                                                                               \
  KC_API R name(parameters) {                                                     \
    return name##_explicit(arguments, memory_order_seq_cst, memory_scope_device); \
  }
#define KC_LIST(...) __VA_ARGS__

#define KC_FETCH(SPACE, T, V, name, builtin)                                          \
  KC_API T name##_explicit(volatile SPACE atomic_##T* p, V value, memory_order order, \
                           memory_scope scope) {                                      \
    before(order, scope);                                                             \
    T old = builtin((SPACE T*)p, value, __ATOMIC_RELAXED);                            \
    after(order, scope);                                                              \
    return old;                                                                       \
  }                                                                                   \
  KC_SHORT_FORMS(T, name, KC_LIST(volatile SPACE atomic_##T* p, V value), KC_LIST(p, value))

// Loads, stores and exchanges of floating-point values move their bits.
#define KC_ACCESS(SPACE, T, I)                                                                 \
  KC_API T atomic_load_explicit(volatile SPACE atomic_##T* p, memory_order order,              \
                                memory_scope scope) {                                          \
    if (order == memory_order_seq_cst) fence(scope);                                           \
    I bits = __atomic_load_n((SPACE I*)p, __ATOMIC_RELAXED);                                   \
    after(order, scope);                                                                       \
    return __builtin_bit_cast(T, bits);                                                        \
  }                                                                                            \
  KC_SHORT_FORMS(T, atomic_load, volatile SPACE atomic_##T* p, p)                              \
  KC_API void atomic_store_explicit(volatile SPACE atomic_##T* p, T value, memory_order order, \
                                    memory_scope scope) {                                      \
    before(order, scope);                                                                      \
    __atomic_store_n((SPACE I*)p, __builtin_bit_cast(I, value), __ATOMIC_RELAXED);             \
  }                                                                                            \
  KC_SHORT_FORMS(void, atomic_store, KC_LIST(volatile SPACE atomic_##T* p, T value),           \
                 KC_LIST(p, value))                                                            \
  KC_API void atomic_init(volatile SPACE atomic_##T* p, T value) {                             \
    *(SPACE T*)p = value;                                                                      \
  }
#define KC_EXCHANGE(SPACE, T, I)                                                               \
  KC_API T atomic_exchange_explicit(volatile SPACE atomic_##T* p, T value, memory_order order, \
                                    memory_scope scope) {                                      \
    before(order, scope);                                                                      \
    I old = __atomic_exchange_n((SPACE I*)p, __builtin_bit_cast(I, value), __ATOMIC_RELAXED);  \
    after(order, scope);                                                                       \
    return __builtin_bit_cast(T, old);                                                         \
  }                                                                                            \
  KC_SHORT_FORMS(T, atomic_exchange, KC_LIST(volatile SPACE atomic_##T* p, T value),           \
                 KC_LIST(p, value))

// The expected value lives in an address space of its own.
#define KC_COMPARE(SPACE, ESPACE, T, I, name)                                                     \
  KC_API bool name##_explicit(volatile SPACE atomic_##T* p, ESPACE T* expected, T desired,        \
                              memory_order success, memory_order, memory_scope scope) {           \
    before(success, scope);                                                                       \
    I wanted = __builtin_bit_cast(I, *expected);                                                  \
    bool done = __atomic_compare_exchange_n((SPACE I*)p, &wanted, __builtin_bit_cast(I, desired), \
                                            false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);           \
    after(success, scope);                                                                        \
    if (!done) *expected = __builtin_bit_cast(T, wanted);                                         \
    return done;                                                                                  \
  }                                                                                               \
  KC_API bool name##_explicit(volatile SPACE atomic_##T* p, ESPACE T* expected, T desired,        \
                              memory_order success, memory_order failure) {                       \
    return name##_explicit(p, expected, desired, success, failure, memory_scope_device);          \
  }                                                                                               \
  KC_API bool name(volatile SPACE atomic_##T* p, ESPACE T* expected, T desired) {                 \
    return name##_explicit(p, expected, desired, memory_order_seq_cst, memory_order_seq_cst,      \
                           memory_scope_device);                                                  \
  }
#define KC_COMPARE_BOTH(SPACE, ESPACE, T, I)                      \
  KC_COMPARE(SPACE, ESPACE, T, I, atomic_compare_exchange_strong) \
  KC_COMPARE(SPACE, ESPACE, T, I, atomic_compare_exchange_weak)
#define KC_COMPARE_SPACES(SPACE)      \
  KC_COMPARE_SPACE(SPACE, KC_GENERIC) \
  KC_COMPARE_SPACE(SPACE, KC_GLOBAL)  \
  KC_COMPARE_SPACE(SPACE, KC_LOCAL)
#define KC_COMPARE_SPACE(SPACE, ESPACE)                    \
  KC_BITS_32(KC_COMPARE_BOTH(SPACE, ESPACE, int, int))     \
  KC_BITS_32(KC_COMPARE_BOTH(SPACE, ESPACE, uint, uint))   \
  KC_BITS_64(KC_COMPARE_BOTH(SPACE, ESPACE, long, long))   \
  KC_BITS_64(KC_COMPARE_BOTH(SPACE, ESPACE, ulong, ulong)) \
  KC_BITS_32(KC_COMPARE_BOTH(SPACE, ESPACE, float, uint))  \
  KC_BITS_64(KC_COMPARE_BOTH(SPACE, ESPACE, double, ulong))
KC_COMPARE_SPACE(KC_GENERIC, KC_GENERIC)
KC_COMPARE_SPACES(KC_GLOBAL)
KC_COMPARE_SPACES(KC_LOCAL)

#define KC_ARITHMETIC(SPACE, T)                               \
  KC_FETCH(SPACE, T, T, atomic_fetch_add, __atomic_fetch_add) \
  KC_FETCH(SPACE, T, T, atomic_fetch_sub, KC_FETCH_SUB)       \
  KC_FETCH(SPACE, T, T, atomic_fetch_min, __atomic_fetch_min) \
  KC_FETCH(SPACE, T, T, atomic_fetch_max, __atomic_fetch_max)
#define KC_ATOMIC_INTEGER(SPACE, T)                           \
  KC_ACCESS(SPACE, T, T)                                      \
  KC_EXCHANGE(SPACE, T, T)                                    \
  KC_ARITHMETIC(SPACE, T)                                     \
  KC_FETCH(SPACE, T, T, atomic_fetch_and, __atomic_fetch_and) \
  KC_FETCH(SPACE, T, T, atomic_fetch_or, __atomic_fetch_or)   \
  KC_FETCH(SPACE, T, T, atomic_fetch_xor, __atomic_fetch_xor)
#define KC_ATOMIC_FLOAT(SPACE, T, I) \
  KC_ACCESS(SPACE, T, I)             \
  KC_EXCHANGE(SPACE, T, I)           \
  KC_ARITHMETIC(SPACE, T)
#define KC_ATOMIC_SPACE(SPACE)                      \
  KC_BITS_32(KC_ATOMIC_INTEGER(SPACE, int))         \
  KC_BITS_32(KC_ATOMIC_INTEGER(SPACE, uint))        \
  KC_BITS_64(KC_ATOMIC_INTEGER(SPACE, long))        \
  KC_BITS_64(KC_ATOMIC_INTEGER(SPACE, ulong))       \
  KC_BITS_32(KC_ATOMIC_FLOAT(SPACE, float, uint))   \
  KC_BITS_64(KC_ATOMIC_FLOAT(SPACE, double, ulong)) \
  KC_BITS_16(KC_ACCESS(SPACE, half, ushort))        \
  KC_BITS_16(KC_EXCHANGE(SPACE, half, ushort))      \
  KC_BITS_16(KC_ARITHMETIC(SPACE, half))            \
  KC_BITS_64(KC_POINTER_SIZED(SPACE, long, ulong))  \
  KC_BITS_64(KC_POINTER_SIZED(SPACE, ulong, long))  \
  KC_BITS_32(KC_FLAG(SPACE))
// uintptr_t and intptr_t objects also take operands of the other signedness.
#define KC_POINTER_SIZED(SPACE, T, V)                         \
  KC_FETCH(SPACE, T, V, atomic_fetch_and, __atomic_fetch_and) \
  KC_FETCH(SPACE, T, V, atomic_fetch_or, __atomic_fetch_or)   \
  KC_FETCH(SPACE, T, V, atomic_fetch_xor, __atomic_fetch_xor) \
  KC_FETCH(SPACE, T, V, atomic_fetch_min, __atomic_fetch_min) \
  KC_FETCH(SPACE, T, V, atomic_fetch_max, __atomic_fetch_max) \
  KC_FETCH(SPACE, T, V, atomic_fetch_add, __atomic_fetch_add) \
  KC_FETCH(SPACE, T, V, atomic_fetch_sub, KC_FETCH_SUB)
#define KC_FLAG(SPACE)                                                                            \
  KC_API bool atomic_flag_test_and_set_explicit(volatile SPACE atomic_int* p, memory_order order, \
                                                memory_scope scope) {                             \
    return atomic_exchange_explicit(p, 1, order, scope) != 0;                                     \
  }                                                                                               \
  KC_SHORT_FORMS(bool, atomic_flag_test_and_set, volatile SPACE atomic_int* p, p)                 \
  KC_API void atomic_flag_clear_explicit(volatile SPACE atomic_int* p, memory_order order,        \
                                         memory_scope scope) {                                    \
    atomic_store_explicit(p, 0, order, scope);                                                    \
  }                                                                                               \
  KC_SHORT_FORMS(void, atomic_flag_clear, volatile SPACE atomic_int* p, p)
KC_ATOMIC_SPACE(KC_GENERIC)
KC_ATOMIC_SPACE(KC_GLOBAL)
KC_ATOMIC_SPACE(KC_LOCAL)
