// The single-precision functions that -cl-fast-relaxed-math turns into approximate instructions.
// This module is linked before the others then, so that its definitions win.
#include "opencl_approximate.h"

KC_FUNCTION1(float, sin, float, approximate::sin(a))
KC_FUNCTION1(float, cos, float, approximate::cos(a))
KC_FUNCTION1(float, tan, float, approximate::tan(a))
KC_FUNCTION1(float, exp, float, approximate::exp(a))
KC_FUNCTION1(float, exp2, float, approximate::exp2(a))
KC_FUNCTION1(float, exp10, float, approximate::exp10(a))
KC_FUNCTION1(float, log, float, approximate::log(a))
KC_FUNCTION1(float, log2, float, approximate::log2(a))
KC_FUNCTION1(float, log10, float, approximate::log10(a))
KC_FUNCTION1(float, sqrt, float, approximate::sqrt(a))
KC_FUNCTION2(float, pow, float, float, approximate::powr(a, b))
KC_FUNCTION2(float, powr, float, float, approximate::powr(a, b))

#define KC_SINCOS_N(N, SPACE)                                  \
  KC_API float##N sincos(float##N a, SPACE float##N* cosine) { \
    *cosine = cos(a);                                          \
    return sin(a);                                             \
  }
#define KC_SINCOS(SPACE)                              \
  KC_API float sincos(float a, SPACE float* cosine) { \
    *cosine = cos(a);                                 \
    return sin(a);                                    \
  }                                                   \
  KC_WIDTHS(KC_SINCOS_N, SPACE)
KC_SINCOS(KC_GENERIC)
KC_SINCOS(KC_GLOBAL)
KC_SINCOS(KC_LOCAL)

#define KC_LENGTH_N(N)                            \
  KC_API float length(float##N a) {               \
    float sum = a[0] * a[0];                      \
    KC_UNROLL for (int i = 1; i < N; ++i) {       \
      sum += a[i] * a[i];                         \
    }                                             \
    return approximate::sqrt(sum);                \
  }                                               \
  KC_API float distance(float##N a, float##N b) { \
    return length(a - b);                         \
  }
KC_LENGTH_N(2)
KC_LENGTH_N(3)
KC_LENGTH_N(4)
