#include "serve/api/reply_cache.h"

namespace kcast::api {

namespace {

constexpr size_t kEntryOverhead = 256;  // lists, maps and the reply's own fields

}  // namespace

std::optional<Reply> ReplyCache::find(const std::string& key, bool counted) {
  const std::lock_guard lock(mutex_);
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) {
    if (counted) ++counts_.misses;
    return std::nullopt;
  }
  ++counts_.hits;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->reply;
}

void ReplyCache::insert(const std::string& key, const Reply& reply) {
  const size_t bytes = key.size() + reply.body->size() + kEntryOverhead;
  const std::lock_guard lock(mutex_);
  if (bytes > max_bytes_ / 8 || by_key_.contains(key)) return;
  entries_.push_front({key, reply, bytes});
  by_key_.emplace(entries_.front().key, entries_.begin());
  counts_.bytes += bytes;
  while (counts_.bytes > max_bytes_) {
    counts_.bytes -= entries_.back().bytes;
    by_key_.erase(entries_.back().key);
    entries_.pop_back();
  }
  counts_.entries = entries_.size();
}

CacheCounts ReplyCache::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

}  // namespace kcast::api
