// Engines that device functors use: the usual linear congruential generator, for host and device.
#ifndef KCAST_THRUST_RANDOM_H
#define KCAST_THRUST_RANDOM_H
#include <type_traits>
namespace thrust {
class __kcast_engine {
  unsigned state_;

 public:
  typedef unsigned result_type;
  KCAST_HD explicit __kcast_engine(unsigned seed = 1) : state_(seed % 2147483647U == 0 ? 1 : seed % 2147483647U) {}
  KCAST_HD void seed(unsigned value) { state_ = value % 2147483647U == 0 ? 1 : value % 2147483647U; }
  KCAST_HD unsigned operator()() {
    state_ = (unsigned)((unsigned long)state_ * 48271U % 2147483647U);
    return state_;
  }
  KCAST_HD void discard(unsigned long n) {
    unsigned long factor = 48271U;
    for (; n > 0; n >>= 1) {
      if (n & 1) state_ = (unsigned)((unsigned long)state_ * factor % 2147483647U);
      factor = factor * factor % 2147483647U;
    }
  }
};
typedef __kcast_engine default_random_engine;
typedef __kcast_engine minstd_rand;
typedef __kcast_engine minstd_rand0;
typedef __kcast_engine taus88;
typedef __kcast_engine ranlux24;
template <class _T = double>
class uniform_real_distribution {
  _T low_, high_;

 public:
  typedef _T result_type;
  KCAST_HD explicit uniform_real_distribution(_T low = 0, _T high = 1) : low_(low), high_(high) {}
  template <class _E>
  KCAST_HD _T operator()(_E& engine) const {
    return low_ + (high_ - low_) * ((_T)engine() / (_T)2147483648.0);
  }
};
template <class _T = int>
class uniform_int_distribution {
  _T low_, high_;

 public:
  typedef _T result_type;
  KCAST_HD explicit uniform_int_distribution(_T low = 0, _T high = 2147483646) : low_(low), high_(high) {}
  template <class _E>
  KCAST_HD _T operator()(_E& engine) const {
    return low_ + (_T)(engine() % (unsigned long)(high_ - low_ + 1));
  }
};
template <class _T = double>
class normal_distribution {
  _T mean_, deviation_;

 public:
  typedef _T result_type;
  KCAST_HD explicit normal_distribution(_T mean = 0, _T deviation = 1) : mean_(mean), deviation_(deviation) {}
  // The sum of twelve uniform numbers, which has variance one.
  template <class _E>
  KCAST_HD _T operator()(_E& engine) const {
    _T sum = -6;
    for (int i = 0; i < 12; ++i) sum += (_T)engine() / (_T)2147483648.0;
    return mean_ + deviation_ * sum;
  }
};
namespace random {
using thrust::default_random_engine;
using thrust::normal_distribution;
using thrust::uniform_int_distribution;
using thrust::uniform_real_distribution;
}  // namespace random
}  // namespace thrust
#endif
