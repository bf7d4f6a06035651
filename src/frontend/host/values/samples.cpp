#include "frontend/host/values/samples.h"

#include <algorithm>
#include <cmath>

#include "schema/fill.h"

namespace kcast::host {

namespace {

constexpr size_t kMostSamples = 512;
constexpr int64_t kFewest = 4;       // samples that show anything
constexpr int64_t kTrendCount = 12;  // samples that show a trend
constexpr double kLargestMiss = 0.25;

bool is_thinned(const SampleSet& set, int64_t offset) {
  return (fill_mix(static_cast<uint64_t>(offset)) & set.thinning) != 0;
}

void thin(SampleSet& set) {
  while (set.kept.size() > kMostSamples) {
    set.thinning = set.thinning * 2 + 1;
    std::erase_if(set.kept, [&](const Sample& s) { return is_thinned(set, s.offset); });
  }
}

bool lies_before(const Sample& sample, int64_t offset) {
  return sample.offset < offset;
}

// Samples of one part, by the index of their element.
struct Series {
  std::vector<double> index;
  std::vector<double> value;
  double low = 0;
  double high = 0;

  size_t size() const { return index.size(); }
};

void find_hull(Series& s) {
  if (s.size() == 0) return;
  s.low = *std::min_element(s.value.begin(), s.value.end());
  s.high = *std::max_element(s.value.begin(), s.value.end());
}

Series series_of(const SampleSet& set, const ElementPart& part) {
  Series out;
  for (const Sample& s : set.kept) {
    const int64_t at = s.offset % part.stride;
    if (at != part.offset || s.bytes != part.bytes || s.is_real != part.is_real) continue;
    const int64_t index = s.offset / part.stride;
    out.index.push_back(static_cast<double>(index));
    out.value.push_back(s.value);
  }
  find_hull(out);
  return out;
}

struct Trend {
  double start = 0;
  double step = 0;
  double residual = 0;  // the largest
};

// Least squares.
Trend trend_of(const Series& s) {
  const auto n = static_cast<double>(s.size());
  double mean_index = 0;
  double mean_value = 0;
  for (size_t i = 0; i < s.size(); ++i) {
    mean_index += s.index[i] / n;
    mean_value += s.value[i] / n;
  }
  double way = 0;
  double square = 0;
  for (size_t i = 0; i < s.size(); ++i) {
    const double x = s.index[i] - mean_index;
    way += x * (s.value[i] - mean_value);
    square += x * x;
  }
  Trend out;
  out.step = square > 0 ? way / square : 0;
  out.start = mean_value - out.step * mean_index;
  for (size_t i = 0; i < s.size(); ++i) {
    const double error = s.value[i] - (out.start + out.step * s.index[i]);
    out.residual = std::max(out.residual, std::abs(error));
  }
  return out;
}

// A step that is a whole number, or one over a whole number, within what the samples show.
double tidy_step(const Trend& trend, double span) {
  const double slack = (2 * trend.residual + 1) / std::max(span, 1.0);
  const double whole = std::round(trend.step);
  if (whole != 0 && std::abs(trend.step - whole) <= slack) return whole;
  if (trend.step == 0) return 0;
  const double inverse = std::round(1 / trend.step);
  if (inverse != 0 && std::abs(trend.step - 1 / inverse) <= slack) return 1 / inverse;
  return trend.step;
}

constexpr double kSmall = 0.03;  // deviation, of the whole way
constexpr double kNarrow = 16;   // a way that shows no trend

// Without the few that lie far off, as where indices wrap around at the ends.
Series trimmed(const Series& s, const Trend& trend, double width) {
  Series out;
  for (size_t i = 0; i < s.size(); ++i) {
    const double error = s.value[i] - (trend.start + trend.step * s.index[i]);
    if (std::abs(error) > kSmall * width) continue;
    out.index.push_back(s.index[i]);
    out.value.push_back(s.value[i]);
  }
  find_hull(out);
  return out;
}

// The values of sums of many numbers: from zero upwards, whatever their steps.
std::optional<Fill> sum_fill(const Series& s, double last_index) {
  const double way = s.value.back() - s.value.front();
  const double span = s.index.back() - s.index.front();
  const bool starts = s.index.front() <= 0.02 * last_index && std::abs(s.low) <= 0.02 * way;
  if (!starts || way < span || !std::is_sorted(s.value.begin(), s.value.end())) return std::nullopt;
  Fill fill{.kind = FillKind::OffsetsInto};
  fill.degree = way / span;
  return fill;
}

// Whole numbers that follow the index up or down with little deviation.
std::optional<Fill> trend_fill(Series s, double last_index) {
  const double width = s.high - s.low;
  const auto enough = static_cast<size_t>(std::ceil(0.9 * static_cast<double>(s.size())));
  if (static_cast<int64_t>(s.size()) < kTrendCount || width < kNarrow) return std::nullopt;
  const std::optional<Fill> sum = sum_fill(s, last_index);
  Trend trend = trend_of(s);
  // The first line may be drawn aside by those that lie far off: cut the worst ones first.
  for (double cut = 16; cut >= 1 && trend.residual > kSmall * width; cut /= 2) {
    s = trimmed(s, trend, cut * width);
    if (s.size() < enough) return sum;
    trend = trend_of(s);
  }
  // What is left must go most of its way evenly.
  const double span = s.index.back() - s.index.front();
  const double left = s.high - s.low;
  if (trend.residual > kSmall * width || left < kNarrow) return sum;
  if (std::abs(trend.step) * span < 0.7 * left) return sum;
  Fill fill{.kind = FillKind::Iota, .low = 0, .high = 0};
  fill.step = tidy_step(trend, span);
  const bool is_even = trend.residual <= std::max(1.0, 0.75 * std::abs(trend.step));
  const bool is_tidy = fill.step != trend.step && trend.residual <= 8 * std::abs(trend.step);
  if (sum && !is_even && !is_tidy) return sum;
  fill.low = std::round(trend.start);
  if (fill.step < 0) return fill;
  // Indices are not below zero, and not beyond the largest that were seen.
  const double least = s.low >= 0 ? 0 : -INFINITY;
  const double most = s.high + (last_index - s.index.back()) * fill.step;
  const auto excess = [&] { return fill.low + fill.step * last_index - most; };
  fill.low = std::max(fill.low, least);
  if (s.low >= 0 && trend.start <= trend.residual) fill.low = 0;
  if (excess() > 0) fill.low = std::max(least, fill.low - std::ceil(excess()));
  if (excess() > std::max(1.0, fill.step / 2)) fill.step = (most - fill.low) / last_index;
  return fill;
}

// Every value is the one before it and a step: the steps are known, the values are not.
std::optional<Fill> chain_fill(const Series& s) {
  double sum = 0;
  double low = INFINITY;
  double high = -INFINITY;
  int64_t count = 0;
  for (size_t i = 1; i < s.size(); ++i) {
    if (s.index[i] != s.index[i - 1] + 1) continue;
    const double step = s.value[i] - s.value[i - 1];
    sum += step;
    low = std::min(low, step);
    high = std::max(high, step);
    ++count;
  }
  if (count < kFewest || low < 0 || high <= 0) return std::nullopt;
  if (low == high) return Fill{.kind = FillKind::Iota, .low = 0, .high = 0, .step = low};
  Fill fill{.kind = FillKind::OffsetsInto};
  fill.degree = sum / static_cast<double>(count);
  return fill;
}

// The value that nearly all of them have, if there is one.
std::optional<double> common_value(const Series& s) {
  constexpr double kNearlyAll = 0.96;
  std::vector<double> sorted = s.value;
  std::sort(sorted.begin(), sorted.end());
  const double middle = sorted[sorted.size() / 2];
  const auto same = std::count(sorted.begin(), sorted.end(), middle);
  const bool is_common = static_cast<double>(same) >= kNearlyAll * static_cast<double>(s.size());
  return is_common ? std::optional<double>(middle) : std::nullopt;
}

Fill hull_fill(const Series& s, bool is_real) {
  if (const std::optional<double> value = common_value(s)) {
    return {
        .kind = *value == 0 ? FillKind::Zero : FillKind::Constant, .low = *value, .high = *value};
  }
  if (is_real) return {.kind = FillKind::Uniform, .low = s.low, .high = s.high};
  return {.kind = FillKind::UniformInt, .low = s.low, .high = s.high + 1};
}

}  // namespace

void add_sample(SampleSet& set, const Sample& sample, double weight) {
  set.written += weight * sample.bytes;
  if (is_thinned(set, sample.offset)) return;
  const auto at = std::lower_bound(set.kept.begin(), set.kept.end(), sample.offset, lies_before);
  if (at != set.kept.end() && at->offset == sample.offset) {
    *at = sample;
    return;
  }
  set.kept.insert(at, sample);
  thin(set);
}

void miss_sample(SampleSet& set, uint32_t bytes, double weight) {
  set.written += weight * bytes;
  set.missed += weight * bytes;
}

void move_samples(SampleSet& set, int64_t by_bytes) {
  for (Sample& sample : set.kept)
    sample.offset += by_bytes;
}

SampleSet joined_samples(const SampleSet& a, const SampleSet& b) {
  if (a == b || b.kept.empty()) return a;
  SampleSet out = b;
  out.thinning = std::max(a.thinning, b.thinning);
  std::erase_if(out.kept, [&](const Sample& s) { return is_thinned(out, s.offset); });
  out.written = out.missed = 0;
  for (const Sample& sample : a.kept)
    add_sample(out, sample, 0);
  out.written = std::max(a.written, b.written);
  out.missed = std::max(a.missed, b.missed);
  out.is_chained = a.is_chained || b.is_chained;
  return out;
}

std::optional<SampleFit> fit_samples(const SampleSet& set, const ElementPart& part,
                                     int64_t object_bytes) {
  if (part.stride <= 0 || set.missed > kLargestMiss * set.written) return std::nullopt;
  const Series s = series_of(set, part);
  if (static_cast<int64_t>(s.size()) < kFewest) return std::nullopt;
  SampleFit out;
  out.low = s.low;
  out.high = s.high;
  out.count = static_cast<int64_t>(s.size());
  const int64_t elements = object_bytes / part.stride;
  const double last_index = object_bytes > 0 ? static_cast<double>(elements - 1) : s.index.back();
  std::optional<Fill> line;
  if (!part.is_real && s.low != s.high) {
    line = set.is_chained ? chain_fill(s) : trend_fill(s, std::max(last_index, s.index.back()));
  }
  out.is_line = line.has_value();
  out.fill = line ? *line : hull_fill(s, part.is_real);
  return out;
}

}  // namespace kcast::host
