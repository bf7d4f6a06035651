// Names of nested scopes: an inner definition hides an outer one until its scope ends.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kcast::ptx {

template <typename Value>
class ScopedNames {
 public:
  void define(std::string_view name, const Value& value) {
    const auto [slot, fresh] = latest_.try_emplace(name, -1);
    entries_.push_back({name, value, slot->second});
    slot->second = int32_t(entries_.size()) - 1;
  }

  const Value* find(std::string_view name) const {
    const auto slot = latest_.find(name);
    if (slot == latest_.end() || slot->second < 0) return nullptr;
    return &entries_[slot->second].value;
  }

  void push() { starts_.push_back(entries_.size()); }

  void pop() {
    for (; entries_.size() > starts_.back(); entries_.pop_back())
      latest_[entries_.back().name] = entries_.back().hidden;
    starts_.pop_back();
  }

 private:
  struct Entry {
    std::string_view name;
    Value value;
    int32_t hidden;  // entry that this one hides; -1: none
  };
  std::unordered_map<std::string_view, int32_t> latest_;  // only looked up, never walked
  std::vector<Entry> entries_;
  std::vector<size_t> starts_;
};

}  // namespace kcast::ptx
