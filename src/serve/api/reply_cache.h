// Answers by what was asked, bounded by bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/bounded_cache.h"
#include "serve/api/reply.h"

namespace kcast::api {

// Thread-safe.
class ReplyCache {
 public:
  explicit ReplyCache(size_t max_bytes) : cache_(max_bytes) {}

  // `counted`: whether a miss is counted; a second look for the same request is not.
  std::optional<Reply> find(const std::string& key, bool counted = true) {
    return cache_.find(key, counted);
  }
  // What is larger than an eighth of the cache is not kept.
  void insert(const std::string& key, const Reply& reply) {
    cache_.insert(key, reply, reply.body->size());
  }
  CacheCounts counts() const { return cache_.counts(); }

 private:
  BoundedCache<Reply> cache_;
};

}  // namespace kcast::api
