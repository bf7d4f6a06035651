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
  using std::vector<_T, _A>::vector;
  host_vector() {}
  host_vector(const std::vector<_T>& other) : std::vector<_T, _A>(other.begin(), other.end()) {}
  template <class _B>
  host_vector(const device_vector<_T, _B>& other) {
    *this = other;
  }
  template <class _U>
  host_vector(const device_ptr<_U>& first, const device_ptr<_U>& last)
      : std::vector<_T, _A>((const _T*)first.get(), (const _T*)last.get()) {}
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
