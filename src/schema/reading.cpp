#include "schema/reading.h"

#include <algorithm>

#include "base/quantile.h"

namespace kcast {

double time_spread(const LaunchReading& reading) {
  std::vector<double> sorted = reading.times_us;
  std::sort(sorted.begin(), sorted.end());
  const double median = quantile_of(sorted, 0.5);
  return median > 0 ? (sorted.back() - sorted.front()) / median : 0;
}

}  // namespace kcast
