// A set of numbered values.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kcast::cost {

class RegisterSet {
 public:
  explicit RegisterSet(size_t size) : words_((size + 63) / 64) {}
  void insert(int32_t i) { words_[word(i)] |= bit(i); }
  void erase(int32_t i) { words_[word(i)] &= ~bit(i); }
  bool contains(int32_t i) const { return (words_[word(i)] & bit(i)) != 0; }
  // True when that changed it.
  bool unite(const RegisterSet& other) {
    bool changed = false;
    for (size_t i = 0; i < words_.size(); ++i) {
      const uint64_t next = words_[i] | other.words_[i];
      changed |= next != words_[i];
      words_[i] = next;
    }
    return changed;
  }
  template <typename Visit>
  void for_each(Visit visit) const {
    for (size_t i = 0; i < words_.size(); ++i) {
      for (uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        visit(static_cast<int32_t>(i * 64 + static_cast<size_t>(std::countr_zero(rest))));
      }
    }
  }

 private:
  static size_t word(int32_t i) { return static_cast<size_t>(i) / 64; }
  static uint64_t bit(int32_t i) { return uint64_t{1} << (i & 63); }
  std::vector<uint64_t> words_;
};

}  // namespace kcast::cost
