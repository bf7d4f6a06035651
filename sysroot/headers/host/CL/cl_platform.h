// The scalar and vector types that host code shares with kernels.
#pragma once

#include "../__kcast_host.h"
#include "cl_version.h"

#define CL_API_ENTRY
#define CL_API_CALL
#define CL_CALLBACK
#define CL_API_SUFFIX__VERSION_1_0
#define CL_API_SUFFIX__VERSION_1_1
#define CL_API_SUFFIX__VERSION_1_2
#define CL_API_SUFFIX__VERSION_2_0
#define CL_API_SUFFIX__VERSION_3_0
#define CL_ALIGNED(n) __attribute__((aligned(n)))

typedef signed char cl_char;
typedef unsigned char cl_uchar;
typedef short cl_short;
typedef unsigned short cl_ushort;
typedef int cl_int;
typedef unsigned int cl_uint;
typedef long cl_long;
typedef unsigned long cl_ulong;
typedef unsigned short cl_half;
typedef float cl_float;
typedef double cl_double;

// A vector has its components as an array and by letter; three components take the room of four.
#define KCAST_CL_VECTORS(T)                                             \
  union T##2 {                                                          \
    T s[2];                                                             \
    struct {                                                            \
      T x, y;                                                           \
    };                                                                  \
    struct {                                                            \
      T s0, s1;                                                         \
    };                                                                  \
    struct {                                                            \
      T lo, hi;                                                         \
    };                                                                  \
  }                                                                     \
  CL_ALIGNED(2 * sizeof(T));                                            \
  union T##4 {                                                          \
    T s[4];                                                             \
    struct {                                                            \
      T x, y, z, w;                                                     \
    };                                                                  \
    struct {                                                            \
      T s0, s1, s2, s3;                                                 \
    };                                                                  \
    struct {                                                            \
      T##2 lo, hi;                                                      \
    };                                                                  \
  }                                                                     \
  CL_ALIGNED(4 * sizeof(T));                                            \
  typedef T##4 T##3;                                                    \
  union T##8 {                                                          \
    T s[8];                                                             \
    struct {                                                            \
      T x, y, z, w;                                                     \
    };                                                                  \
    struct {                                                            \
      T s0, s1, s2, s3, s4, s5, s6, s7;                                 \
    };                                                                  \
    struct {                                                            \
      T##4 lo, hi;                                                      \
    };                                                                  \
  }                                                                     \
  CL_ALIGNED(8 * sizeof(T));                                            \
  union T##16 {                                                         \
    T s[16];                                                            \
    struct {                                                            \
      T x, y, z, w;                                                     \
    };                                                                  \
    struct {                                                            \
      T s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sA, sB, sC, sD, sE, sF; \
    };                                                                  \
    struct {                                                            \
      T##8 lo, hi;                                                      \
    };                                                                  \
  }                                                                     \
  CL_ALIGNED(16 * sizeof(T));
KCAST_CL_VECTORS(cl_char)
KCAST_CL_VECTORS(cl_uchar)
KCAST_CL_VECTORS(cl_short)
KCAST_CL_VECTORS(cl_ushort)
KCAST_CL_VECTORS(cl_int)
KCAST_CL_VECTORS(cl_uint)
KCAST_CL_VECTORS(cl_long)
KCAST_CL_VECTORS(cl_ulong)
KCAST_CL_VECTORS(cl_half)
KCAST_CL_VECTORS(cl_float)
KCAST_CL_VECTORS(cl_double)

#define CL_CHAR_BIT 8
#define CL_CHAR_MAX 127
#define CL_UCHAR_MAX 255
#define CL_SHRT_MAX 32767
#define CL_USHRT_MAX 65535
#define CL_INT_MAX 2147483647
#define CL_INT_MIN (-2147483647 - 1)
#define CL_UINT_MAX 0xffffffffU
#define CL_LONG_MAX 0x7fffffffffffffffL
#define CL_LONG_MIN (-0x7fffffffffffffffL - 1L)
#define CL_ULONG_MAX 0xffffffffffffffffUL
#define CL_FLT_MAX 3.402823466e+38f
#define CL_FLT_MIN 1.175494351e-38f
#define CL_FLT_EPSILON 1.1920928955e-7f
#define CL_DBL_MAX 1.7976931348623158e+308
#define CL_DBL_MIN 2.225073858507201383090e-308
#define CL_DBL_EPSILON 2.220446049250313080847e-16
#define CL_MAXFLOAT CL_FLT_MAX
#define CL_M_PI 3.14159265358979323846
#define CL_M_PI_F 3.14159265358979323846f
#define CL_M_E 2.7182818284590452354
#define CL_INFINITY __builtin_inff()
#define CL_NAN __builtin_nanf("")
