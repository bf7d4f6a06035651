#ifndef KCAST_THRUST_HOST_VECTOR_H
#define KCAST_THRUST_HOST_VECTOR_H
#include <thrust/device_ptr.h>
#include <vector>
namespace thrust {
template <class _T, class _A = std::allocator<_T>>
class device_vector;
template <class _T, class _A = std::allocator<_T>>
class host_vector : public std::vector<_T, _A> {
 public:
  typedef std::vector<_T, _A> base_;
  host_vector() {}
  explicit host_vector(const _A&) {}
  explicit host_vector(size_t n) : base_(n) {}
  host_vector(size_t n, const _T& value) : base_(n, value) {}
  template <class _It, class = typename std::iterator_traits<_It>::iterator_category>
  host_vector(_It first, _It last) : base_(first, last) {}
  host_vector(std::initializer_list<_T> list) : base_(list) {}
  host_vector(const std::vector<_T>& other) : base_(other.begin(), other.end()) {}
  // Elements of another type are converted one by one.
  template <class _U, class _B>
  host_vector(const host_vector<_U, _B>& other) : base_(other.begin(), other.end()) {}
  template <class _B>
  host_vector(const device_vector<_T, _B>& other) {
    *this = other;
  }
  template <class _U>
  host_vector(const device_ptr<_U>& first, const device_ptr<_U>& last)
      : base_((const _T*)first.get(), (const _T*)last.get()) {}
  template <class _B>
  host_vector& operator=(const device_vector<_T, _B>& other) {
    const _T* from = other.data().get();
    this->assign(from, from + other.size());
    return *this;
  }
  host_vector& operator=(const std::vector<_T>& other) {
    this->assign(other.begin(), other.end());
    return *this;
  }
};
}  // namespace thrust
#endif
