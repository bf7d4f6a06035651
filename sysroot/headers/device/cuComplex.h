// CUDA's complex numbers.
#pragma once
#include <kcast_cuda.h>
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
#define __KC_COMPLEX(C, T, f, make)                                    \
  __KC_FN T cuCreal##f(C a) {                                          \
    return a.x;                                                        \
  }                                                                    \
  __KC_FN T cuCimag##f(C a) {                                          \
    return a.y;                                                        \
  }                                                                    \
  __KC_FN C make(T x, T y) {                                           \
    return {x, y};                                                     \
  }                                                                    \
  __KC_FN C cuConj##f(C a) {                                           \
    return {a.x, -a.y};                                                \
  }                                                                    \
  __KC_FN C cuCadd##f(C a, C b) {                                      \
    return {a.x + b.x, a.y + b.y};                                     \
  }                                                                    \
  __KC_FN C cuCsub##f(C a, C b) {                                      \
    return {a.x - b.x, a.y - b.y};                                     \
  }                                                                    \
  __KC_FN C cuCmul##f(C a, C b) {                                      \
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};             \
  }                                                                    \
  __KC_FN C cuCdiv##f(C a, C b) {                                      \
    T s = fabs(b.x) + fabs(b.y), r = 1 / s;                            \
    T ax = a.x * r, ay = a.y * r, bx = b.x * r, by = b.y * r;          \
    T d = 1 / (bx * bx + by * by);                                     \
    return {(ax * bx + ay * by) * d, (ay * bx - ax * by) * d};         \
  }                                                                    \
  __KC_FN T cuCabs##f(C a) {                                           \
    return hypot(a.x, a.y);                                            \
  }                                                                    \
  __KC_FN C cuCfma##f(C a, C b, C c) {                                 \
    return {a.x * b.x + c.x - a.y * b.y, a.x * b.y + c.y + a.y * b.x}; \
  }
__KC_COMPLEX(cuFloatComplex, float, f, make_cuFloatComplex)
__KC_COMPLEX(cuDoubleComplex, double, , make_cuDoubleComplex)
#undef __KC_COMPLEX
__KC_FN cuComplex make_cuComplex(float x, float y) {
  return {x, y};
}
__KC_FN cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) {
  return {a.x, a.y};
}
__KC_FN cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
  return {(float)a.x, (float)a.y};
}
