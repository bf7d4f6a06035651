// OpenCL's integer functions, with the bit-field and integer dot-product extensions.
#include "opencl_types.h"

template <class T>
struct Limits;
#define KC_LIMITS(T, U, low, high)              \
  template <>                                   \
  struct Limits<T> {                            \
    using Unsigned = U;                         \
    static constexpr T kLow = low;              \
    static constexpr T kHigh = high;            \
    static constexpr int kBits = 8 * sizeof(T); \
  };
KC_LIMITS(char, uchar, -128, 127)
KC_LIMITS(uchar, uchar, 0, 255)
KC_LIMITS(short, ushort, -32768, 32767)
KC_LIMITS(ushort, ushort, 0, 65535)
KC_LIMITS(int, uint, (-2147483647 - 1), 2147483647)
KC_LIMITS(uint, uint, 0, 4294967295u)
KC_LIMITS(long, ulong, (-9223372036854775807l - 1), 9223372036854775807l)
KC_LIMITS(ulong, ulong, 0, 18446744073709551615ul)

// The high half of a product; the types below 32 bits take it from a 32-bit product.
template <class T>
KC_API inline T high_product(T a, T b) {
  if constexpr (Limits<T>::kLow == 0) return (T)(((uint)a * (uint)b) >> Limits<T>::kBits);
  return (T)(((int)a * (int)b) >> Limits<T>::kBits);
}
template <>
KC_API inline int high_product(int a, int b) {
  return __nvvm_mulhi_i(a, b);
}
template <>
KC_API inline uint high_product(uint a, uint b) {
  return __nvvm_mulhi_ui(a, b);
}
template <>
KC_API inline long high_product(long a, long b) {
  return __nvvm_mulhi_ll(a, b);
}
template <>
KC_API inline ulong high_product(ulong a, ulong b) {
  return __nvvm_mulhi_ull(a, b);
}

// mad_sat below 64 bits is exact in 64-bit arithmetic.
template <class T>
KC_API inline T saturated_mad(T a, T b, T c) {
  long exact = (long)a * (long)b + (long)c;
  return exact < (long)Limits<T>::kLow
             ? Limits<T>::kLow
             : (exact > (long)Limits<T>::kHigh ? Limits<T>::kHigh : (T)exact);
}
template <>
KC_API inline uint saturated_mad(uint a, uint b, uint c) {
  ulong exact = (ulong)a * b + c;
  return exact > 0xfffffffful ? 0xffffffffu : (uint)exact;
}
template <>
KC_API inline ulong saturated_mad(ulong a, ulong b, ulong c) {
  ulong low = a * b;
  return high_product(a, b) != 0 || low + c < low ? ~0ul : low + c;
}
// The 128-bit sum is kept as two halves: it saturates when the high one is not the sign of the low
// one.
template <>
KC_API inline long saturated_mad(long a, long b, long c) {
  ulong low = (ulong)a * (ulong)b;
  ulong sum = low + (ulong)c;
  long high = high_product(a, b) + (c >> 63) + (sum < low ? 1 : 0);
  if (high == ((long)sum >> 63)) return (long)sum;
  return high < 0 ? Limits<long>::kLow : Limits<long>::kHigh;
}

// The elementwise builtins widen scalars below 32 bits, so those are clamped by hand.
template <class T>
KC_API inline T narrowed(int exact) {
  return exact < Limits<T>::kLow ? Limits<T>::kLow
                                 : (exact > Limits<T>::kHigh ? Limits<T>::kHigh : (T)exact);
}
template <class T>
KC_API inline T saturated_add(T a, T b) {
  if constexpr (sizeof(T) < 4) return narrowed<T>((int)a + (int)b);
  if constexpr (sizeof(T) >= 4) return __builtin_elementwise_add_sat(a, b);
}
template <class T>
KC_API inline T saturated_sub(T a, T b) {
  if constexpr (sizeof(T) < 4) return narrowed<T>((int)a - (int)b);
  if constexpr (sizeof(T) >= 4) return __builtin_elementwise_sub_sat(a, b);
}
template <class T>
KC_API inline T reversed(T a) {
  using U = typename Limits<T>::Unsigned;
  if constexpr (sizeof(T) == 8) return (T)__builtin_bitreverse64((U)a);
  if constexpr (sizeof(T) < 8)
    return (T)(__builtin_bitreverse32((uint)(U)a) >> (32 - Limits<T>::kBits));
}

template <class T>
KC_API inline T leading_zeros(T a) {
  using U = typename Limits<T>::Unsigned;
  if constexpr (sizeof(T) == 8) return (T)(a == 0 ? 64 : __builtin_clzl((U)a));
  return (T)((a == 0 ? 32 : __builtin_clz((uint)(U)a)) - (32 - Limits<T>::kBits));
}
template <class T>
KC_API inline T trailing_zeros(T a) {
  if constexpr (sizeof(T) == 8) return (T)(a == 0 ? 64 : __builtin_ctzl((ulong)a));
  return (T)(a == 0 ? Limits<T>::kBits : __builtin_ctz((uint)a));
}
template <class T>
KC_API inline T rotated(T a, T by) {
  using U = typename Limits<T>::Unsigned;
  if constexpr (sizeof(T) == 8) return (T)__builtin_rotateleft64((U)a, (U)by);
  if constexpr (sizeof(T) == 4) return (T)__builtin_rotateleft32((U)a, (U)by);
  if constexpr (sizeof(T) == 2) return (T)__builtin_rotateleft16((U)a, (U)by);
  return (T)__builtin_rotateleft8((U)a, (U)by);
}

#define KC_INTEGER_BASICS(T, ...)                                                          \
  KC_ELEMENTWISE2(T, min, __builtin_elementwise_min(a, b))                                 \
  KC_ELEMENTWISE2(T, max, __builtin_elementwise_max(a, b))                                 \
  KC_ELEMENTWISE3(T, clamp, __builtin_elementwise_min(__builtin_elementwise_max(a, b), c)) \
  KC_FUNCTION2(T, add_sat, T, T, saturated_add<T>(a, b))                                   \
  KC_FUNCTION2(T, sub_sat, T, T, saturated_sub<T>(a, b))                                   \
  KC_FUNCTION2(T, hadd, T, T, (T)((a & b) + ((a ^ b) >> 1)))                               \
  KC_FUNCTION2(T, rhadd, T, T, (T)((a | b) - ((a ^ b) >> 1)))                              \
  KC_FUNCTION2(T, mul_hi, T, T, high_product<T>(a, b))                                     \
  KC_FUNCTION3(T, mad_hi, T, T, T, (T)(high_product<T>(a, b) + c))                         \
  KC_FUNCTION3(T, mad_sat, T, T, T, saturated_mad<T>(a, b, c))                             \
  KC_FUNCTION2(T, rotate, T, T, rotated<T>(a, b))                                          \
  KC_FUNCTION1(T, clz, T, leading_zeros<T>(a))                                             \
  KC_FUNCTION1(T, ctz, T, trailing_zeros<T>(a))                                            \
  KC_FUNCTION1(T, popcount, T, (T)__builtin_popcountl((Limits<T>::Unsigned)a))             \
  KC_FUNCTION1(T, bit_reverse, T, reversed<T>(a))                                          \
  KC_WIDTHS(KC_SCALAR_LIMIT_N, T)
#define KC_SCALAR_LIMIT_N(N, T)                   \
  KC_API T##N min(T##N a, T b) {                  \
    return __builtin_elementwise_min(a, (T##N)b); \
  }                                               \
  KC_API T##N max(T##N a, T b) {                  \
    return __builtin_elementwise_max(a, (T##N)b); \
  }                                               \
  KC_API T##N clamp(T##N a, T b, T c) {           \
    return clamp(a, (T##N)b, (T##N)c);            \
  }
KC_INTEGERS(KC_INTEGER_BASICS)

#define KC_DIFFERENCES(T, U)                               \
  KC_FUNCTION1(U, abs, T, (U)(a < 0 ? (U)0 - (U)a : (U)a)) \
  KC_FUNCTION2(U, abs_diff, T, T, (U)(a > b ? (U)a - (U)b : (U)b - (U)a))
KC_BITS_8(KC_DIFFERENCES(char, uchar))
KC_BITS_16(KC_DIFFERENCES(short, ushort))
KC_BITS_32(KC_DIFFERENCES(int, uint))
KC_BITS_64(KC_DIFFERENCES(long, ulong))
#define KC_UNSIGNED_DIFFERENCES(U, ...) \
  KC_FUNCTION1(U, abs, U, a)            \
  KC_FUNCTION2(U, abs_diff, U, U, (U)(a > b ? a - b : b - a))
KC_UNSIGNED(KC_UNSIGNED_DIFFERENCES)

KC_BITS_32(KC_FUNCTION2(int, mul24, int, int, __nvvm_mul24_i(a, b)))
KC_BITS_32(KC_FUNCTION2(uint, mul24, uint, uint, __nvvm_mul24_ui(a, b)))
KC_BITS_32(KC_FUNCTION3(int, mad24, int, int, int, __nvvm_mul24_i(a, b) + c))
KC_BITS_32(KC_FUNCTION3(uint, mad24, uint, uint, uint, __nvvm_mul24_ui(a, b) + c))

#define KC_UPSAMPLE(R, H, L, bits) KC_FUNCTION2(R, upsample, H, L, (R)(((R)a << bits) | (R)b))
KC_BITS_16(KC_UPSAMPLE(short, char, uchar, 8))
KC_BITS_16(KC_UPSAMPLE(ushort, uchar, uchar, 8))
KC_BITS_32(KC_UPSAMPLE(int, short, ushort, 16))
KC_BITS_32(KC_UPSAMPLE(uint, ushort, ushort, 16))
KC_BITS_64(KC_UPSAMPLE(long, int, uint, 32))
KC_BITS_64(KC_UPSAMPLE(ulong, uint, uint, 32))

// cl_khr_extended_bit_ops: offsets and counts are scalars for all widths.
#define KC_BITFIELD_N(N, T, S, U)                                                \
  KC_API S##N bitfield_extract_signed(T##N a, uint offset, uint count) {         \
    S##N result;                                                                 \
    KC_UNROLL for (int i = 0; i < N; ++i) {                                      \
      result[i] = bitfield_extract_signed(a[i], offset, count);                  \
    }                                                                            \
    return result;                                                               \
  }                                                                              \
  KC_API U##N bitfield_extract_unsigned(T##N a, uint offset, uint count) {       \
    U##N result;                                                                 \
    KC_UNROLL for (int i = 0; i < N; ++i) {                                      \
      result[i] = bitfield_extract_unsigned(a[i], offset, count);                \
    }                                                                            \
    return result;                                                               \
  }                                                                              \
  KC_API T##N bitfield_insert(T##N base, T##N insert, uint offset, uint count) { \
    T##N result;                                                                 \
    KC_UNROLL for (int i = 0; i < N; ++i) {                                      \
      result[i] = bitfield_insert(base[i], insert[i], offset, count);            \
    }                                                                            \
    return result;                                                               \
  }
#define KC_BITFIELD(T, S, U)                                                           \
  KC_API S bitfield_extract_signed(T a, uint offset, uint count) {                     \
    U shifted = (U)((U)a << ((8 * sizeof(T) - offset - count) & (8 * sizeof(T) - 1))); \
    return count == 0 ? (S)0 : (S)((S)shifted >> (8 * sizeof(T) - count));             \
  }                                                                                    \
  KC_API U bitfield_extract_unsigned(T a, uint offset, uint count) {                   \
    U mask = (U)(count >= 8 * sizeof(T) ? ~(U)0 : ((U)1 << count) - 1);                \
    return (U)((U)((U)a >> offset) & mask);                                            \
  }                                                                                    \
  KC_API T bitfield_insert(T base, T insert, uint offset, uint count) {                \
    U mask = (U)(count >= 8 * sizeof(T) ? ~(U)0 : ((U)1 << count) - 1);                \
    mask = (U)(mask << offset);                                                        \
    return (T)(((U)base & (U)~mask) | ((U)((U)insert << offset) & mask));              \
  }                                                                                    \
  KC_WIDTHS(KC_BITFIELD_N, T, S, U)
KC_BITS_8(KC_BITFIELD(char, char, uchar))
KC_BITS_8(KC_BITFIELD(uchar, char, uchar))
KC_BITS_16(KC_BITFIELD(short, short, ushort))
KC_BITS_16(KC_BITFIELD(ushort, short, ushort))
KC_BITS_32(KC_BITFIELD(int, int, uint))
KC_BITS_32(KC_BITFIELD(uint, int, uint))
KC_BITS_64(KC_BITFIELD(long, long, ulong))
KC_BITS_64(KC_BITFIELD(ulong, long, ulong))

// cl_khr_integer_dot_product.
template <class R, class A, class B>
KC_API inline R dot_bytes(A a, B b) {
  R sum = 0;
  KC_UNROLL for (int i = 0; i < 4; ++i) {
    sum += (R)a[i] * (R)b[i];
  }
  return sum;
}
template <class V>
KC_API inline V unpacked(uint a) {
  return __builtin_bit_cast(V, a);
}

#define KC_DOT_PRODUCT(R, A, B, suffix, result)                             \
  KC_API R dot(A##4 a, B##4 b) {                                            \
    return dot_bytes<R>(a, b);                                              \
  }                                                                         \
  KC_API R dot_acc_sat(A##4 a, B##4 b, R c) {                               \
    return add_sat(dot_bytes<R>(a, b), c);                                  \
  }                                                                         \
  KC_API R dot_4x8packed_##suffix##_##result(uint a, uint b) {              \
    return dot_bytes<R>(unpacked<A##4>(a), unpacked<B##4>(b));              \
  }                                                                         \
  KC_API R dot_acc_sat_4x8packed_##suffix##_##result(uint a, uint b, R c) { \
    return add_sat(dot_bytes<R>(unpacked<A##4>(a), unpacked<B##4>(b)), c);  \
  }
KC_BITS_32(KC_DOT_PRODUCT(uint, uchar, uchar, uu, uint))
KC_BITS_32(KC_DOT_PRODUCT(int, char, char, ss, int))
KC_BITS_32(KC_DOT_PRODUCT(int, char, uchar, su, int))
KC_BITS_32(KC_DOT_PRODUCT(int, uchar, char, us, int))
