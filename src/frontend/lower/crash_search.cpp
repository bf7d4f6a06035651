#include "frontend/lower/crash_search.h"

#include <algorithm>
#include <utility>

namespace kcast::frontend {

CrashSearchResult search_crashes(size_t count, const std::function<bool(size_t, size_t)>& try_range,
                                 const std::function<bool()>& may_go_on) {
  constexpr size_t kPieces = 16;
  constexpr size_t kMostTrials = 200;
  CrashSearchResult out;
  size_t trials = 0;
  std::vector<std::pair<size_t, size_t>> failing;  // ranges in which something fails
  if (count > 0) failing.emplace_back(0, count);
  for (size_t at = 0; at < failing.size(); ++at) {
    const auto [begin, end] = failing[at];
    const size_t size = (end - begin + kPieces - 1) / kPieces;
    for (size_t first = begin; first < end; first += size) {
      const size_t last = std::min(first + size, end);
      if (trials >= kMostTrials || !may_go_on()) {
        for (size_t i = first; i < last; ++i)
          (at == 0 ? out.untried : out.suspect).push_back(i);
        continue;
      }
      ++trials;
      if (try_range(first, last)) continue;
      if (last - first == 1) {
        out.failed.push_back(first);
      } else {
        failing.emplace_back(first, last);
      }
    }
  }
  return out;
}

void say_crashes(const CrashSearchResult& found, std::span<Kernel* const> kernels) {
  for (const size_t i : found.failed)
    kernels[i]->not_lowered_reason = kBackEndFails;
  for (const size_t i : found.suspect)
    kernels[i]->not_lowered_reason = kFailsTogether;
  for (const size_t i : found.untried)
    kernels[i]->not_lowered_reason = kNotTried;
}

}  // namespace kcast::frontend
