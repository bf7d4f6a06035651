#include "eval/rows.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "base/check.h"
#include "predict/classify.h"

namespace kcast::eval {
namespace {

MetricValues values_of(const BaseQuantities& base) {
  MetricValues out;
  for (size_t i = 0; i < kMetrics; ++i)
    out[i] = metric_value(metrics()[i], base).value_or(Answer::no_value());
  return out;
}

}  // namespace

double Answer::no_value() {
  return std::numeric_limits<double>::quiet_NaN();
}

LaunchNumbers numbers_of(const Launch& launch) {
  LaunchNumbers out;
  out.blocks = static_cast<double>(launch.grid[0] * launch.grid[1] * launch.grid[2]);
  out.threads = static_cast<double>(launch.block[0] * launch.block[1] * launch.block[2]);
  std::vector<double> integers;
  for (const LaunchArgument& argument : launch.arguments) {
    out.bytes +=
        static_cast<double>(argument.elements) * static_cast<double>(argument.element_bytes);
    if (argument.integer) integers.push_back(static_cast<double>(*argument.integer));
  }
  std::sort(integers.begin(), integers.end(), std::greater<>());
  for (size_t i = 0; i < std::min(integers.size(), out.scalars.size()); ++i)
    out.scalars[i] = integers[i];
  return out;
}

size_t metric_index(std::string_view name) {
  const Metric* metric = find_metric(name);
  KCAST_CHECK(metric != nullptr, "a metric of metrics()");
  return static_cast<size_t>(metric - metrics().data());
}

MetricValues truth_of(const BaseQuantities& measured, bool has_counters) {
  BaseQuantities cut = measured;
  cut.l1_hit_rate_pct = std::clamp(cut.l1_hit_rate_pct, 0.0, 100.0);
  cut.l2_hit_rate_pct = std::clamp(cut.l2_hit_rate_pct, 0.0, 100.0);
  MetricValues out = values_of(cut);
  if (has_counters) return out;
  const size_t time = metric_index("time_us");
  for (size_t i = 0; i < kMetrics; ++i) {
    if (i != time) out[i] = Answer::no_value();
  }
  return out;
}

Answer answer_of(const BaseQuantities& predicted, const Gpu& gpu) {
  Answer out;
  out.values = values_of(predicted);
  out.bound = bound_of(predicted, gpu);
  return out;
}

Bound bound_of(const BaseQuantities& values, const Gpu& gpu) {
  return predict::classify(values, gpu).bound;
}

}  // namespace kcast::eval
