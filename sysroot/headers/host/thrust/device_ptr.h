// thrust's pointer to device memory, which is also the iterator of its vectors.
#ifndef KCAST_THRUST_DEVICE_PTR_H
#define KCAST_THRUST_DEVICE_PTR_H
#include <iterator>
#include <thrust/execution_policy.h>
namespace thrust {
template <class _T>
class device_ptr {
  _T* p_;

 public:
  typedef _T element_type;
  typedef __kcast_uncv<_T> value_type;
  typedef _T& reference;
  typedef device_ptr pointer;
  typedef _T* raw_pointer;
  typedef ptrdiff_t difference_type;
  typedef std::random_access_iterator_tag iterator_category;
  KCAST_HD device_ptr() : p_(nullptr) {}
  KCAST_HD device_ptr(std::nullptr_t) : p_(nullptr) {}
  template <class _U>
  KCAST_HD explicit device_ptr(_U* p) : p_((_T*)p) {}
  template <class _U, class = std::enable_if_t<__is_convertible(_U*, _T*)>>
  KCAST_HD device_ptr(const device_ptr<_U>& other) : p_(other.get()) {}
  KCAST_HD _T* get() const { return p_; }
  KCAST_HD _T& operator*() const { return *p_; }
  KCAST_HD _T* operator->() const { return p_; }
  KCAST_HD _T& operator[](ptrdiff_t i) const { return p_[i]; }
  KCAST_HD device_ptr operator+(ptrdiff_t n) const { return device_ptr(p_ + n); }
  KCAST_HD device_ptr operator-(ptrdiff_t n) const { return device_ptr(p_ - n); }
  KCAST_HD ptrdiff_t operator-(const device_ptr& other) const { return p_ - other.p_; }
  KCAST_HD device_ptr& operator+=(ptrdiff_t n) {
    p_ += n;
    return *this;
  }
  KCAST_HD device_ptr& operator-=(ptrdiff_t n) {
    p_ -= n;
    return *this;
  }
  KCAST_HD device_ptr& operator++() {
    ++p_;
    return *this;
  }
  KCAST_HD device_ptr operator++(int) { return device_ptr(p_++); }
  KCAST_HD device_ptr& operator--() {
    --p_;
    return *this;
  }
  KCAST_HD explicit operator bool() const { return p_ != nullptr; }
  template <class _U>
  KCAST_HD bool operator==(const device_ptr<_U>& other) const {
    return p_ == other.get();
  }
#if __cplusplus < 202002L
  template <class _U>
  KCAST_HD bool operator!=(const device_ptr<_U>& other) const {
    return p_ != other.get();
  }
#endif
  KCAST_HD bool operator<(const device_ptr& other) const { return p_ < other.p_; }
};
template <class _T>
using device_reference = _T&;
template <class _T>
KCAST_HD inline _T* raw_pointer_cast(const device_ptr<_T>& p) {
  return p.get();
}
template <class _T>
KCAST_HD inline _T* raw_pointer_cast(_T* p) {
  return p;
}
template <class _T>
KCAST_HD inline _T& raw_reference_cast(_T& value) {
  return value;
}
template <class _T>
KCAST_HD inline device_ptr<_T> device_pointer_cast(_T* p) {
  return device_ptr<_T>(p);
}
template <class _T>
KCAST_HD inline device_ptr<_T> device_pointer_cast(const device_ptr<_T>& p) {
  return p;
}
template <class _T>
inline device_ptr<_T> device_malloc(size_t n) {
  return device_ptr<_T>((_T*)__kcast_device_alloc(n * sizeof(_T)));
}
template <class _T>
inline device_ptr<_T> device_new(size_t n = 1) {
  return device_ptr<_T>((_T*)__kcast_device_alloc(n * sizeof(_T)));
}
template <class _T>
inline void device_free(device_ptr<_T> p) {
  __kcast_free(p.get());
}
template <class _T>
inline void device_delete(device_ptr<_T> p, size_t = 0) {
  __kcast_free(p.get());
}
}  // namespace thrust
#endif
