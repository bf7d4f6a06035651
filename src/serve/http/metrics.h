// Counts for Prometheus.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "serve/api/reply_cache.h"
#include "serve/http/server.h"

namespace kcast::http {

// Thread-safe.
class Metrics {
 public:
  // `route` comes from the table of routes, so that clients cannot make names up.
  void count(std::string_view route, const Exchange& exchange);

  // The text that GET /metrics answers.
  std::string text(const ServerCounts& server, const CacheCounts& cache) const;

 private:
  static constexpr std::array<double, 11> kBounds = {0.001, 0.005, 0.01, 0.025, 0.05, 0.1,
                                                     0.25,  0.5,   1,    2.5,   10};  // seconds
  struct Histogram {
    std::array<uint64_t, kBounds.size() + 1> buckets{};
    double sum = 0;
    uint64_t count = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::pair<std::string, int>, uint64_t> requests_;
  std::map<std::string, Histogram, std::less<>> durations_;
  uint64_t sent_bytes_ = 0;
};

}  // namespace kcast::http
