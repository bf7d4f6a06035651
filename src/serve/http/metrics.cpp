#include "serve/http/metrics.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "base/files.h"
#include "base/text.h"
#include "base/version.h"

namespace kcast::http {

namespace {

void describe(std::ostream& out, const char* name, const char* type, const char* help) {
  out << "# HELP " << name << " " << help << "\n# TYPE " << name << " " << type << "\n";
}

void single(std::ostream& out, const char* name, const char* type, const char* help,
            uint64_t value) {
  describe(out, name, type, help);
  out << name << " " << value << "\n";
}

// 0 where the system does not say.
uint64_t resident_bytes() {
  const auto text = read_file("/proc/self/statm");
  if (!text) return 0;
  const std::vector<std::string> words = split_words(*text);
  const auto pages = words.size() > 1 ? parse_int(words[1]) : std::nullopt;
  return static_cast<uint64_t>(pages.value_or(0)) * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

void Metrics::count(std::string_view route, const Exchange& exchange) {
  const std::lock_guard lock(mutex_);
  ++requests_[{std::string(route), exchange.status}];
  sent_bytes_ += exchange.bytes;
  Histogram& histogram = durations_[std::string(route)];
  const auto bound = std::lower_bound(kBounds.begin(), kBounds.end(), exchange.seconds);
  ++histogram.buckets[static_cast<size_t>(bound - kBounds.begin())];
  histogram.sum += exchange.seconds;
  ++histogram.count;
}

std::string Metrics::text(const ServerCounts& server, const CacheCounts& cache) const {
  std::ostringstream out;
  describe(out, "kcast_build_info", "gauge", "The version of this server.");
  out << "kcast_build_info{version=\"" << program_version() << "\"} 1\n";
  {
    const std::lock_guard lock(mutex_);
    describe(out, "kcast_http_requests_total", "counter",
             "Requests by route and status; 499: the client left.");
    for (const auto& [key, value] : requests_) {
      out << "kcast_http_requests_total{route=\"" << key.first << "\",status=\"" << key.second
          << "\"} " << value << "\n";
    }
    describe(out, "kcast_http_request_seconds", "histogram",
             "From the first byte of a request to its answer.");
    for (const auto& [route, histogram] : durations_) {
      uint64_t below = 0;
      for (size_t i = 0; i <= kBounds.size(); ++i) {
        below += histogram.buckets[i];
        out << "kcast_http_request_seconds_bucket{route=\"" << route << "\",le=\"";
        i < kBounds.size() ? out << kBounds[i] : out << "+Inf";
        out << "\"} " << below << "\n";
      }
      out << "kcast_http_request_seconds_sum{route=\"" << route << "\"} " << histogram.sum << "\n"
          << "kcast_http_request_seconds_count{route=\"" << route << "\"} " << histogram.count
          << "\n";
    }
    single(out, "kcast_http_sent_bytes_total", "counter", "Bytes of answers.", sent_bytes_);
  }
  single(out, "kcast_connections", "gauge", "Open connections.", server.connections);
  single(out, "kcast_requests_waiting", "gauge", "Requests in line.", server.waiting);
  single(out, "kcast_requests_running", "gauge", "Requests being worked on.", server.running);
  single(out, "kcast_held_bytes", "gauge", "Requests and answers in memory.", server.held_bytes);
  single(out, "kcast_cache_hits_total", "counter", "Answers out of the cache.", cache.hits);
  single(out, "kcast_cache_misses_total", "counter", "Answers that were computed.", cache.misses);
  single(out, "kcast_cache_entries", "gauge", "Answers in the cache.", cache.entries);
  single(out, "kcast_cache_bytes", "gauge", "Bytes of the cache.", cache.bytes);
  single(out, "process_resident_memory_bytes", "gauge", "Resident memory, without workers.",
         resident_bytes());
  return out.str();
}

}  // namespace kcast::http
