// Values by a key, bounded by bytes; the one that was not used for longest goes first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kcast {

struct CacheCounts {
  uint64_t hits = 0;
  uint64_t misses = 0;
  size_t entries = 0;
  size_t bytes = 0;
};

// Thread-safe.
template <typename Value>
class BoundedCache {
 public:
  explicit BoundedCache(size_t max_bytes) : max_bytes_(max_bytes) {}

  // `counted`: whether a miss is counted; a second look for the same key is not.
  std::optional<Value> find(const std::string& key, bool counted = true) {
    const std::lock_guard lock(mutex_);
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) {
      if (counted) ++counts_.misses;
      return std::nullopt;
    }
    ++counts_.hits;
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->value;
  }

  // What is larger than an eighth of the cache is not kept. `value_bytes`: what the value holds
  // beside its own fields.
  void insert(const std::string& key, Value value, size_t value_bytes) {
    const size_t bytes = key.size() + value_bytes + kEntryOverhead;
    const std::lock_guard lock(mutex_);
    if (bytes > max_bytes_ / 8 || by_key_.contains(key)) return;
    entries_.push_front({key, std::move(value), bytes});
    by_key_.emplace(entries_.front().key, entries_.begin());
    counts_.bytes += bytes;
    while (counts_.bytes > max_bytes_) {
      counts_.bytes -= entries_.back().bytes;
      by_key_.erase(entries_.back().key);
      entries_.pop_back();
    }
    counts_.entries = entries_.size();
  }

  CacheCounts counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
  }

 private:
  static constexpr size_t kEntryOverhead = 256;  // lists, maps and the value's own fields

  struct Entry {
    std::string key;
    Value value;
    size_t bytes = 0;
  };

  size_t max_bytes_;
  mutable std::mutex mutex_;
  std::list<Entry> entries_;  // used last in front
  std::unordered_map<std::string_view, typename std::list<Entry>::iterator> by_key_;
  CacheCounts counts_;
};

}  // namespace kcast
