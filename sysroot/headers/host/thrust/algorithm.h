// thrust's algorithms. They run on the device with functors that only the device may call, so contents become
// unknown; what is known is sizes, positions and plain copies and fills.
#ifndef KCAST_THRUST_ALGORITHM_H
#define KCAST_THRUST_ALGORITHM_H
#include <__kcast_range.h>
#include <thrust/device_ptr.h>
#include <utility>
namespace thrust {
using std::pair;
using std::make_pair;
template <class _It>
using __kcast_value = typename std::iterator_traits<_It>::value_type;

// The plain pointer behind an iterator, or null for one that computes its values.
template <class _T>
inline _T* __kcast_raw(_T* p) {
  return p;
}
template <class _T>
inline _T* __kcast_raw(const device_ptr<_T>& p) {
  return p.get();
}
inline std::nullptr_t __kcast_raw(...) { return nullptr; }
template <class _It>
inline void __kcast_lose(_It it) {
  if constexpr (__is_pointer(decltype(thrust::__kcast_raw(it)))) __kcast_forget(thrust::__kcast_raw(it));
}
template <class _It>
inline _It __kcast_end(_It it, ptrdiff_t n) {
  __kcast_lose(it);
  return it + n;
}

template <class _In, class _N, class _Out>
inline _Out copy_n(_In first, _N n, _Out out) {
  typedef decltype(thrust::__kcast_raw(first)) from;
  typedef decltype(thrust::__kcast_raw(out)) to;
  if constexpr (__is_pointer(from) && __is_pointer(to)) {
    if constexpr (__is_same(__kcast_uncv<__kcast_pointee<from>>, __kcast_pointee<to>)) {
      if (n) __kcast_copy((void*)thrust::__kcast_raw(out), thrust::__kcast_raw(first), (size_t)n * sizeof(__kcast_pointee<to>));
      return out + n;
    }
  }
  return __kcast_emit(out, n);
}
template <class _In, class _Out>
inline _Out copy(_In first, _In last, _Out out) {
  return thrust::copy_n(first, last - first, out);
}
template <class _It, class _N, class _T>
inline _It fill_n(_It first, _N n, const _T& value) {
  __kcast_value<_It> element = (__kcast_value<_It>)value;
  if (n) __kcast_fill((void*)thrust::__kcast_raw(first), &element, sizeof(element), (size_t)n);
  return first + n;
}
template <class _It, class _T>
inline void fill(_It first, _It last, const _T& value) {
  thrust::fill_n(first, last - first, value);
}
template <class _It, class _T>
inline void uninitialized_fill(_It first, _It last, const _T& value) {
  thrust::fill_n(first, last - first, value);
}

template <class _It, class _T, class _U, class = std::enable_if_t<!__kcast_is_policy<_It>>>
inline void sequence(_It first, _It last, _T start, _U step) {
  if constexpr (__is_pointer(decltype(thrust::__kcast_raw(first)))) {
    auto to = thrust::__kcast_raw(first);
    const ptrdiff_t n = last - first;
    for (ptrdiff_t i = 0; i < n; ++i) to[i] = (__kcast_value<_It>)(start + i * step);
  }
}
template <class _It, class _T, class = std::enable_if_t<!__kcast_is_policy<_It>>>
inline void sequence(_It first, _It last, _T start) {
  thrust::sequence(first, last, start, 1);
}
template <class _It, class = std::enable_if_t<!__kcast_is_policy<_It>>>
inline void sequence(_It first, _It last) {
  thrust::sequence(first, last, 0, 1);
}

#define KCAST_LOSE_FIRST(name)                                                                    \
  template <class _It, class... _A, class = std::enable_if_t<!__kcast_is_policy<_It>>>            \
  inline void name(_It first, _It, _A...) {                                                       \
    __kcast_lose(first);                                                                          \
  }
KCAST_LOSE_FIRST(generate)
KCAST_LOSE_FIRST(tabulate)
KCAST_LOSE_FIRST(sort)
KCAST_LOSE_FIRST(stable_sort)
KCAST_LOSE_FIRST(reverse)
KCAST_LOSE_FIRST(replace)
KCAST_LOSE_FIRST(replace_if)
KCAST_LOSE_FIRST(shuffle)
#undef KCAST_LOSE_FIRST
template <class _It, class _F>
inline _It for_each(_It first, _It last, _F) {
  __kcast_lose(first);
  return last;
}
template <class _It, class _N, class _F>
inline _It for_each_n(_It first, _N n, _F) {
  return __kcast_end(first, (ptrdiff_t)n);
}
template <class _It, class _V, class... _A>
inline void sort_by_key(_It first, _It, _V values, _A...) {
  __kcast_lose(first);
  __kcast_lose(values);
}
template <class _It, class _V, class... _A>
inline void stable_sort_by_key(_It first, _It, _V values, _A...) {
  __kcast_lose(first);
  __kcast_lose(values);
}

// One input range, one output range of the same length.
#define KCAST_MAP(name)                                                                           \
  template <class _In, class _Out, class... _A, class = std::enable_if_t<!__kcast_is_policy<_In>>> \
  inline _Out name(_In first, _In last, _Out out, _A...) {                                        \
    return __kcast_emit(out, last - first);                                                       \
  }
KCAST_MAP(inclusive_scan)
KCAST_MAP(exclusive_scan)
KCAST_MAP(transform_inclusive_scan)
KCAST_MAP(transform_exclusive_scan)
KCAST_MAP(adjacent_difference)
KCAST_MAP(reverse_copy)
#undef KCAST_MAP
template <class _In, class _Out, class _F>
inline _Out transform(_In first, _In last, _Out out, _F) {
  return __kcast_emit(out, last - first);
}
template <class _In, class _In2, class _Out, class _F, class = std::enable_if_t<!__kcast_is_policy<_In>>>
inline _Out transform(_In first, _In last, _In2, _Out out, _F) {
  return __kcast_emit(out, last - first);
}
template <class _In, class _S, class _Out, class _F, class _P>
inline _Out transform_if(_In first, _In last, _S, _Out out, _F, _P) {
  return __kcast_emit(out, last - first);
}
template <class _In, class _Map, class _Out>
inline _Out gather(_In first, _In last, _Map, _Out out) {
  return __kcast_emit(out, last - first);
}
template <class _In, class _Map, class _Out>
inline void scatter(_In, _In, _Map, _Out out) {
  __kcast_lose(out);
}
template <class _In, class _V, class _Out, class... _A>
inline _Out inclusive_scan_by_key(_In first, _In last, _V, _Out out, _A...) {
  return __kcast_emit(out, last - first);
}
template <class _In, class _V, class _Out, class... _A>
inline _Out exclusive_scan_by_key(_In first, _In last, _V, _Out out, _A...) {
  return __kcast_emit(out, last - first);
}

// Reductions and searches.
template <class _It>
inline __kcast_value<_It> reduce(_It, _It) {
  return __kcast_unknown<__kcast_value<_It>>("thrust::reduce", "device data");
}
template <class _It, class _T>
inline _T reduce(_It, _It, _T) {
  return __kcast_unknown<_T>("thrust::reduce", "device data");
}
template <class _It, class _T, class _F>
inline _T reduce(_It, _It, _T, _F) {
  return __kcast_unknown<_T>("thrust::reduce", "device data");
}
template <class _It, class _U, class _T, class _F>
inline _T transform_reduce(_It, _It, _U, _T, _F) {
  return __kcast_unknown<_T>("thrust::transform_reduce", "device data");
}
template <class _A, class _B, class _T, class... _F, class = std::enable_if_t<!__kcast_is_policy<_A>>>
inline _T inner_product(_A, _A, _B, _T, _F...) {
  return __kcast_unknown<_T>("thrust::inner_product", "device data");
}
template <class _It, class _A>
inline ptrdiff_t count(_It, _It, const _A&) {
  return __kcast_unknown<ptrdiff_t>("thrust::count", "device data");
}
template <class _It, class _F>
inline ptrdiff_t count_if(_It, _It, _F) {
  return __kcast_unknown<ptrdiff_t>("thrust::count_if", "device data");
}
#define KCAST_SOMEWHERE(name)                                                                     \
  template <class _It, class... _A, class = std::enable_if_t<!__kcast_is_policy<_It>>>            \
  inline _It name(_It first, _It, _A...) {                                                        \
    return first + __kcast_unknown<ptrdiff_t>("thrust::" #name, "device data");                   \
  }
KCAST_SOMEWHERE(min_element)
KCAST_SOMEWHERE(max_element)
KCAST_SOMEWHERE(find)
KCAST_SOMEWHERE(find_if)
KCAST_SOMEWHERE(lower_bound)
KCAST_SOMEWHERE(upper_bound)
KCAST_SOMEWHERE(unique)
KCAST_SOMEWHERE(remove)
KCAST_SOMEWHERE(remove_if)
KCAST_SOMEWHERE(partition)
#undef KCAST_SOMEWHERE
template <class _It>
inline pair<_It, _It> minmax_element(_It first, _It last) {
  return pair<_It, _It>(thrust::min_element(first, last), thrust::max_element(first, last));
}
#define KCAST_ANSWER(name)                                                                        \
  template <class _It, class... _A, class = std::enable_if_t<!__kcast_is_policy<_It>>>            \
  inline bool name(_It, _It, _A...) {                                                             \
    return __kcast_unknown<bool>("thrust::" #name, "device data");                                \
  }
KCAST_ANSWER(any_of)
KCAST_ANSWER(all_of)
KCAST_ANSWER(none_of)
KCAST_ANSWER(equal)
KCAST_ANSWER(is_sorted)
KCAST_ANSWER(binary_search)
#undef KCAST_ANSWER
template <class _In, class _Out, class... _A, class = std::enable_if_t<!__kcast_is_policy<_In>>>
inline _Out copy_if(_In, _In, _Out out, _A...) {
  __kcast_lose(out);
  return out + __kcast_unknown<ptrdiff_t>("thrust::copy_if", "device data");
}
template <class _In, class _Out, class... _A, class = std::enable_if_t<!__kcast_is_policy<_In>>>
inline _Out unique_copy(_In, _In, _Out out, _A...) {
  __kcast_lose(out);
  return out + __kcast_unknown<ptrdiff_t>("thrust::unique_copy", "device data");
}
template <class _K, class _V, class _KOut, class _VOut, class... _A, class = std::enable_if_t<!__kcast_is_policy<_K>>>
inline pair<_KOut, _VOut> reduce_by_key(_K, _K, _V, _KOut keys, _VOut values, _A...) {
  ptrdiff_t n = __kcast_unknown<ptrdiff_t>("thrust::reduce_by_key", "device data");
  __kcast_lose(keys);
  __kcast_lose(values);
  return pair<_KOut, _VOut>(keys + n, values + n);
}
template <class _K, class _V>
inline pair<_K, _V> unique_by_key(_K keys, _K, _V values) {
  ptrdiff_t n = __kcast_unknown<ptrdiff_t>("thrust::unique_by_key", "device data");
  return pair<_K, _V>(keys + n, values + n);
}
template <class _A, class _B, class _Out, class... _F, class = std::enable_if_t<!__kcast_is_policy<_A>>>
inline _Out merge(_A first, _A last, _B first2, _B last2, _Out out, _F...) {
  return __kcast_emit(out, (last - first) + (last2 - first2));
}

// Every algorithm also takes an execution policy first.
#define KCAST_POLICY(name)                                                                        \
  template <class _P, class... _A, class = std::enable_if_t<__kcast_is_policy<_P>>>               \
  inline auto name(_P&&, _A&&... args) -> decltype(thrust::name(args...)) {                       \
    return thrust::name(args...);                                                                 \
  }
KCAST_POLICY(copy)
KCAST_POLICY(copy_n)
KCAST_POLICY(copy_if)
KCAST_POLICY(fill)
KCAST_POLICY(fill_n)
KCAST_POLICY(sequence)
KCAST_POLICY(generate)
KCAST_POLICY(tabulate)
KCAST_POLICY(transform)
KCAST_POLICY(transform_reduce)
KCAST_POLICY(inclusive_scan)
KCAST_POLICY(exclusive_scan)
KCAST_POLICY(inclusive_scan_by_key)
KCAST_POLICY(exclusive_scan_by_key)
KCAST_POLICY(sort)
KCAST_POLICY(stable_sort)
KCAST_POLICY(sort_by_key)
KCAST_POLICY(stable_sort_by_key)
KCAST_POLICY(for_each)
KCAST_POLICY(for_each_n)
KCAST_POLICY(reduce)
KCAST_POLICY(reduce_by_key)
KCAST_POLICY(inner_product)
KCAST_POLICY(count)
KCAST_POLICY(count_if)
KCAST_POLICY(min_element)
KCAST_POLICY(max_element)
KCAST_POLICY(minmax_element)
KCAST_POLICY(find)
KCAST_POLICY(find_if)
KCAST_POLICY(lower_bound)
KCAST_POLICY(upper_bound)
KCAST_POLICY(unique)
KCAST_POLICY(unique_by_key)
KCAST_POLICY(remove)
KCAST_POLICY(remove_if)
KCAST_POLICY(partition)
KCAST_POLICY(reverse)
KCAST_POLICY(gather)
KCAST_POLICY(scatter)
KCAST_POLICY(equal)
KCAST_POLICY(any_of)
KCAST_POLICY(all_of)
KCAST_POLICY(is_sorted)
KCAST_POLICY(merge)
KCAST_POLICY(adjacent_difference)
#undef KCAST_POLICY
}  // namespace thrust
#endif
