#ifndef KCAST_THRUST_EXECUTION_POLICY_H
#define KCAST_THRUST_EXECUTION_POLICY_H
#include <type_traits>
#define THRUST_VERSION 200500
#define THRUST_MAJOR_VERSION 2
#define THRUST_MINOR_VERSION 5
namespace thrust {
struct __kcast_policy {
  template <class _S>
  KCAST_HD const __kcast_policy& on(_S) const {
    return *this;
  }
  template <class _A>
  KCAST_HD const __kcast_policy& operator()(_A&&) const {
    return *this;
  }
};
template <class _T>
using execution_policy = __kcast_policy;
struct device_execution_policy_t : __kcast_policy {};
struct host_execution_policy_t : __kcast_policy {};
inline constexpr device_execution_policy_t device{};
inline constexpr host_execution_policy_t host{};
inline constexpr __kcast_policy seq{};
struct device_system_tag : __kcast_policy {};
struct host_system_tag : __kcast_policy {};
namespace cuda {
inline constexpr __kcast_policy par{};
inline constexpr __kcast_policy par_nosync{};
}  // namespace cuda
namespace cuda_cub {
using cuda::par;
}
namespace hip {
inline constexpr __kcast_policy par{};
}
namespace omp {
inline constexpr __kcast_policy par{};
}
namespace system {
namespace cuda = thrust::cuda;
}
template <class _T>
inline constexpr bool __kcast_is_policy = __is_base_of(__kcast_policy, __kcast_bare<_T>);
}  // namespace thrust
#endif
