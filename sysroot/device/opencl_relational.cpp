// OpenCL's relational functions, select and bitselect.
#include "opencl_types.h"

// A scalar comparison gives 0 or 1, a vector one 0 or -1 per component, in integers as wide as the
// operand.
#define KC_COMPARE_N(N, T, I, name, expression) \
  KC_API I##N name(T##N a, T##N b) {            \
    return expression;                          \
  }
#define KC_COMPARE(T, I, name, expression) \
  KC_API int name(T a, T b) {              \
    return (expression) ? 1 : 0;           \
  }                                        \
  KC_WIDTHS(KC_COMPARE_N, T, I, name, expression)
#define KC_TEST_N(N, T, I, name, expression) \
  KC_API I##N name(T##N a) {                 \
    I##N result;                             \
    KC_UNROLL for (int i = 0; i < N; ++i) {  \
      result[i] = (I)(name(a[i]) ? -1 : 0);  \
    }                                        \
    return result;                           \
  }
#define KC_TEST(T, I, name, expression) \
  KC_API int name(T a) {                \
    return (expression) ? 1 : 0;        \
  }                                     \
  KC_WIDTHS(KC_TEST_N, T, I, name, expression)

#define KC_RELATIONAL(T, I, infinity, smallest)                                                \
  KC_COMPARE(T, I, isequal, a == b)                                                            \
  KC_COMPARE(T, I, isnotequal, a != b)                                                         \
  KC_COMPARE(T, I, isgreater, a > b)                                                           \
  KC_COMPARE(T, I, isgreaterequal, a >= b)                                                     \
  KC_COMPARE(T, I, isless, a < b)                                                              \
  KC_COMPARE(T, I, islessequal, a <= b)                                                        \
  KC_COMPARE(T, I, islessgreater, (a < b) | (a > b))                                           \
  KC_COMPARE(T, I, isordered, (a == a) & (b == b))                                             \
  KC_COMPARE(T, I, isunordered, (a != a) | (b != b))                                           \
  KC_TEST(T, I, isnan, a != a)                                                                 \
  KC_TEST(T, I, isinf, __builtin_elementwise_abs(a) == infinity)                               \
  KC_TEST(T, I, isfinite, __builtin_elementwise_abs(a) < infinity)                             \
  KC_TEST(T, I, isnormal,                                                                      \
          __builtin_elementwise_abs(a) < infinity && __builtin_elementwise_abs(a) >= smallest) \
  KC_TEST(T, I, signbit, __builtin_bit_cast(I, a) < 0)
KC_BITS_16(KC_RELATIONAL(half, short, (half)__builtin_inf(), (half)0x1p-14))
KC_BITS_32(KC_RELATIONAL(float, int, (float)__builtin_inf(), 0x1p-126f))
KC_BITS_64(KC_RELATIONAL(double, long, __builtin_inf(), 0x1p-1022))

#define KC_ANY_ALL_N(N, T)                  \
  KC_API int any(T##N a) {                  \
    T bits = 0;                             \
    KC_UNROLL for (int i = 0; i < N; ++i) { \
      bits |= a[i];                         \
    }                                       \
    return bits < 0 ? 1 : 0;                \
  }                                         \
  KC_API int all(T##N a) {                  \
    T bits = -1;                            \
    KC_UNROLL for (int i = 0; i < N; ++i) { \
      bits &= a[i];                         \
    }                                       \
    return bits < 0 ? 1 : 0;                \
  }
#define KC_ANY_ALL(T, ...) \
  KC_API int any(T a) {    \
    return a < 0 ? 1 : 0;  \
  }                        \
  KC_API int all(T a) {    \
    return a < 0 ? 1 : 0;  \
  }                        \
  KC_WIDTHS(KC_ANY_ALL_N, T)
KC_SIGNED(KC_ANY_ALL)

// select takes the second value where the mask is set: any bit of a scalar, the sign bit of a
// component.
#define KC_SELECT_N(N, T, M)                                          \
  KC_API T##N select(T##N a, T##N b, M##N mask) {                     \
    T##N result;                                                      \
    KC_UNROLL for (int i = 0; i < N; ++i) {                           \
      result[i] = (mask[i] >> (8 * sizeof(M) - 1)) & 1 ? b[i] : a[i]; \
    }                                                                 \
    return result;                                                    \
  }
#define KC_SELECT(T, M)               \
  KC_API T select(T a, T b, M mask) { \
    return mask ? b : a;              \
  }                                   \
  KC_WIDTHS(KC_SELECT_N, T, M)
#define KC_SELECT_BITS(T, S, U)                                                              \
  KC_SELECT(T, S)                                                                            \
  KC_SELECT(T, U)                                                                            \
  KC_FUNCTION3(                                                                              \
      T, bitselect, T, T, T,                                                                 \
      __builtin_bit_cast(T, (U)((__builtin_bit_cast(U, a) & (U) ~__builtin_bit_cast(U, c)) | \
                                (__builtin_bit_cast(U, b) & __builtin_bit_cast(U, c)))))
KC_BITS_8(KC_SELECT_BITS(char, char, uchar))
KC_BITS_8(KC_SELECT_BITS(uchar, char, uchar))
KC_BITS_16(KC_SELECT_BITS(short, short, ushort))
KC_BITS_16(KC_SELECT_BITS(ushort, short, ushort))
KC_BITS_16(KC_SELECT_BITS(half, short, ushort))
KC_BITS_32(KC_SELECT_BITS(int, int, uint))
KC_BITS_32(KC_SELECT_BITS(uint, int, uint))
KC_BITS_32(KC_SELECT_BITS(float, int, uint))
KC_BITS_64(KC_SELECT_BITS(long, long, ulong))
KC_BITS_64(KC_SELECT_BITS(ulong, long, ulong))
KC_BITS_64(KC_SELECT_BITS(double, long, ulong))
