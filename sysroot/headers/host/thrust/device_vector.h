#ifndef KCAST_THRUST_DEVICE_VECTOR_H
#define KCAST_THRUST_DEVICE_VECTOR_H
#include <thrust/host_vector.h>
namespace thrust {
template <class _T, class _A>
class device_vector {
  _T* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;

  void grow_(size_t n) {
    if (n <= capacity_) return;
    _T* fresh = (_T*)__kcast_device_alloc(n * sizeof(_T));
    if (size_) __kcast_copy(fresh, data_, size_ * sizeof(_T));
    if (data_) __kcast_free(data_);
    data_ = fresh;
    capacity_ = n;
  }
  void fill_(size_t from, size_t to, const _T& value) {
    if (to > from) __kcast_fill(data_ + from, &value, sizeof(_T), to - from);
  }
  void take_(const _T* from, size_t n) {
    grow_(n);
    if (n) __kcast_copy(data_, from, n * sizeof(_T));
    size_ = n;
  }

 public:
  typedef _T value_type;
  typedef _A allocator_type;
  typedef size_t size_type;
  typedef ptrdiff_t difference_type;
  typedef _T& reference;
  typedef const _T& const_reference;
  typedef device_ptr<_T> pointer;
  typedef device_ptr<const _T> const_pointer;
  typedef device_ptr<_T> iterator;
  typedef device_ptr<const _T> const_iterator;

  device_vector() {}
  explicit device_vector(size_t n) { resize(n); }
  device_vector(size_t n, const _T& value) { resize(n, value); }
  device_vector(const device_vector& other) { take_(other.data_, other.size_); }
  device_vector(device_vector&& other) noexcept { swap(other); }
  template <class _B>
  device_vector(const host_vector<_T, _B>& other) {
    take_(other.data(), other.size());
  }
  template <class _B>
  device_vector(const std::vector<_T, _B>& other) {
    take_(other.data(), other.size());
  }
  // Elements of another type are converted, which is not followed one by one.
  template <class _U, class _B>
  device_vector(const device_vector<_U, _B>& other) {
    assign(other.begin(), other.end());
  }
  template <class _U, class _B>
  device_vector(const host_vector<_U, _B>& other) {
    assign(other.begin(), other.end());
  }
  device_vector(std::initializer_list<_T> list) { take_(list.begin(), list.size()); }
  template <class _It, class = typename std::iterator_traits<_It>::iterator_category>
  device_vector(_It first, _It last) {
    assign(first, last);
  }
  ~device_vector() {
    if (data_) __kcast_free(data_);
  }
  device_vector& operator=(const device_vector& other) {
    if (this != &other) take_(other.data_, other.size_);
    return *this;
  }
  device_vector& operator=(device_vector&& other) noexcept {
    swap(other);
    return *this;
  }
  template <class _B>
  device_vector& operator=(const host_vector<_T, _B>& other) {
    take_(other.data(), other.size());
    return *this;
  }
  template <class _B>
  device_vector& operator=(const std::vector<_T, _B>& other) {
    take_(other.data(), other.size());
    return *this;
  }
  template <class _It, class = typename std::iterator_traits<_It>::iterator_category>
  void assign(_It first, _It last) {
    size_t n = (size_t)(last - first);
    if constexpr (__is_same(_It, _T*) || __is_same(_It, const _T*)) {
      take_(first, n);
    } else if constexpr (__is_same(_It, device_ptr<_T>) || __is_same(_It, device_ptr<const _T>)) {
      take_(first.get(), n);
    } else {
      resize(n);
      if (n) __kcast_forget(data_);
    }
  }
  void assign(size_t n, const _T& value) {
    clear();
    resize(n, value);
  }
  iterator begin() { return iterator(data_); }
  iterator end() { return iterator(data_ + size_); }
  const_iterator begin() const { return const_iterator(data_); }
  const_iterator end() const { return const_iterator(data_ + size_); }
  const_iterator cbegin() const { return const_iterator(data_); }
  const_iterator cend() const { return const_iterator(data_ + size_); }
  pointer data() { return pointer(data_); }
  const_pointer data() const { return const_pointer(data_); }
  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  void reserve(size_t n) { grow_(n); }
  void shrink_to_fit() {}
  void clear() { size_ = 0; }
  void resize(size_t n) { resize(n, _T()); }
  void resize(size_t n, const _T& value) {
    grow_(n);
    fill_(size_, n, value);
    size_ = n;
  }
  _T& operator[](size_t i) { return data_[i]; }
  const _T& operator[](size_t i) const { return data_[i]; }
  _T& front() { return data_[0]; }
  _T& back() { return data_[size_ - 1]; }
  void push_back(const _T& value) {
    grow_(size_ + 1);
    data_[size_++] = value;
  }
  void pop_back() { --size_; }
  iterator erase(iterator first, iterator last) {
    size_ -= (size_t)(last - first);
    __kcast_forget(data_);
    return first;
  }
  template <class _It>
  iterator insert(iterator place, _It first, _It last) {
    size_t at = (size_t)(place - begin());
    resize(size_ + (size_t)(last - first));
    __kcast_forget(data_);
    return begin() + (ptrdiff_t)at;
  }
  void swap(device_vector& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
};
template <class _T>
class universal_vector : public device_vector<_T> {
 public:
  typedef device_vector<_T> base_;
  universal_vector() {}
  explicit universal_vector(size_t n) : base_(n) {}
  universal_vector(size_t n, const _T& value) : base_(n, value) {}
  universal_vector(std::initializer_list<_T> list) : base_(list) {}
  template <class _It, class = typename std::iterator_traits<_It>::iterator_category>
  universal_vector(_It first, _It last) : base_(first, last) {}
  template <class _B>
  universal_vector(const host_vector<_T, _B>& other) : base_(other) {}
  template <class _B>
  universal_vector(const std::vector<_T, _B>& other) : base_(other) {}
  universal_vector(const base_& other) : base_(other) {}
};
template <class _T, class _A>
inline bool operator==(const device_vector<_T, _A>& a, const device_vector<_T, _A>& b) {
  return a.size() == b.size() && __kcast_unknown<bool>("device_vector comparison", "device data");
}
template <class _T, class _A>
inline void swap(device_vector<_T, _A>& a, device_vector<_T, _A>& b) {
  a.swap(b);
}
}  // namespace thrust
#include <thrust/algorithm.h>
#endif
