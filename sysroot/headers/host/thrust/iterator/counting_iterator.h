// The iterators that compute their values.
#ifndef KCAST_THRUST_ITERATORS_H
#define KCAST_THRUST_ITERATORS_H
#include <iterator>
#include <thrust/tuple.h>
namespace thrust {
// What all of them share: a position; the derived class reads at a position.
template <class _Self, class _Value, class _Reference>
class __kcast_indexed {
 public:
  typedef _Value value_type;
  typedef _Reference reference;
  typedef ptrdiff_t difference_type;
  typedef const _Value* pointer;
  typedef std::random_access_iterator_tag iterator_category;
  ptrdiff_t at_ = 0;
  KCAST_HD const _Self& self_() const { return static_cast<const _Self&>(*this); }
  KCAST_HD _Reference operator*() const { return self_().read_(at_); }
  KCAST_HD _Reference operator[](ptrdiff_t n) const { return self_().read_(at_ + n); }
  KCAST_HD _Self operator+(ptrdiff_t n) const {
    _Self result = self_();
    result.at_ += n;
    return result;
  }
  KCAST_HD _Self operator-(ptrdiff_t n) const { return *this + -n; }
  KCAST_HD ptrdiff_t operator-(const __kcast_indexed& other) const { return at_ - other.at_; }
  KCAST_HD _Self& operator+=(ptrdiff_t n) {
    at_ += n;
    return static_cast<_Self&>(*this);
  }
  KCAST_HD _Self& operator++() { return *this += 1; }
  KCAST_HD _Self operator++(int) {
    _Self old = self_();
    ++at_;
    return old;
  }
  KCAST_HD bool operator==(const __kcast_indexed& other) const { return at_ == other.at_; }
#if __cplusplus < 202002L
  KCAST_HD bool operator!=(const __kcast_indexed& other) const { return at_ != other.at_; }
#endif
  KCAST_HD bool operator<(const __kcast_indexed& other) const { return at_ < other.at_; }
};
template <class _T, class... _Rest>
class counting_iterator : public __kcast_indexed<counting_iterator<_T, _Rest...>, _T, _T> {
 public:
  KCAST_HD explicit counting_iterator(_T first = _T()) { this->at_ = (ptrdiff_t)first; }
  KCAST_HD _T read_(ptrdiff_t i) const { return (_T)i; }
};
template <class _T>
KCAST_HD inline counting_iterator<_T> make_counting_iterator(_T first) {
  return counting_iterator<_T>(first);
}
template <class _T, class... _Rest>
class constant_iterator : public __kcast_indexed<constant_iterator<_T, _Rest...>, _T, _T> {
  _T value_;

 public:
  KCAST_HD explicit constant_iterator(_T value = _T(), ptrdiff_t at = 0) : value_(value) { this->at_ = at; }
  KCAST_HD _T read_(ptrdiff_t) const { return value_; }
};
template <class _T>
KCAST_HD inline constant_iterator<_T> make_constant_iterator(_T value) {
  return constant_iterator<_T>(value);
}
template <class _F, class _It, class... _Rest>
class transform_iterator
    : public __kcast_indexed<transform_iterator<_F, _It, _Rest...>, __kcast_decayed<decltype(std::declval<_F>()(*std::declval<_It>()))>,
                             __kcast_decayed<decltype(std::declval<_F>()(*std::declval<_It>()))>> {
  _It it_;
  _F f_;

 public:
  KCAST_HD transform_iterator() : it_(), f_() {}
  KCAST_HD explicit transform_iterator(_It it, _F f = _F()) : it_(it), f_(f) {}
  KCAST_HD __kcast_decayed<decltype(std::declval<_F>()(*std::declval<_It>()))> read_(ptrdiff_t i) const {
    return const_cast<_F&>(f_)(it_[i]);
  }
};
template <class _It, class _F>
KCAST_HD inline transform_iterator<_F, _It> make_transform_iterator(_It it, _F f) {
  return transform_iterator<_F, _It>(it, f);
}
template <class _Element, class _Index>
class permutation_iterator
    : public __kcast_indexed<permutation_iterator<_Element, _Index>, typename std::iterator_traits<_Element>::value_type,
                             decltype(*std::declval<_Element>())> {
  _Element elements_;
  _Index index_;

 public:
  KCAST_HD permutation_iterator(_Element elements, _Index index) : elements_(elements), index_(index) {}
  KCAST_HD decltype(*std::declval<_Element>()) read_(ptrdiff_t i) const { return elements_[(ptrdiff_t)index_[i]]; }
};
template <class _Element, class _Index>
KCAST_HD inline permutation_iterator<_Element, _Index> make_permutation_iterator(_Element elements, _Index index) {
  return permutation_iterator<_Element, _Index>(elements, index);
}
template <class _Tuple>
class zip_iterator;
template <class... _It>
class zip_iterator<tuple<_It...>>
    : public __kcast_indexed<zip_iterator<tuple<_It...>>, tuple<typename std::iterator_traits<_It>::value_type...>,
                             tuple<decltype(*std::declval<_It>())...>> {
  tuple<_It...> its_;
  template <size_t... _I>
  KCAST_HD tuple<decltype(*std::declval<_It>())...> pick_(ptrdiff_t i, std::index_sequence<_I...>) const {
    return tuple<decltype(*std::declval<_It>())...>(std::get<_I>(its_)[i]...);
  }

 public:
  // The distance of two zip iterators is the distance of their first parts.
  KCAST_HD explicit zip_iterator(const tuple<_It...>& its) : its_(its) {}
  KCAST_HD const tuple<_It...>& get_iterator_tuple() const { return its_; }
  KCAST_HD tuple<decltype(*std::declval<_It>())...> read_(ptrdiff_t i) const {
    return pick_(i, std::index_sequence_for<_It...>());
  }
  KCAST_HD ptrdiff_t operator-(const zip_iterator& other) const {
    return (std::get<0>(its_) - std::get<0>(other.its_)) + (this->at_ - other.at_);
  }
  using __kcast_indexed<zip_iterator<tuple<_It...>>, tuple<typename std::iterator_traits<_It>::value_type...>,
                        tuple<decltype(*std::declval<_It>())...>>::operator-;
};
template <class... _It>
KCAST_HD inline zip_iterator<tuple<_It...>> make_zip_iterator(const tuple<_It...>& its) {
  return zip_iterator<tuple<_It...>>(its);
}
template <class _A, class _B, class... _It>
KCAST_HD inline zip_iterator<tuple<_A, _B, _It...>> make_zip_iterator(_A a, _B b, _It... its) {
  return zip_iterator<tuple<_A, _B, _It...>>(tuple<_A, _B, _It...>(a, b, its...));
}
struct __kcast_discard {
  template <class _T>
  KCAST_HD const __kcast_discard& operator=(const _T&) const {
    return *this;
  }
};
class discard_iterator : public __kcast_indexed<discard_iterator, __kcast_discard, __kcast_discard> {
 public:
  KCAST_HD __kcast_discard read_(ptrdiff_t) const { return {}; }
};
inline discard_iterator make_discard_iterator() { return discard_iterator(); }
#if __cplusplus >= 201402L
template <class _F>
struct __kcast_zip_function {
  _F f;
  template <class _T>
  KCAST_HD decltype(auto) operator()(_T&& t) const {
    return std::apply(f, t);
  }
};
template <class _F>
KCAST_HD inline __kcast_zip_function<_F> make_zip_function(_F f) {
  return __kcast_zip_function<_F>{f};
}
#endif
template <class _It>
struct iterator_traits : std::iterator_traits<_It> {};
template <class _It>
using iterator_value_t = typename std::iterator_traits<_It>::value_type;
}  // namespace thrust
#endif
