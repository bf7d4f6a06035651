// OpenCL's shuffle and shuffle2.
#include "opencl_types.h"

// The masks of shuffle are nearly always constant, which makes every index constant after inlining.
#define KC_SHUFFLE(T, M, N, OUT)                        \
  KC_API T##OUT shuffle(T##N a, M##OUT mask) {          \
    T##OUT result;                                      \
    KC_UNROLL for (int i = 0; i < OUT; ++i) {           \
      result[i] = a[(int)(mask[i] & (N - 1))];          \
    }                                                   \
    return result;                                      \
  }                                                     \
  KC_API T##OUT shuffle2(T##N a, T##N b, M##OUT mask) { \
    T##OUT result;                                      \
    KC_UNROLL for (int i = 0; i < OUT; ++i) {           \
      int index = (int)(mask[i] & (2 * N - 1));         \
      T from_a = a[index & (N - 1)];                    \
      T from_b = b[index & (N - 1)];                    \
      result[i] = index < N ? from_a : from_b;          \
    }                                                   \
    return result;                                      \
  }
#define KC_SHUFFLE_TO(T, M, OUT) \
  KC_SHUFFLE(T, M, 2, OUT)       \
  KC_SHUFFLE(T, M, 4, OUT) KC_SHUFFLE(T, M, 8, OUT) KC_SHUFFLE(T, M, 16, OUT)
#define KC_SHUFFLES(T, M) \
  KC_SHUFFLE_TO(T, M, 2) KC_SHUFFLE_TO(T, M, 4) KC_SHUFFLE_TO(T, M, 8) KC_SHUFFLE_TO(T, M, 16)
KC_BITS_8(KC_SHUFFLES(char, uchar))
KC_BITS_8(KC_SHUFFLES(uchar, uchar))
KC_BITS_16(KC_SHUFFLES(short, ushort))
KC_BITS_16(KC_SHUFFLES(ushort, ushort))
KC_BITS_16(KC_SHUFFLES(half, ushort))
KC_BITS_32(KC_SHUFFLES(int, uint))
KC_BITS_32(KC_SHUFFLES(uint, uint))
KC_BITS_32(KC_SHUFFLES(float, uint))
KC_BITS_64(KC_SHUFFLES(long, ulong))
KC_BITS_64(KC_SHUFFLES(ulong, ulong))
KC_BITS_64(KC_SHUFFLES(double, ulong))
