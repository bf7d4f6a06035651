// Types and macros shared by the sources of the OpenCL builtin library.
//
// The library is compiled to bitcode when Kernelcast is built; the front end links from it the
// functions that a kernel calls, by their mangled names. Most sources are plain C++ for the NVPTX
// triple rather than OpenCL: names, vectors (Dv4_f), address spaces (U3AS1), __fp16 (Dh) and
// _Atomic mangle exactly as OpenCL C's do, and C++ adds no `convergent` mark to calls that may be
// moved freely. Private and generic pointers both are address space 0 on NVPTX, so one overload
// serves OpenCL 1.2's private pointers and OpenCL 2.0's generic ones.
#pragma once

#define KC_API __attribute__((always_inline))
#define KC_CONVERGENT __attribute__((always_inline, convergent))
#define KC_UNROLL _Pragma("unroll")

#ifdef __OPENCL_CPP_VERSION__

#define __opencl_c_atomic_order_seq_cst 1
#define __opencl_c_atomic_scope_device 1
#define __opencl_c_atomic_scope_all_devices 1
#include <opencl-c-base.h>

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define KC_GLOBAL __global
#define KC_LOCAL __local
#define KC_CONSTANT __constant
#define KC_GENERIC __generic

#else

#define KC_GLOBAL __attribute__((address_space(1)))
#define KC_LOCAL __attribute__((address_space(3)))
#define KC_CONSTANT __attribute__((address_space(4)))
#define KC_GENERIC

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long size_t;
typedef __fp16 half;

#define KC_VECTOR(T, N) typedef T T##N __attribute__((ext_vector_type(N)));
#define KC_VECTORS(T) \
  KC_VECTOR(T, 2) KC_VECTOR(T, 3) KC_VECTOR(T, 4) KC_VECTOR(T, 8) KC_VECTOR(T, 16)
KC_VECTORS(char)
KC_VECTORS(uchar)
KC_VECTORS(short)
KC_VECTORS(ushort)
KC_VECTORS(int)
KC_VECTORS(uint)
KC_VECTORS(long)
KC_VECTORS(ulong)
KC_VECTORS(half)
KC_VECTORS(float)
KC_VECTORS(double)

// The enumerators are those of OpenCL 2.0; only the type names take part in mangling.
typedef uint cl_mem_fence_flags;
typedef enum memory_scope {
  memory_scope_work_item = 0,
  memory_scope_work_group = 1,
  memory_scope_device = 2,
  memory_scope_all_svm_devices = 3,
  memory_scope_sub_group = 4
} memory_scope;
typedef enum memory_order {
  memory_order_relaxed = __ATOMIC_RELAXED,
  memory_order_acquire = __ATOMIC_ACQUIRE,
  memory_order_release = __ATOMIC_RELEASE,
  memory_order_acq_rel = __ATOMIC_ACQ_REL,
  memory_order_seq_cst = __ATOMIC_SEQ_CST
} memory_order;

#endif

// Loading a module costs time in proportion to the functions in it, so the build compiles most
// sources once per element width, KC_ONLY bits, into modules of their own. KC_BITS_n(...) keeps its
// arguments in the module of that width, or in the only module when KC_ONLY is not given.
#if !defined(KC_ONLY) || KC_ONLY == 8
#define KC_BITS_8(...) __VA_ARGS__
#else
#define KC_BITS_8(...)
#endif
#if !defined(KC_ONLY) || KC_ONLY == 16
#define KC_BITS_16(...) __VA_ARGS__
#else
#define KC_BITS_16(...)
#endif
#if !defined(KC_ONLY) || KC_ONLY == 32
#define KC_BITS_32(...) __VA_ARGS__
#else
#define KC_BITS_32(...)
#endif
#if !defined(KC_ONLY) || KC_ONLY == 64
#define KC_BITS_64(...) __VA_ARGS__
#else
#define KC_BITS_64(...)
#endif

// KC_INTEGERS(M, ...) and its kin expand M(type, ...) for every type of the group.
#define KC_SIGNED(M, ...)           \
  KC_BITS_8(M(char, __VA_ARGS__))   \
  KC_BITS_16(M(short, __VA_ARGS__)) \
  KC_BITS_32(M(int, __VA_ARGS__))   \
  KC_BITS_64(M(long, __VA_ARGS__))
#define KC_UNSIGNED(M, ...)          \
  KC_BITS_8(M(uchar, __VA_ARGS__))   \
  KC_BITS_16(M(ushort, __VA_ARGS__)) \
  KC_BITS_32(M(uint, __VA_ARGS__))   \
  KC_BITS_64(M(ulong, __VA_ARGS__))
#define KC_INTEGERS(M, ...) KC_SIGNED(M, __VA_ARGS__) KC_UNSIGNED(M, __VA_ARGS__)
#define KC_FLOATS(M, ...)           \
  KC_BITS_16(M(half, __VA_ARGS__))  \
  KC_BITS_32(M(float, __VA_ARGS__)) \
  KC_BITS_64(M(double, __VA_ARGS__))
#define KC_ALL_TYPES(M, ...) KC_INTEGERS(M, __VA_ARGS__) KC_FLOATS(M, __VA_ARGS__)
#define KC_WIDTHS(M, ...) \
  M(2, __VA_ARGS__) M(3, __VA_ARGS__) M(4, __VA_ARGS__) M(8, __VA_ARGS__) M(16, __VA_ARGS__)

// KC_MAPn(R, name, A, ...) defines the vector overloads of a builtin per component from its scalar
// overload.
#define KC_MAP1_N(N, R, name, A)            \
  KC_API R##N name(A##N a) {                \
    R##N result;                            \
    KC_UNROLL for (int i = 0; i < N; ++i) { \
      result[i] = name(a[i]);               \
    }                                       \
    return result;                          \
  }
#define KC_MAP2_N(N, R, name, A, B)         \
  KC_API R##N name(A##N a, B##N b) {        \
    R##N result;                            \
    KC_UNROLL for (int i = 0; i < N; ++i) { \
      result[i] = name(a[i], b[i]);         \
    }                                       \
    return result;                          \
  }
#define KC_MAP3_N(N, R, name, A, B, C)       \
  KC_API R##N name(A##N a, B##N b, C##N c) { \
    R##N result;                             \
    KC_UNROLL for (int i = 0; i < N; ++i) {  \
      result[i] = name(a[i], b[i], c[i]);    \
    }                                        \
    return result;                           \
  }
#define KC_MAP1(R, name, A) KC_WIDTHS(KC_MAP1_N, R, name, A)
#define KC_MAP2(R, name, A, B) KC_WIDTHS(KC_MAP2_N, R, name, A, B)
#define KC_MAP3(R, name, A, B, C) KC_WIDTHS(KC_MAP3_N, R, name, A, B, C)

// KC_FUNCTIONn(R, name, A, ..., expression) defines the scalar overload over a, b and c, and the
// vector overloads.
#define KC_FUNCTION1(R, name, A, ...) \
  KC_API R name(A a) {                \
    return __VA_ARGS__;               \
  }                                   \
  KC_MAP1(R, name, A)
#define KC_FUNCTION2(R, name, A, B, ...) \
  KC_API R name(A a, B b) {              \
    return __VA_ARGS__;                  \
  }                                      \
  KC_MAP2(R, name, A, B)
#define KC_FUNCTION3(R, name, A, B, C, ...) \
  KC_API R name(A a, B b, C c) {            \
    return __VA_ARGS__;                     \
  }                                         \
  KC_MAP3(R, name, A, B, C)

// KC_ELEMENTWISEn(T, name, expression) uses one expression for the scalar and for all vectors, so
// that packed half arithmetic stays packed.
#define KC_ELEMENTWISE1_N(N, T, name, ...) \
  KC_API T##N name(T##N a) {               \
    return __VA_ARGS__;                    \
  }
#define KC_ELEMENTWISE2_N(N, T, name, ...) \
  KC_API T##N name(T##N a, T##N b) {       \
    return __VA_ARGS__;                    \
  }
#define KC_ELEMENTWISE3_N(N, T, name, ...)   \
  KC_API T##N name(T##N a, T##N b, T##N c) { \
    return __VA_ARGS__;                      \
  }
#define KC_ELEMENTWISE1(T, name, ...) \
  KC_API T name(T a) {                \
    return __VA_ARGS__;               \
  }                                   \
  KC_WIDTHS(KC_ELEMENTWISE1_N, T, name, __VA_ARGS__)
#define KC_ELEMENTWISE2(T, name, ...) \
  KC_API T name(T a, T b) {           \
    return __VA_ARGS__;               \
  }                                   \
  KC_WIDTHS(KC_ELEMENTWISE2_N, T, name, __VA_ARGS__)
#define KC_ELEMENTWISE3(T, name, ...) \
  KC_API T name(T a, T b, T c) {      \
    return __VA_ARGS__;               \
  }                                   \
  KC_WIDTHS(KC_ELEMENTWISE3_N, T, name, __VA_ARGS__)
