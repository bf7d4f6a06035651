// Answers by what was asked, bounded by bytes; the one that was not used for longest goes first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "serve/api/reply.h"

namespace kcast::api {

struct CacheCounts {
  uint64_t hits = 0;
  uint64_t misses = 0;
  size_t entries = 0;
  size_t bytes = 0;
};

// Thread-safe.
class ReplyCache {
 public:
  explicit ReplyCache(size_t max_bytes) : max_bytes_(max_bytes) {}

  // `counted`: whether a miss is counted; a second look for the same request is not.
  std::optional<Reply> find(const std::string& key, bool counted = true);
  // What is larger than an eighth of the cache is not kept.
  void insert(const std::string& key, const Reply& reply);
  CacheCounts counts() const;

 private:
  struct Entry {
    std::string key;
    Reply reply;
    size_t bytes = 0;
  };

  size_t max_bytes_;
  mutable std::mutex mutex_;
  std::list<Entry> entries_;  // used last in front
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_key_;
  CacheCounts counts_;
};

}  // namespace kcast::api
