// Quantiles of numbers that are sorted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace kcast {

// Linear between the neighbours; 0 without values.
inline double quantile_of(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace kcast
