// OpenCL's explicit conversions to one destination type, KC_TO, with every source type, width,
// rounding mode and saturation. The build compiles this file once per destination type, because all
// 6270 functions in one module would make every lookup pay for them.
#include "opencl_types.h"

#ifndef KC_TO
#error "KC_TO names the destination type"
#endif

enum class Rounding { Default, Even, Zero, Up, Down };

template <class T>
struct Kind;
#define KC_KIND(T, is_float, low, high)       \
  template <>                                 \
  struct Kind<T> {                            \
    static constexpr bool kFloat = is_float;  \
    static constexpr bool kSigned = low != 0; \
    static constexpr T kLow = (T)low;         \
    static constexpr T kHigh = (T)high;       \
  };
KC_KIND(char, false, -128, 127)
KC_KIND(uchar, false, 0, 255)
KC_KIND(short, false, -32768, 32767)
KC_KIND(ushort, false, 0, 65535)
KC_KIND(int, false, (-2147483647 - 1), 2147483647)
KC_KIND(uint, false, 0, 4294967295u)
KC_KIND(long, false, (-9223372036854775807l - 1), 9223372036854775807l)
KC_KIND(ulong, false, 0, 18446744073709551615ul)
KC_KIND(half, true, -1, 1)
KC_KIND(float, true, -1, 1)
KC_KIND(double, true, -1, 1)

namespace {

// KC_CVT(name, D, S, ...) is one PTX conversion from S to D under each rounding mode. Its results
// saturate when D is an integer, and NaN becomes zero. Rounding to zero is inline assembly, because
// LLVM folds those intrinsics into its own conversions, which round integers to nearest and leave
// values out of range undefined.
#define KC_CVT(name, D, S, instruction, out, in)                         \
  template <Rounding kMode>                                              \
  KC_API inline D name(S a) {                                            \
    if constexpr (kMode == Rounding::Zero) {                             \
      D result;                                                          \
      asm(instruction " %0, %1;" : out(result) : in(a));                 \
      return result;                                                     \
    }                                                                    \
    if constexpr (kMode == Rounding::Up) return __nvvm_##name##_rp(a);   \
    if constexpr (kMode == Rounding::Down) return __nvvm_##name##_rm(a); \
    return __nvvm_##name##_rn(a);                                        \
  }
KC_CVT(f2i, int, float, "cvt.rzi.s32.f32", "=r", "f")
KC_CVT(f2ui, uint, float, "cvt.rzi.u32.f32", "=r", "f")
KC_CVT(f2ll, long, float, "cvt.rzi.s64.f32", "=l", "f")
KC_CVT(f2ull, ulong, float, "cvt.rzi.u64.f32", "=l", "f")
KC_CVT(d2i, int, double, "cvt.rzi.s32.f64", "=r", "d")
KC_CVT(d2ui, uint, double, "cvt.rzi.u32.f64", "=r", "d")
KC_CVT(d2ll, long, double, "cvt.rzi.s64.f64", "=l", "d")
KC_CVT(d2ull, ulong, double, "cvt.rzi.u64.f64", "=l", "d")
KC_CVT(i2f, float, int, "cvt.rz.f32.s32", "=f", "r")
KC_CVT(ui2f, float, uint, "cvt.rz.f32.u32", "=f", "r")
KC_CVT(ll2f, float, long, "cvt.rz.f32.s64", "=f", "l")
KC_CVT(ull2f, float, ulong, "cvt.rz.f32.u64", "=f", "l")
KC_CVT(ll2d, double, long, "cvt.rz.f64.s64", "=d", "l")
KC_CVT(ull2d, double, ulong, "cvt.rz.f64.u64", "=d", "l")
KC_CVT(d2f, float, double, "cvt.rz.f32.f64", "=f", "d")

#define KC_CVT_HALF(source, S, letter)                               \
  template <Rounding kMode>                                          \
  KC_API inline half to_half(S a) {                                  \
    ushort bits;                                                     \
    if constexpr (kMode == Rounding::Zero) {                         \
      asm("cvt.rz.f16." source " %0, %1;" : "=h"(bits) : letter(a)); \
    } else if constexpr (kMode == Rounding::Up) {                    \
      asm("cvt.rp.f16." source " %0, %1;" : "=h"(bits) : letter(a)); \
    } else if constexpr (kMode == Rounding::Down) {                  \
      asm("cvt.rm.f16." source " %0, %1;" : "=h"(bits) : letter(a)); \
    } else {                                                         \
      return (half)a;                                                \
    }                                                                \
    return __builtin_bit_cast(half, bits);                           \
  }
KC_CVT_HALF("f32", float, "f")
KC_CVT_HALF("f64", double, "d")
KC_CVT_HALF("s32", int, "r")
KC_CVT_HALF("u32", uint, "r")
KC_CVT_HALF("s64", long, "l")
KC_CVT_HALF("u64", ulong, "l")

template <class D, class S>
KC_API inline D clamp_to(S a) {
  if constexpr (Kind<S>::kSigned && !Kind<D>::kSigned) {
    if (a < 0) return 0;
  }
  if constexpr (Kind<S>::kSigned && Kind<D>::kSigned && sizeof(D) < sizeof(S)) {
    if (a < (S)Kind<D>::kLow) return Kind<D>::kLow;
  }
  if constexpr (sizeof(D) < sizeof(S) ||
                (sizeof(D) == sizeof(S) && !Kind<S>::kSigned && Kind<D>::kSigned)) {
    if (a > (S)Kind<D>::kHigh) return Kind<D>::kHigh;
  }
  return (D)a;
}

// Floating point to integer rounds to zero unless told otherwise. Narrow types go through 32 bits.
template <class D, Rounding kMode, bool kSaturate, class S>
KC_API inline D integer_from_float(S a) {
  if constexpr (!kSaturate && (kMode == Rounding::Default || kMode == Rounding::Zero)) {
    return (D)a;
  } else {
    constexpr Rounding kUsed = kMode == Rounding::Default ? Rounding::Zero : kMode;
    constexpr bool kDouble = sizeof(S) == 8;
    constexpr bool kLong = sizeof(D) == 8;
    if constexpr (kLong && Kind<D>::kSigned && kDouble) return d2ll<kUsed>(a);
    if constexpr (kLong && Kind<D>::kSigned && !kDouble) return f2ll<kUsed>(a);
    if constexpr (kLong && !Kind<D>::kSigned && kDouble) return d2ull<kUsed>(a);
    if constexpr (kLong && !Kind<D>::kSigned && !kDouble) return f2ull<kUsed>(a);
    if constexpr (!kLong && Kind<D>::kSigned && kDouble) return clamp_to<D>(d2i<kUsed>(a));
    if constexpr (!kLong && Kind<D>::kSigned && !kDouble) return clamp_to<D>(f2i<kUsed>(a));
    if constexpr (!kLong && !Kind<D>::kSigned && kDouble) return clamp_to<D>(d2ui<kUsed>(a));
    if constexpr (!kLong && !Kind<D>::kSigned && !kDouble) return clamp_to<D>(f2ui<kUsed>(a));
  }
}

// Conversions that are exact in every mode are plain casts.
template <class D, Rounding kMode, class S>
KC_API inline D float_from_any(S a) {
  constexpr bool kExact = Kind<S>::kFloat ? sizeof(S) <= sizeof(D) : sizeof(S) < sizeof(D);
  if constexpr (kExact || kMode == Rounding::Default || kMode == Rounding::Even) {
    return (D)a;
  } else if constexpr (sizeof(D) == 2) {
    if constexpr (Kind<S>::kFloat || sizeof(S) >= 4) return to_half<kMode>(a);
    if constexpr (!Kind<S>::kFloat && sizeof(S) < 4) return to_half<kMode>((int)a);
  } else if constexpr (sizeof(D) == 4) {
    if constexpr (Kind<S>::kFloat) return d2f<kMode>(a);
    if constexpr (!Kind<S>::kFloat && sizeof(S) == 4 && Kind<S>::kSigned) return i2f<kMode>(a);
    if constexpr (!Kind<S>::kFloat && sizeof(S) == 4 && !Kind<S>::kSigned) return ui2f<kMode>(a);
    if constexpr (!Kind<S>::kFloat && sizeof(S) == 8 && Kind<S>::kSigned) return ll2f<kMode>(a);
    if constexpr (!Kind<S>::kFloat && sizeof(S) == 8 && !Kind<S>::kSigned) return ull2f<kMode>(a);
  } else {
    if constexpr (Kind<S>::kSigned) return ll2d<kMode>(a);
    if constexpr (!Kind<S>::kSigned) return ull2d<kMode>(a);
  }
}

template <class D, Rounding kMode, bool kSaturate, class S>
KC_API inline D convert(S a) {
  if constexpr (Kind<D>::kFloat) {
    return float_from_any<D, kMode>(a);
  } else if constexpr (Kind<S>::kFloat) {
    return integer_from_float<D, kMode, kSaturate>(a);
  } else if constexpr (kSaturate) {
    return clamp_to<D>(a);
  } else {
    return (D)a;
  }
}

}  // namespace

#define KC_CONVERT_N(N, S, D, suffix, mode, saturate) \
  KC_API D##N convert_##D##N##suffix(S##N a) {        \
    D##N result;                                      \
    KC_UNROLL for (int i = 0; i < N; ++i) {           \
      result[i] = convert<D, mode, saturate>(a[i]);   \
    }                                                 \
    return result;                                    \
  }
#define KC_CONVERT(S, D, suffix, mode, saturate) \
  KC_API D convert_##D##suffix(S a) {            \
    return convert<D, mode, saturate>(a);        \
  }                                              \
  KC_WIDTHS(KC_CONVERT_N, S, D, suffix, mode, saturate)
#define KC_CONVERT_PLAIN(S, D)                  \
  KC_CONVERT(S, D, , Rounding::Default, false)  \
  KC_CONVERT(S, D, _rte, Rounding::Even, false) \
  KC_CONVERT(S, D, _rtz, Rounding::Zero, false) \
  KC_CONVERT(S, D, _rtp, Rounding::Up, false)   \
  KC_CONVERT(S, D, _rtn, Rounding::Down, false)
#define KC_CONVERT_SATURATED(S, D)                 \
  KC_CONVERT(S, D, _sat, Rounding::Default, true)  \
  KC_CONVERT(S, D, _sat_rte, Rounding::Even, true) \
  KC_CONVERT(S, D, _sat_rtz, Rounding::Zero, true) \
  KC_CONVERT(S, D, _sat_rtp, Rounding::Up, true)   \
  KC_CONVERT(S, D, _sat_rtn, Rounding::Down, true)

KC_ALL_TYPES(KC_CONVERT_PLAIN, KC_TO)
#ifndef KC_TO_FLOATING_POINT
KC_ALL_TYPES(KC_CONVERT_SATURATED, KC_TO)
#endif
