#include "launch/rebalance.h"

#include <algorithm>
#include <cmath>

#include "base/quantile.h"

namespace kcast::launch {
namespace {

struct Line {
  double slope = 0;
  double intercept = 0;
};

// Least squares of time over blocks.
Line fitted_line(std::span<const TimedBlocks> points) {
  const auto n = static_cast<double>(points.size());
  double blocks = 0;
  double time = 0;
  for (const TimedBlocks& point : points) {
    blocks += point.blocks / n;
    time += point.time_us / n;
  }
  double product = 0;
  double square = 0;
  for (const TimedBlocks& point : points) {
    product += (point.blocks - blocks) * (point.time_us - time);
    square += (point.blocks - blocks) * (point.blocks - blocks);
  }
  Line line;
  if (square > 0) line.slope = product / square;
  line.intercept = time - line.slope * blocks;
  return line;
}

}  // namespace

std::vector<int64_t> missing_blocks(std::span<const TimedBlocks> points, size_t count, Rng& rng) {
  constexpr size_t kFewest = 4;
  std::vector<int64_t> out;
  if (points.size() < kFewest) return out;
  std::vector<double> times;
  for (const TimedBlocks& point : points)
    times.push_back(point.time_us);
  std::sort(times.begin(), times.end());
  const double quarter = quantile_of(times, 0.25);
  const double three = quantile_of(times, 0.75);
  double low = three + 1.5 * (three - quarter);
  const double high = times.back();
  if (low >= high) low = quantile_of(times, 0.5);
  const Line line = fitted_line(points);
  if (line.slope <= 0 || low >= high) return out;
  for (size_t i = 0; i < count; ++i) {
    const double time = low + (high - low) * rng.unit();
    out.push_back(std::max<int64_t>(std::llround((time - line.intercept) / line.slope), 1));
  }
  return out;
}

}  // namespace kcast::launch
