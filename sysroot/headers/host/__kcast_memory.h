// Allocators and the bulk construction that containers share.
#ifndef KCAST_MEMORY_BASE_H
#define KCAST_MEMORY_BASE_H
#include <cstdlib>
#include <iterator>
#include <new>
namespace std {
template <class _T>
class allocator {
 public:
  typedef _T value_type;
  typedef _T* pointer;
  typedef const _T* const_pointer;
  typedef _T& reference;
  typedef const _T& const_reference;
  typedef size_t size_type;
  typedef ptrdiff_t difference_type;
  template <class _U>
  struct rebind {
    typedef allocator<_U> other;
  };
  allocator() noexcept {}
  template <class _U>
  allocator(const allocator<_U>&) noexcept {}
  _T* allocate(size_t n) { return (_T*)__kcast_host_alloc(n * sizeof(_T)); }
  void deallocate(_T* p, size_t) { __kcast_free(p); }
};
template <class _T, class _U>
constexpr bool operator==(const allocator<_T>&, const allocator<_U>&) {
  return true;
}
template <class _A>
struct allocator_traits {
  typedef typename _A::value_type value_type;
  typedef value_type* pointer;
  typedef const value_type* const_pointer;
  typedef size_t size_type;
  static pointer allocate(_A& a, size_t n) { return a.allocate(n); }
  static void deallocate(_A& a, pointer p, size_t n) { a.deallocate(p, n); }
  template <class _U>
  using rebind_alloc = typename _A::template rebind<_U>::other;
};
}  // namespace std

// Elements that are plain bytes are made, copied and dropped as one block, whatever their number.
template <class _T>
inline void __kcast_make(_T* to, unsigned long count, const _T& value) {
  if constexpr (__is_trivially_copyable(_T)) {
    __kcast_fill(to, &value, sizeof(_T), count);
  } else {
    for (unsigned long i = 0; i < count; ++i) ::new ((void*)(to + i)) _T(value);
  }
}
template <class _T>
inline void __kcast_make_default(_T* to, unsigned long count) {
  if constexpr (__is_trivially_copyable(_T)) {
    if (count) {
      _T value = _T();
      __kcast_fill(to, &value, sizeof(_T), count);
    }
  } else {
    for (unsigned long i = 0; i < count; ++i) ::new ((void*)(to + i)) _T();
  }
}
template <class _T>
inline void __kcast_make_copies(_T* to, const _T* from, unsigned long count) {
  if constexpr (__is_trivially_copyable(_T)) {
    if (count) __kcast_copy(to, from, count * sizeof(_T));
  } else {
    for (unsigned long i = 0; i < count; ++i) ::new ((void*)(to + i)) _T(from[i]);
  }
}
template <class _T>
inline void __kcast_drop(_T* from, unsigned long count) {
  if constexpr (!__is_trivially_destructible(_T))
    for (unsigned long i = 0; i < count; ++i) from[i].~_T();
}
template <class _T>
inline void __kcast_relocate(_T* to, _T* from, unsigned long count) {
  if constexpr (__is_trivially_copyable(_T)) {
    if (count) __kcast_copy(to, from, count * sizeof(_T));
  } else {
    for (unsigned long i = 0; i < count; ++i) ::new ((void*)(to + i)) _T(static_cast<_T&&>(from[i]));
    __kcast_drop(from, count);
  }
}
#endif
