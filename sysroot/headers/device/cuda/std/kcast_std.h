// cuda::std: the standard names that device code uses, taken from the host headers where these
// exist.
#pragma once
#include <kcast_cuda.h>
#if __has_include(<limits>)
#include <limits>
#endif
#if __has_include(<type_traits>)
#include <type_traits>
#endif
#if __has_include(<utility>)
#include <utility>
#endif
#if __has_include(<array>)
#include <array>
#endif
#if __has_include(<cstdint>)
#include <cstdint>
#endif
#if __has_include(<tuple>)
#include <tuple>
#endif
#if __has_include(<complex>)
#include <complex>
#endif
#if __has_include(<cmath>)
#include <cmath>
#endif

namespace cuda {
namespace std {
using namespace ::std;
template <class T>
__KC_FN constexpr const T& min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <class T>
__KC_FN constexpr const T& max(const T& a, const T& b) {
  return a < b ? b : a;
}
template <class T = void>
struct plus {
  __KC_FN constexpr T operator()(const T& a, const T& b) const { return a + b; }
};
template <>
struct plus<void> {
  template <class A, class B>
  __KC_FN constexpr auto operator()(A a, B b) const -> decltype(a + b) {
    return a + b;
  }
};
template <class T = void>
struct multiplies {
  __KC_FN constexpr T operator()(const T& a, const T& b) const { return a * b; }
};
}  // namespace std
}  // namespace cuda
