// The associative containers: an array of pointers to elements, sorted by key (ordered) or in order of arrival
// (unordered, whose keys may have no order). Elements never move, so that references stay good.
#ifndef KCAST_ASSOC_H
#define KCAST_ASSOC_H
#include <functional>
#include <vector>
namespace std {
template <class _V>
class __kcast_assoc_iterator : public iterator<bidirectional_iterator_tag, _V> {
 public:
  typedef __kcast_unconst<_V> plain;
  plain** at_;
  __kcast_assoc_iterator() : at_(nullptr) {}
  explicit __kcast_assoc_iterator(plain** at) : at_(at) {}
  operator __kcast_assoc_iterator<const _V>() const { return __kcast_assoc_iterator<const _V>(at_); }
  _V& operator*() const { return **at_; }
  _V* operator->() const { return *at_; }
  __kcast_assoc_iterator& operator++() {
    ++at_;
    return *this;
  }
  __kcast_assoc_iterator operator++(int) { return __kcast_assoc_iterator(at_++); }
  __kcast_assoc_iterator& operator--() {
    --at_;
    return *this;
  }
  __kcast_assoc_iterator operator--(int) { return __kcast_assoc_iterator(at_--); }
  template <class _W>
  bool operator==(const __kcast_assoc_iterator<_W>& other) const {
    return at_ == other.at_;
  }
#if __cplusplus < 202002L
  template <class _W>
  bool operator!=(const __kcast_assoc_iterator<_W>& other) const {
    return at_ != other.at_;
  }
#endif
};

// _Order compares keys: by "less" when _Sorted, by equality otherwise. _Multi allows equal keys.
template <class _K, class _V, class _Order, bool _Sorted, bool _Multi>
class __kcast_assoc {
 protected:
  vector<_V*> items_;
  _Order order_;
  static const _K& key_(const _V& value) {
    if constexpr (__is_same(_K, _V)) return value;
    else return value.first;
  }
  // The first place whose key is not less than the given one; for unordered ones the place of the key or the end.
  template <class _Key>
  size_t place_(const _Key& key) const {
    size_t low = 0, high = items_.size();
    if constexpr (_Sorted) {
      while (low < high) {
        size_t middle = (low + high) / 2;
        if (order_(key_(*items_[middle]), key)) low = middle + 1;
        else high = middle;
      }
    } else {
      while (low < high && !order_(key_(*items_[low]), key)) ++low;
    }
    return low;
  }
  template <class _Key>
  bool holds_(size_t i, const _Key& key) const {
    if (i >= items_.size()) return false;
    if constexpr (_Sorted) return !order_(key, key_(*items_[i]));
    else return true;
  }
  void drop_() {
    for (size_t i = 0; i < items_.size(); ++i) delete items_[i];
  }

 public:
  typedef _K key_type;
  typedef _V value_type;
  typedef size_t size_type;
  typedef ptrdiff_t difference_type;
  typedef _V& reference;
  typedef const _V& const_reference;
  typedef __kcast_assoc_iterator<_V> iterator;
  typedef __kcast_assoc_iterator<const _V> const_iterator;
  typedef std::reverse_iterator<iterator> reverse_iterator;
  __kcast_assoc() : order_() {}
  explicit __kcast_assoc(const _Order& order) : order_(order) {}
  __kcast_assoc(initializer_list<_V> list) : order_() { insert(list.begin(), list.end()); }
  template <class _It, class = typename iterator_traits<_It>::iterator_category>
  __kcast_assoc(_It first, _It last) : order_() {
    insert(first, last);
  }
  __kcast_assoc(const __kcast_assoc& other) : order_(other.order_) {
    for (size_t i = 0; i < other.items_.size(); ++i) items_.push_back(new _V(*other.items_[i]));
  }
  __kcast_assoc(__kcast_assoc&& other) noexcept : items_(std::move(other.items_)), order_(other.order_) {}
  ~__kcast_assoc() { drop_(); }
  __kcast_assoc& operator=(const __kcast_assoc& other) {
    if (this == &other) return *this;
    clear();
    for (size_t i = 0; i < other.items_.size(); ++i) items_.push_back(new _V(*other.items_[i]));
    return *this;
  }
  __kcast_assoc& operator=(__kcast_assoc&& other) noexcept {
    items_.swap(other.items_);
    return *this;
  }
  size_t size() const noexcept { return items_.size(); }
  bool empty() const noexcept { return items_.empty(); }
  iterator begin() noexcept { return iterator(items_.begin()); }
  iterator end() noexcept { return iterator(items_.end()); }
  const_iterator begin() const noexcept { return const_iterator((_V**)items_.begin()); }
  const_iterator end() const noexcept { return const_iterator((_V**)items_.end()); }
  const_iterator cbegin() const noexcept { return begin(); }
  const_iterator cend() const noexcept { return end(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  void clear() noexcept {
    drop_();
    items_.clear();
  }
  void reserve(size_t) {}
  void rehash(size_t) {}
  float load_factor() const { return 1; }
  void max_load_factor(float) {}
  size_t bucket_count() const { return items_.size(); }

  // Takes over the new element, or drops it when its key is there already.
  pair<iterator, bool> adopt_(_V* fresh) {
    size_t i = place_(key_(*fresh));
    if (!_Multi && holds_(i, key_(*fresh))) {
      delete fresh;
      return pair<iterator, bool>(iterator(items_.begin() + i), false);
    }
    if constexpr (_Multi && _Sorted)
      while (holds_(i, key_(*fresh))) ++i;
    items_.insert(items_.begin() + i, fresh);
    return pair<iterator, bool>(iterator(items_.begin() + i), true);
  }
  template <class... _A>
  conditional_t<_Multi, iterator, pair<iterator, bool>> emplace(_A&&... args) {
    if constexpr (_Multi) return adopt_(new _V(static_cast<_A&&>(args)...)).first;
    else return adopt_(new _V(static_cast<_A&&>(args)...));
  }
  conditional_t<_Multi, iterator, pair<iterator, bool>> insert(const _V& value) { return emplace(value); }
  conditional_t<_Multi, iterator, pair<iterator, bool>> insert(_V&& value) { return emplace(static_cast<_V&&>(value)); }
  iterator insert(const_iterator, const _V& value) { return adopt_(new _V(value)).first; }
  template <class _It, class = typename iterator_traits<_It>::iterator_category>
  void insert(_It first, _It last) {
    for (; first != last; ++first) adopt_(new _V(*first));
  }
  void insert(initializer_list<_V> list) { insert(list.begin(), list.end()); }
  template <class _Key>
  iterator find(const _Key& key) {
    size_t i = place_(key);
    return holds_(i, key) ? iterator(items_.begin() + i) : end();
  }
  template <class _Key>
  const_iterator find(const _Key& key) const {
    size_t i = place_(key);
    return const_iterator((_V**)(holds_(i, key) ? items_.begin() + i : items_.end()));
  }
  iterator find(const _K& key) { return find<_K>(key); }
  const_iterator find(const _K& key) const { return find<_K>(key); }
  bool contains(const _K& key) const { return holds_(place_(key), key); }
  size_t count(const _K& key) const {
    if constexpr (!_Multi) return holds_(place_(key), key) ? 1 : 0;
    size_t n = 0;
    for (size_t i = 0; i < items_.size(); ++i)
      if (same_(key_(*items_[i]), key)) ++n;
    return n;
  }
  bool same_(const _K& a, const _K& b) const {
    if constexpr (_Sorted) return !order_(a, b) && !order_(b, a);
    else return order_(a, b);
  }
  iterator lower_bound(const _K& key) { return iterator(items_.begin() + place_(key)); }
  iterator upper_bound(const _K& key) {
    size_t i = place_(key);
    while (holds_(i, key) && same_(key_(*items_[i]), key)) ++i;
    return iterator(items_.begin() + i);
  }
  pair<iterator, iterator> equal_range(const _K& key) { return pair<iterator, iterator>(lower_bound(key), upper_bound(key)); }
  iterator erase(const_iterator place) {
    delete *place.at_;
    return iterator(items_.erase(place.at_));
  }
  iterator erase(iterator place) { return erase(const_iterator(place.at_)); }
  size_t erase(const _K& key) {
    size_t n = 0;
    for (size_t i = place_(key); holds_(i, key) && same_(key_(*items_[i]), key); i = place_(key), ++n) {
      delete items_[i];
      items_.erase(items_.begin() + i);
    }
    return n;
  }
  void swap(__kcast_assoc& other) noexcept { items_.swap(other.items_); }
};

template <class _K, class _T, class _Order, bool _Sorted>
class __kcast_map : public __kcast_assoc<_K, pair<const _K, _T>, _Order, _Sorted, false> {
 public:
  typedef __kcast_assoc<_K, pair<const _K, _T>, _Order, _Sorted, false> base;
  typedef _T mapped_type;
  typedef typename base::iterator iterator;
  using base::base;
  __kcast_map() {}
  __kcast_map(initializer_list<pair<const _K, _T>> list) : base(list) {}
  _T& operator[](const _K& key) {
    size_t i = this->place_(key);
    if (!this->holds_(i, key)) return this->adopt_(new pair<const _K, _T>(key, _T())).first->second;
    return this->items_[i]->second;
  }
  _T& at(const _K& key) { return this->find(key)->second; }
  const _T& at(const _K& key) const { return this->find(key)->second; }
  template <class... _A>
  pair<iterator, bool> try_emplace(const _K& key, _A&&... args) {
    size_t i = this->place_(key);
    if (this->holds_(i, key)) return pair<iterator, bool>(iterator(this->items_.begin() + i), false);
    return this->adopt_(new pair<const _K, _T>(key, _T(static_cast<_A&&>(args)...)));
  }
  template <class _U>
  pair<iterator, bool> insert_or_assign(const _K& key, _U&& value) {
    pair<iterator, bool> result = try_emplace(key);
    result.first->second = static_cast<_U&&>(value);
    return result;
  }
};
template <class _K, class _V, class _O, bool _S, bool _M>
inline bool operator==(const __kcast_assoc<_K, _V, _O, _S, _M>& a, const __kcast_assoc<_K, _V, _O, _S, _M>& b) {
  if (a.size() != b.size()) return false;
  auto other = b.begin();
  for (auto it = a.begin(); it != a.end(); ++it, ++other)
    if (!(*it == *other)) return false;
  return true;
}
}  // namespace std
#endif
