#include "trees/likeness.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "trees/tree_features.h"

namespace kcast::trees {
namespace {

constexpr float kMostSpreads = 4;  // a feature counts no more than so many

std::vector<uint16_t> likeness_places() {
  const std::vector<std::string>& names = tree_feature_names();
  std::vector<uint16_t> out;
  for (const char* name : likeness_feature_names()) {
    const auto found = std::find(names.begin(), names.end(), name);
    KCAST_CHECK(found != names.end(), "likeness uses tree features");
    out.push_back(static_cast<uint16_t>(found - names.begin()));
  }
  return out;
}

std::vector<float> scaled(const Likeness& likeness, std::span<const float> row) {
  std::vector<float> out;
  for (size_t i = 0; i < likeness.features.size(); ++i) {
    const float value = (row[likeness.features[i]] - likeness.middle[i]) / likeness.spread[i];
    out.push_back(std::clamp(value, -kMostSpreads, kMostSpreads));
  }
  return out;
}

double square_distance(std::span<const float> a, std::span<const float> b) {
  float sum = 0;
  for (size_t i = 0; i < a.size(); ++i)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return static_cast<double>(sum);
}

void measure_spread(std::span<const float> rows, size_t count, Likeness& out) {
  const size_t columns = rows.size() / std::max<size_t>(1, count);
  for (const uint16_t feature : out.features) {
    double sum = 0;
    double squares = 0;
    for (size_t i = 0; i < count; ++i) {
      const auto value = static_cast<double>(rows[i * columns + feature]);
      sum += value;
      squares += value * value;
    }
    const double n = static_cast<double>(std::max<size_t>(1, count));
    const double variance = std::max(0.0, squares / n - (sum / n) * (sum / n));
    out.middle.push_back(static_cast<float>(sum / n));
    out.spread.push_back(static_cast<float>(std::max(0.05, std::sqrt(variance))));
  }
}

}  // namespace

double Likeness::distance(std::span<const float> tree_features) const {
  const size_t width = features.size();
  if (width == 0) return 0;
  const std::vector<float> point = scaled(*this, tree_features);
  double best = std::numeric_limits<double>::max();
  for (size_t at = 0; at + width <= typical.size(); at += width)
    best = std::min(best, square_distance(point, std::span(typical).subspan(at, width)));
  return std::sqrt(best / static_cast<double>(width));
}

// The next typical launch is always the one that is furthest from all so far: none is missed
// because others are many.
Likeness make_likeness(std::span<const float> rows, size_t count) {
  constexpr size_t kTypical = 512;
  constexpr size_t kConsidered = 12000;
  Likeness out;
  out.features = likeness_places();
  measure_spread(rows, count, out);
  const size_t columns = rows.size() / std::max<size_t>(1, count);
  const size_t step = std::max<size_t>(1, count / kConsidered);
  std::vector<std::vector<float>> points;
  for (size_t i = 0; i < count; i += step)
    points.push_back(scaled(out, rows.subspan(i * columns, columns)));
  std::vector<double> nearest(points.size(), std::numeric_limits<double>::max());
  size_t next = 0;
  for (size_t n = 0; n < std::min(kTypical, points.size()); ++n) {
    const std::vector<float> chosen = points[next];
    out.typical.insert(out.typical.end(), chosen.begin(), chosen.end());
    for (size_t i = 0; i < points.size(); ++i)
      nearest[i] = std::min(nearest[i], square_distance(points[i], chosen));
    next = static_cast<size_t>(std::max_element(nearest.begin(), nearest.end()) - nearest.begin());
  }
  return out;
}

void write_likeness(const Likeness& likeness, ByteWriter& out) {
  out.numbers(likeness.features);
  out.numbers(likeness.middle);
  out.numbers(likeness.spread);
  out.numbers(likeness.typical);
  out.number(likeness.far);
}

Result<Likeness> read_likeness(ByteReader& in, size_t columns) {
  Likeness out;
  out.features = in.numbers<uint16_t>();
  out.middle = in.numbers<float>();
  out.spread = in.numbers<float>();
  out.typical = in.numbers<float>();
  out.far = in.number<float>();
  const bool whole = in.ok() && out.middle.size() == out.features.size() &&
                     out.spread.size() == out.features.size() &&
                     std::all_of(out.features.begin(), out.features.end(),
                                 [&](uint16_t feature) { return feature < columns; });
  if (!whole) return Error{ErrorCode::InvalidInput, "typical launches are damaged"};
  return out;
}

}  // namespace kcast::trees
