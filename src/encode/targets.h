// What regression heads are trained on: the base quantities as numbers of one size.
//
// Times and counts are log2(1 + x), the time in nanoseconds; hit rates are 0 to 1. The analytic
// estimate in the same units is the origin of a hybrid head's residual.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/bound.h"
#include "schema/metrics.h"

namespace kcast::encode {

inline constexpr size_t kTargets = 12;
using Targets = std::array<float, kTargets>;

// time_us, flops_fp16, ..., hbm_write_bytes, l1_hit_rate_pct, l2_hit_rate_pct.
std::span<const std::string_view, kTargets> target_names();

// What is not a number stays so. Without counters only the time is known; the rest is NaN.
Targets targets_of(const BaseQuantities& values, bool has_counters = true);

// The values again, to the precision of a float's logarithm. Whatever a head answers, nothing is
// negative, rates are 0 to 100, and nothing is infinite.
BaseQuantities quantities_of(std::span<const float, kTargets> targets);

// All NaN: there is no analytic estimate.
Targets no_targets();
// The estimate in a row of schema/feature_vector.h.
Targets origin_of(const std::vector<float>& feature_row);

// Roofline class in a shard: 0 bandwidth, 1 compute, -1 anything else.
int32_t label_of(Bound bound);

}  // namespace kcast::encode
