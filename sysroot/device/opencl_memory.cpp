// OpenCL's vector loads and stores, with their half-precision forms.
#include "opencl_types.h"

// Vectors are only aligned to their element, as the specification says; a component-wise copy keeps
// three-component vectors at three elements in memory.
#define KC_LOAD_N(N, SPACE, T)                            \
  KC_API T##N vload##N(size_t offset, const SPACE T* p) { \
    T##N result;                                          \
    KC_UNROLL for (int i = 0; i < N; ++i) {               \
      result[i] = p[offset * N + i];                      \
    }                                                     \
    return result;                                        \
  }
#define KC_STORE_N(N, SPACE, T)                                 \
  KC_API void vstore##N(T##N data, size_t offset, SPACE T* p) { \
    KC_UNROLL for (int i = 0; i < N; ++i) {                     \
      p[offset * N + i] = data[i];                              \
    }                                                           \
  }
#define KC_LOADS(T, SPACE) KC_WIDTHS(KC_LOAD_N, SPACE, T)
#define KC_STORES(T, SPACE) KC_WIDTHS(KC_STORE_N, SPACE, T)
KC_ALL_TYPES(KC_LOADS, KC_GENERIC)
KC_ALL_TYPES(KC_LOADS, KC_GLOBAL)
KC_ALL_TYPES(KC_LOADS, KC_LOCAL)
KC_ALL_TYPES(KC_LOADS, KC_CONSTANT)
KC_ALL_TYPES(KC_STORES, KC_GENERIC)
KC_ALL_TYPES(KC_STORES, KC_GLOBAL)
KC_ALL_TYPES(KC_STORES, KC_LOCAL)

// The rounding modes are those of the PTX conversion; rounding to nearest even is the default.
#define KC_NARROW(suffix, mode)                                \
  KC_API inline half narrow##suffix(float a) {                 \
    ushort bits;                                               \
    asm("cvt." mode ".f16.f32 %0, %1;" : "=h"(bits) : "f"(a)); \
    return __builtin_bit_cast(half, bits);                     \
  }                                                            \
  KC_API inline half narrow##suffix(double a) {                \
    ushort bits;                                               \
    asm("cvt." mode ".f16.f64 %0, %1;" : "=h"(bits) : "d"(a)); \
    return __builtin_bit_cast(half, bits);                     \
  }
KC_NARROW(_rtz, "rz")
KC_NARROW(_rtp, "rp")
KC_NARROW(_rtn, "rm")
KC_API inline half narrow(float a) {
  return (half)a;
}
KC_API inline half narrow(double a) {
  return (half)a;
}
KC_API inline half narrow_rte(float a) {
  return (half)a;
}
KC_API inline half narrow_rte(double a) {
  return (half)a;
}

// The aligned forms keep three components in the room of four.
#define KC_LOAD_HALF_N(N, SPACE)                                       \
  KC_API float##N vload_half##N(size_t offset, const SPACE half* p) {  \
    float##N result;                                                   \
    KC_UNROLL for (int i = 0; i < N; ++i) {                            \
      result[i] = (float)p[offset * N + i];                            \
    }                                                                  \
    return result;                                                     \
  }                                                                    \
  KC_API float##N vloada_half##N(size_t offset, const SPACE half* p) { \
    const SPACE half##N* whole = (const SPACE half##N*)p;              \
    return __builtin_convertvector(whole[offset], float##N);           \
  }
#define KC_LOAD_HALF(SPACE)                                      \
  KC_API float vload_half(size_t offset, const SPACE half* p) {  \
    return (float)p[offset];                                     \
  }                                                              \
  KC_API float vloada_half(size_t offset, const SPACE half* p) { \
    return (float)p[offset];                                     \
  }                                                              \
  KC_WIDTHS(KC_LOAD_HALF_N, SPACE)
KC_BITS_16(KC_LOAD_HALF(KC_GENERIC))
KC_BITS_16(KC_LOAD_HALF(KC_GLOBAL))
KC_BITS_16(KC_LOAD_HALF(KC_LOCAL))
KC_BITS_16(KC_LOAD_HALF(KC_CONSTANT))

#define KC_STORE_HALF_N(N, SPACE, T, suffix)                                     \
  KC_API void vstore_half##N##suffix(T##N data, size_t offset, SPACE half* p) {  \
    KC_UNROLL for (int i = 0; i < N; ++i) {                                      \
      p[offset * N + i] = narrow##suffix(data[i]);                               \
    }                                                                            \
  }                                                                              \
  KC_API void vstorea_half##N##suffix(T##N data, size_t offset, SPACE half* p) { \
    half##N packed;                                                              \
    KC_UNROLL for (int i = 0; i < N; ++i) {                                      \
      packed[i] = narrow##suffix(data[i]);                                       \
    }                                                                            \
    ((SPACE half##N*)p)[offset] = packed;                                        \
  }
#define KC_STORE_HALF(SPACE, T, suffix)                                   \
  KC_API void vstore_half##suffix(T data, size_t offset, SPACE half* p) { \
    p[offset] = narrow##suffix(data);                                     \
  }                                                                       \
  KC_WIDTHS(KC_STORE_HALF_N, SPACE, T, suffix)
#define KC_STORE_HALF_MODES(SPACE, T) \
  KC_STORE_HALF(SPACE, T, )           \
  KC_STORE_HALF(SPACE, T, _rte)       \
  KC_STORE_HALF(SPACE, T, _rtz)       \
  KC_STORE_HALF(SPACE, T, _rtp)       \
  KC_STORE_HALF(SPACE, T, _rtn)
KC_BITS_16(KC_STORE_HALF_MODES(KC_GENERIC, float))
KC_BITS_16(KC_STORE_HALF_MODES(KC_GLOBAL, float))
KC_BITS_16(KC_STORE_HALF_MODES(KC_LOCAL, float))
KC_BITS_16(KC_STORE_HALF_MODES(KC_GENERIC, double))
KC_BITS_16(KC_STORE_HALF_MODES(KC_GLOBAL, double))
KC_BITS_16(KC_STORE_HALF_MODES(KC_LOCAL, double))
