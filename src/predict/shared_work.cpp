#include "predict/shared_work.h"

#include <algorithm>
#include <cmath>

#include "predict/states/carry_corrections.h"
#include "schema/gpu/roof_time.h"

namespace kcast::predict {

namespace {

constexpr double kWider = 1.5;
constexpr double kMostScaled = 16;  // beyond, the two have little in common

double factor_of(const FollowedTwice* twice, double BaseQuantities::* field) {
  if (twice == nullptr || !(twice->little.*field > 0)) return 1;
  return std::clamp(twice->whole.*field / twice->little.*field, 1 / kMostScaled, kMostScaled);
}

}  // namespace

void scale_from_few_blocks(const FollowedTwice* same_kernel, const Gpu& gpu,
                           Prediction& prediction) {
  for (const Metric& metric : metrics()) {
    double BaseQuantities::* const field = metric.base;
    if (field == nullptr) continue;
    const double factor = factor_of(same_kernel, field);
    const double most = is_rate(field) ? 100 : INFINITY;
    prediction.values.*field = std::min(prediction.values.*field * factor, most);
    prediction.low.*field *= factor / kWider;
    prediction.high.*field = std::min(prediction.high.*field * factor * kWider, most);
  }
  const double time = factor_of(same_kernel, &BaseQuantities::time_us);
  for (BottleneckTerm& term : prediction.bottleneck)
    term.time_us *= time;
  // Each quantity has a factor of its own; together they may not exceed a roof.
  prediction.values.time_us =
      std::max(prediction.values.time_us, roof_time_us(prediction.values, gpu));
  prediction.notes.emplace_back(
      same_kernel == nullptr
          ? "one of very many launches: few of its blocks were followed, so the intervals are wider"
          : "one of very many launches: few of its blocks were followed, and the numbers are "
            "scaled "
            "by what following another launch of the kernel to its end changed; the intervals are "
            "wider");
}

}  // namespace kcast::predict
