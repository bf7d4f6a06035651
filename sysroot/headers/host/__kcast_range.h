// Host arrays may have any size, and what they hold rarely decides a launch. So an algorithm works element by element
// on short ranges only; of a long one it forgets the contents.
#ifndef KCAST_RANGE_H
#define KCAST_RANGE_H
#include <iterator>

inline constexpr long __kcast_short = 256;

template <class _It>
inline bool __kcast_is_short(_It first, _It last) {
  if constexpr (std::__kcast_is_random<_It>) return last - first <= __kcast_short;
  else return true;
}
// Forgets what a range holds; the range is not empty. Iterators that compute their values have nothing to forget.
template <class _It>
inline void __kcast_forget_range(_It first) {
  if constexpr (__is_lvalue_reference(decltype(*first))) __kcast_forget(&*first);
}
// The elements of a range change their places.
template <class _It>
inline void __kcast_shuffle_range(_It first) {
  if constexpr (__is_lvalue_reference(decltype(*first))) __kcast_shuffle(&*first);
}
// Writes n unknown elements through an output iterator and gives its end.
template <class _Out, class _N>
inline _Out __kcast_emit(_Out out, _N n) {
  __kcast_forget_range(out);
  return out + n;
}
template <class _C, class _N>
inline std::back_insert_iterator<_C> __kcast_emit(std::back_insert_iterator<_C> out, _N n) {
  out.container->resize(out.container->size() + (size_t)n);
  if (!out.container->empty()) __kcast_forget(&out.container->front());
  return out;
}
template <class _C, class _N>
inline std::insert_iterator<_C> __kcast_emit(std::insert_iterator<_C> out, _N) {
  return out;
}
template <class _T, class... _Rest, class _N>
inline std::ostream_iterator<_T, _Rest...> __kcast_emit(std::ostream_iterator<_T, _Rest...> out, _N) {
  return out;
}
#endif
