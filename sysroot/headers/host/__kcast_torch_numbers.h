// Numbers of LibTorch: half and bfloat16 that compute in float, complex numbers, the types of sums.
#ifndef KCAST_TORCH_NUMBERS_H
#define KCAST_TORCH_NUMBERS_H
#include <__kcast_host.h>
#include <type_traits>
#ifdef __CUDA__
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime_api.h>
#include <limits>
#endif
namespace c10 {
#ifdef __CUDA__
#define KCAST_SMALL(name, raw, narrow, widen)                            \
  struct alignas(2) name {                                               \
    unsigned short x;                                                    \
    name() = default;                                                    \
    KCAST_HD name(raw v) { __builtin_memcpy(&x, &v, 2); }                \
    KCAST_HD name(float v) {                                             \
      raw r = narrow(v);                                                 \
      __builtin_memcpy(&x, &r, 2);                                       \
    }                                                                    \
    KCAST_HD operator raw() const {                                      \
      raw r;                                                             \
      __builtin_memcpy(&r, &x, 2);                                       \
      return r;                                                          \
    }                                                                    \
    KCAST_HD operator float() const {                                    \
      raw r;                                                             \
      __builtin_memcpy(&r, &x, 2);                                       \
      return widen(r);                                                   \
    }                                                                    \
  };
KCAST_SMALL(Half, __half, __float2half, __half2float)
KCAST_SMALL(BFloat16, __nv_bfloat16, __float2bfloat16, __bfloat162float)
#define KCAST_FLOAT8(name, raw)                                        \
  struct alignas(1) name {                                             \
    struct from_bits_t {};                                             \
    unsigned char x;                                                   \
    static constexpr KCAST_HD from_bits_t from_bits() { return {}; }   \
    name() = default;                                                  \
    constexpr KCAST_HD name(unsigned char bits, from_bits_t) : x(bits) {} \
    KCAST_HD name(float v) : x(raw(v).__x) {}                          \
    KCAST_HD operator float() const {                                  \
      raw r;                                                           \
      r.__x = x;                                                       \
      return (float)r;                                                 \
    }                                                                  \
  };
KCAST_FLOAT8(Float8_e4m3fn, __nv_fp8_e4m3)
KCAST_FLOAT8(Float8_e5m2, __nv_fp8_e5m2)
KCAST_FLOAT8(Float8_e4m3fnuz, __nv_fp8_e4m3)
#undef KCAST_FLOAT8
#else
#define KCAST_SMALL(name)                   \
  struct alignas(2) name {                  \
    unsigned short x;                       \
    name() = default;                       \
    name(float) : x(0) {}                   \
    operator float() const { return x; }    \
  };
KCAST_SMALL(Half)
KCAST_SMALL(BFloat16)
#endif
#undef KCAST_SMALL
#define KCAST_SMALL(T, op)                                                                \
  KCAST_HD inline T operator op(const T& a, const T& b) { return T((float)a op(float) b); } \
  KCAST_HD inline float operator op(const T& a, float b) { return (float)a op b; }          \
  KCAST_HD inline float operator op(float a, const T& b) { return a op(float) b; }          \
  KCAST_HD inline T operator op(const T& a, int b) { return T((float)a op(float) b); }      \
  KCAST_HD inline T operator op(int a, const T& b) { return T((float)a op(float) b); }      \
  KCAST_HD inline T& operator op##=(T& a, const T& b) { return a = a op b; }
#define KCAST_COMPARE(T, op)                                                               \
  KCAST_HD inline bool operator op(const T& a, const T& b) { return (float)a op(float) b; } \
  KCAST_HD inline bool operator op(const T& a, float b) { return (float)a op b; }           \
  KCAST_HD inline bool operator op(const T& a, int b) { return (float)a op(float) b; }
#define KCAST_BOTH(define, op) define(Half, op) define(BFloat16, op)
KCAST_BOTH(KCAST_SMALL, +)
KCAST_BOTH(KCAST_SMALL, -)
KCAST_BOTH(KCAST_SMALL, *)
KCAST_BOTH(KCAST_SMALL, /)
KCAST_BOTH(KCAST_COMPARE, <)
KCAST_BOTH(KCAST_COMPARE, >)
KCAST_BOTH(KCAST_COMPARE, <=)
KCAST_BOTH(KCAST_COMPARE, >=)
KCAST_BOTH(KCAST_COMPARE, ==)
KCAST_BOTH(KCAST_COMPARE, !=)
#undef KCAST_BOTH
#undef KCAST_COMPARE
#undef KCAST_SMALL
KCAST_HD inline Half operator-(const Half& a) { return Half(-(float)a); }
KCAST_HD inline BFloat16 operator-(const BFloat16& a) { return BFloat16(-(float)a); }

template <class _T>
struct alignas(sizeof(_T) * 2) complex {
  typedef _T value_type;
  _T real_, imag_;
  KCAST_HD constexpr complex(_T real = _T(), _T imag = _T()) : real_(real), imag_(imag) {}
  template <class _U>
  KCAST_HD constexpr complex(const complex<_U>& o) : real_((_T)o.real_), imag_((_T)o.imag_) {}
  KCAST_HD constexpr _T real() const { return real_; }
  KCAST_HD constexpr _T imag() const { return imag_; }
  KCAST_HD complex& operator+=(const complex& b) { return *this = *this + b; }
  KCAST_HD complex& operator-=(const complex& b) { return *this = *this - b; }
  KCAST_HD complex& operator*=(const complex& b) { return *this = *this * b; }
  KCAST_HD complex& operator/=(const complex& b) { return *this = *this / b; }
};
template <class _T>
KCAST_HD inline complex<_T> operator+(const complex<_T>& a, const complex<_T>& b) {
  return complex<_T>(a.real_ + b.real_, a.imag_ + b.imag_);
}
template <class _T>
KCAST_HD inline complex<_T> operator-(const complex<_T>& a, const complex<_T>& b) {
  return complex<_T>(a.real_ - b.real_, a.imag_ - b.imag_);
}
template <class _T>
KCAST_HD inline complex<_T> operator-(const complex<_T>& a) {
  return complex<_T>(-a.real_, -a.imag_);
}
template <class _T>
KCAST_HD inline complex<_T> operator*(const complex<_T>& a, const complex<_T>& b) {
  return complex<_T>(a.real_ * b.real_ - a.imag_ * b.imag_, a.real_ * b.imag_ + a.imag_ * b.real_);
}
template <class _T>
KCAST_HD inline complex<_T> operator/(const complex<_T>& a, const complex<_T>& b) {
  _T d = b.real_ * b.real_ + b.imag_ * b.imag_;
  return complex<_T>((a.real_ * b.real_ + a.imag_ * b.imag_) / d, (a.imag_ * b.real_ - a.real_ * b.imag_) / d);
}
#define KCAST_MIXED(op)                                                                                                         \
  template <class _T, class _U, std::enable_if_t<std::is_arithmetic<_U>::value, int> = 0>                                       \
  KCAST_HD inline complex<_T> operator op(const complex<_T>& a, _U b) {                                                         \
    return a op complex<_T>((_T)b);                                                                                             \
  }                                                                                                                             \
  template <class _T, class _U, std::enable_if_t<std::is_arithmetic<_U>::value, int> = 0>                                       \
  KCAST_HD inline complex<_T> operator op(_U a, const complex<_T>& b) {                                                         \
    return complex<_T>((_T)a) op b;                                                                                             \
  }
KCAST_MIXED(+)
KCAST_MIXED(-)
KCAST_MIXED(*)
KCAST_MIXED(/)
#undef KCAST_MIXED
}  // namespace c10
namespace std {
template <class _T>
KCAST_HD inline _T real(const c10::complex<_T>& a) {
  return a.real_;
}
template <class _T>
KCAST_HD inline _T imag(const c10::complex<_T>& a) {
  return a.imag_;
}
template <class _T>
KCAST_HD inline c10::complex<_T> conj(const c10::complex<_T>& a) {
  return c10::complex<_T>(a.real_, -a.imag_);
}
}  // namespace std
#ifdef __CUDA__
namespace std {
#define KCAST_LIMITS(name, low, most, least)                            \
  template <>                                                           \
  struct numeric_limits<c10::name> {                                    \
    static constexpr bool is_specialized = true, is_signed = true;      \
    static constexpr bool is_integer = false;                           \
    static constexpr KCAST_HD c10::name lowest() { return low; }        \
    static constexpr KCAST_HD c10::name max() { return most; }          \
    static constexpr KCAST_HD c10::name min() { return least; }         \
  }
#define KCAST_BITS(name, bits) c10::name(bits, c10::name::from_bits())
KCAST_LIMITS(Float8_e4m3fn, KCAST_BITS(Float8_e4m3fn, 0xfe), KCAST_BITS(Float8_e4m3fn, 0x7e), KCAST_BITS(Float8_e4m3fn, 8));
KCAST_LIMITS(Float8_e5m2, KCAST_BITS(Float8_e5m2, 0xfb), KCAST_BITS(Float8_e5m2, 0x7b), KCAST_BITS(Float8_e5m2, 4));
KCAST_LIMITS(Float8_e4m3fnuz, KCAST_BITS(Float8_e4m3fnuz, 0xff), KCAST_BITS(Float8_e4m3fnuz, 0x7f), KCAST_BITS(Float8_e4m3fnuz, 8));
#undef KCAST_LIMITS
#undef KCAST_BITS
}  // namespace std
#endif
namespace at {
using namespace c10;
template <class _T>
struct OpMathType {
  typedef _T type;
};
template <>
struct OpMathType<c10::Half> {
  typedef float type;
};
template <>
struct OpMathType<c10::BFloat16> {
  typedef float type;
};
template <class _T>
using opmath_type = typename OpMathType<_T>::type;
template <class _T, bool _OnDevice>
using acc_type = typename OpMathType<_T>::type;
template <class _T, bool _OnDevice>
struct AccumulateType : OpMathType<_T> {};
}  // namespace at
#ifdef __CUDA__
template <class _T>
__device__ inline _T gpuAtomicAdd(_T* p, _T v) {
  return atomicAdd(p, v);
}
__device__ inline c10::Half gpuAtomicAdd(c10::Half* p, c10::Half v) { return atomicAdd((__half*)p, (__half)v); }
__device__ inline c10::BFloat16 gpuAtomicAdd(c10::BFloat16* p, c10::BFloat16 v) {
  return atomicAdd((__nv_bfloat16*)p, (__nv_bfloat16)v);
}
template <class _T>
__device__ inline c10::complex<_T> gpuAtomicAdd(c10::complex<_T>* p, c10::complex<_T> v) {
  return c10::complex<_T>(atomicAdd(&p->real_, v.real_), atomicAdd(&p->imag_, v.imag_));
}
template <class _T>
__device__ inline void gpuAtomicAddNoReturn(_T* p, _T v) {
  gpuAtomicAdd(p, v);
}
#endif
#endif
