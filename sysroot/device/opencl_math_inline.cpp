// OpenCL's math, common and geometric functions that are a few instructions, and the native_ and
// half_ families.
#include "opencl_approximate.h"

#define KC_ROUNDINGS(T, ...)                                         \
  KC_ELEMENTWISE1(T, fabs, __builtin_elementwise_abs(a))             \
  KC_ELEMENTWISE1(T, floor, __builtin_elementwise_floor(a))          \
  KC_ELEMENTWISE1(T, ceil, __builtin_elementwise_ceil(a))            \
  KC_ELEMENTWISE1(T, trunc, __builtin_elementwise_trunc(a))          \
  KC_ELEMENTWISE1(T, rint, __builtin_elementwise_rint(a))            \
  KC_ELEMENTWISE1(T, round, __builtin_elementwise_round(a))          \
  KC_ELEMENTWISE1(T, sqrt, __builtin_elementwise_sqrt(a))            \
  KC_ELEMENTWISE2(T, copysign, __builtin_elementwise_copysign(a, b)) \
  KC_ELEMENTWISE3(T, fma, __builtin_elementwise_fma(a, b, c))        \
  KC_ELEMENTWISE3(T, mad, __builtin_elementwise_fma(a, b, c))        \
  KC_ELEMENTWISE2(T, fmin, __builtin_elementwise_min(a, b))          \
  KC_ELEMENTWISE2(T, fmax, __builtin_elementwise_max(a, b))          \
  KC_ELEMENTWISE2(T, min, __builtin_elementwise_min(a, b))           \
  KC_ELEMENTWISE2(T, max, __builtin_elementwise_max(a, b))           \
  KC_ELEMENTWISE3(T, clamp, __builtin_elementwise_min(__builtin_elementwise_max(a, b), c))
KC_FLOATS(KC_ROUNDINGS)

// Forms whose limits are scalars.
#define KC_SCALAR_LIMIT_N(N, T)                   \
  KC_API T##N fmin(T##N a, T b) {                 \
    return __builtin_elementwise_min(a, (T##N)b); \
  }                                               \
  KC_API T##N fmax(T##N a, T b) {                 \
    return __builtin_elementwise_max(a, (T##N)b); \
  }                                               \
  KC_API T##N min(T##N a, T b) {                  \
    return __builtin_elementwise_min(a, (T##N)b); \
  }                                               \
  KC_API T##N max(T##N a, T b) {                  \
    return __builtin_elementwise_max(a, (T##N)b); \
  }                                               \
  KC_API T##N clamp(T##N a, T b, T c) {           \
    return clamp(a, (T##N)b, (T##N)c);            \
  }                                               \
  KC_API T##N mix(T##N a, T##N b, T c) {          \
    return a + (b - a) * (T##N)c;                 \
  }                                               \
  KC_API T##N step(T a, T##N b) {                 \
    return step((T##N)a, b);                      \
  }                                               \
  KC_API T##N smoothstep(T a, T b, T##N c) {      \
    return smoothstep((T##N)a, (T##N)b, c);       \
  }
#define KC_COMMON(T, ...)                                                                     \
  KC_FUNCTION1(T, degrees, T, a*(T)57.295779513082320876798154814105)                         \
  KC_FUNCTION1(T, radians, T, a*(T)0.017453292519943295769236907684886)                       \
  KC_FUNCTION1(T, sign, T, a > (T)0 ? (T)1 : (a < (T)0 ? (T) - 1 : (a == (T)0 ? a : (T)0)))   \
  KC_FUNCTION2(T, step, T, T, b < a ? (T)0 : (T)1)                                            \
  KC_FUNCTION2(T, fdim, T, T, a > b ? a - b : (a == a && b == b ? (T)0 : a + b))              \
  KC_FUNCTION2(T, maxmag, T, T, fabs(a) > fabs(b) ? a : (fabs(b) > fabs(a) ? b : fmax(a, b))) \
  KC_FUNCTION2(T, minmag, T, T, fabs(a) < fabs(b) ? a : (fabs(b) < fabs(a) ? b : fmin(a, b))) \
  KC_ELEMENTWISE3(T, mix, a + (b - a) * c)                                                    \
  KC_API T smoothstep(T a, T b, T c) {                                                        \
    T t = clamp((c - a) / (b - a), (T)0, (T)1);                                               \
    return t * t * ((T)3 - (T)2 * t);                                                         \
  }                                                                                           \
  KC_MAP3(T, smoothstep, T, T, T)                                                             \
  KC_WIDTHS(KC_SCALAR_LIMIT_N, T)
KC_FLOATS(KC_COMMON)

KC_BITS_32(KC_FUNCTION1(float, rsqrt, float, approximate::rsqrt(a)))
KC_BITS_64(KC_FUNCTION1(double, rsqrt, double, __nvvm_rsqrt_approx_d(a)))
KC_BITS_16(KC_FUNCTION1(half, rsqrt, half, (half)approximate::rsqrt(a)))

KC_BITS_32(KC_FUNCTION1(float, nan, uint, __builtin_bit_cast(float, 0x7fc00000u | a)))
KC_BITS_64(KC_FUNCTION1(double, nan, ulong, __builtin_bit_cast(double, 0x7ff8000000000000ul | a)))
KC_BITS_16(KC_FUNCTION1(half, nan, ushort, __builtin_bit_cast(half, (ushort)(0x7e00u | a))))

#define KC_SPACES(M, ...) \
  M(KC_GENERIC, __VA_ARGS__) M(KC_GLOBAL, __VA_ARGS__) M(KC_LOCAL, __VA_ARGS__)
#define KC_SPLIT_N(N, SPACE, T, name)           \
  KC_API T##N name(T##N a, SPACE T##N* whole) { \
    T##N result;                                \
    T##N stored;                                \
    KC_UNROLL for (int i = 0; i < N; ++i) {     \
      T part;                                   \
      result[i] = name(a[i], &part);            \
      stored[i] = part;                         \
    }                                           \
    *whole = stored;                            \
    return result;                              \
  }
// fract stays below one: the largest value under one is the cap that the specification names.
#define KC_SPLITS(SPACE, T, cap)                                   \
  KC_API T modf(T a, SPACE T* whole) {                             \
    T truncated = trunc(a);                                        \
    *whole = truncated;                                            \
    T rest = fabs(a) == (T)__builtin_inf() ? (T)0 : a - truncated; \
    return copysign(rest, a);                                      \
  }                                                                \
  KC_API T fract(T a, SPACE T* whole) {                            \
    T floored = floor(a);                                          \
    *whole = floored;                                              \
    T rest = fabs(a) == (T)__builtin_inf() ? (T)0 : a - floored;   \
    return a == a ? fmin(rest, (T)cap) : a;                        \
  }                                                                \
  KC_WIDTHS(KC_SPLIT_N, SPACE, T, modf)                            \
  KC_WIDTHS(KC_SPLIT_N, SPACE, T, fract)
KC_BITS_16(KC_SPACES(KC_SPLITS, half, 0x1.ffcp-1))
KC_BITS_32(KC_SPACES(KC_SPLITS, float, 0x1.fffffep-1))
KC_BITS_64(KC_SPACES(KC_SPLITS, double, 0x1.fffffffffffffp-1))

// half_ and native_ functions exist for float only.
#define KC_APPROXIMATE1(name, expression)               \
  KC_FUNCTION1(float, native_##name, float, expression) \
  KC_FUNCTION1(float, half_##name, float, expression)
KC_BITS_32(KC_APPROXIMATE1(sin, approximate::sin(a)))
KC_BITS_32(KC_APPROXIMATE1(cos, approximate::cos(a)))
KC_BITS_32(KC_APPROXIMATE1(tan, approximate::tan(a)))
KC_BITS_32(KC_APPROXIMATE1(exp, approximate::exp(a)))
KC_BITS_32(KC_APPROXIMATE1(exp2, approximate::exp2(a)))
KC_BITS_32(KC_APPROXIMATE1(exp10, approximate::exp10(a)))
KC_BITS_32(KC_APPROXIMATE1(log, approximate::log(a)))
KC_BITS_32(KC_APPROXIMATE1(log2, approximate::log2(a)))
KC_BITS_32(KC_APPROXIMATE1(log10, approximate::log10(a)))
KC_BITS_32(KC_APPROXIMATE1(sqrt, approximate::sqrt(a)))
KC_BITS_32(KC_APPROXIMATE1(rsqrt, approximate::rsqrt(a)))
KC_BITS_32(KC_APPROXIMATE1(recip, approximate::rcp(a)))
KC_BITS_32(KC_FUNCTION2(float, native_powr, float, float, approximate::powr(a, b)))
KC_BITS_32(KC_FUNCTION2(float, half_powr, float, float, approximate::powr(a, b)))
KC_BITS_32(KC_FUNCTION2(float, native_divide, float, float,
                        approximate::instruction_div_full(a, b)))
KC_BITS_32(KC_FUNCTION2(float, half_divide, float, float, approximate::instruction_div_full(a, b)))

// Geometric functions, for scalars and up to four components.
#define KC_DOT_N(N, T)                      \
  KC_API T dot(T##N a, T##N b) {            \
    T sum = a[0] * b[0];                    \
    KC_UNROLL for (int i = 1; i < N; ++i) { \
      sum += a[i] * b[i];                   \
    }                                       \
    return sum;                             \
  }
#define KC_LENGTHS(V, T)            \
  KC_API T length(V a) {            \
    return sqrt(dot(a, a));         \
  }                                 \
  KC_API T distance(V a, V b) {     \
    return length(a - b);           \
  }                                 \
  KC_API V normalize(V a) {         \
    return a * (V)rsqrt(dot(a, a)); \
  }
#define KC_FAST_LENGTHS(V)                       \
  KC_API float fast_length(V a) {                \
    return approximate::sqrt(dot(a, a));         \
  }                                              \
  KC_API float fast_distance(V a, V b) {         \
    return fast_length(a - b);                   \
  }                                              \
  KC_API V fast_normalize(V a) {                 \
    return a * (V)approximate::rsqrt(dot(a, a)); \
  }
#define KC_GEOMETRIC(T, ...)                              \
  KC_API T dot(T a, T b) {                                \
    return a * b;                                         \
  }                                                       \
  KC_DOT_N(2, T)                                          \
  KC_DOT_N(3, T)                                          \
  KC_DOT_N(4, T)                                          \
  KC_LENGTHS(T, T)                                        \
  KC_LENGTHS(T##2, T)                                     \
  KC_LENGTHS(T##3, T)                                     \
  KC_LENGTHS(T##4, T)                                     \
  KC_API T##3 cross(T##3 a, T##3 b) {                     \
    return a.yzx * b.zxy - a.zxy * b.yzx;                 \
  }                                                       \
  KC_API T##4 cross(T##4 a, T##4 b) {                     \
    T##3 product = cross(a.xyz, b.xyz);                   \
    return (T##4){product.x, product.y, product.z, (T)0}; \
  }
KC_FLOATS(KC_GEOMETRIC)
KC_BITS_32(KC_FAST_LENGTHS(float))
KC_BITS_32(KC_FAST_LENGTHS(float2))
KC_BITS_32(KC_FAST_LENGTHS(float3))
KC_BITS_32(KC_FAST_LENGTHS(float4))
