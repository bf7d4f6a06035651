// Sorting of events by virtual time, cheap and stable.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace kcast::memory {

// `items` in the order of their times; items of (about) the same time keep their
// order. Time is resolved into at most 2^14 steps, which costs one counting pass.
template <typename T>
std::vector<T> in_time_order(const std::vector<T>& items, const std::vector<uint64_t>& times) {
  constexpr uint64_t kMaxSteps = 1 << 14;
  uint64_t longest = 0;
  for (const uint64_t time : times)
    longest = std::max(longest, time);
  const uint64_t width = longest / kMaxSteps + 1;
  std::vector<uint32_t> begins(longest / width + 2, 0);
  for (const uint64_t time : times)
    ++begins[time / width + 1];
  for (size_t i = 1; i < begins.size(); ++i)
    begins[i] += begins[i - 1];
  std::vector<T> sorted(items.size());
  for (size_t i = 0; i < items.size(); ++i)
    sorted[begins[times[i] / width]++] = items[i];
  return sorted;
}

}  // namespace kcast::memory
