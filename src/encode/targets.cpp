#include "encode/targets.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "schema/feature_vector.h"

namespace kcast::encode {
namespace {

using Base = BaseQuantities;

constexpr std::array<std::string_view, kTargets> kTargetNames = {
    "time_us",        "flops_fp16",      "flops_fp32",      "flops_fp64",
    "flops_tensor",   "int_ops",         "l1_bytes",        "l2_bytes",
    "hbm_read_bytes", "hbm_write_bytes", "l1_hit_rate_pct", "l2_hit_rate_pct"};
constexpr std::array<double Base::*, kTargets> kMembers = {
    &Base::time_us,        &Base::flops_fp16,      &Base::flops_fp32,      &Base::flops_fp64,
    &Base::flops_tensor,   &Base::int_ops,         &Base::l1_bytes,        &Base::l2_bytes,
    &Base::hbm_read_bytes, &Base::hbm_write_bytes, &Base::l1_hit_rate_pct, &Base::l2_hit_rate_pct};
constexpr size_t kRates = 2;  // at the end
constexpr double kNanoseconds = 1e3;
// 2^80: more than any launch counts, and far from what a double holds.
constexpr double kMostLog2 = 80;

double to_target(size_t i, double value) {
  if (std::isnan(value)) return value;
  if (i >= kTargets - kRates) return std::clamp(value / 100, 0.0, 1.0);
  const double scaled = i == 0 ? value * kNanoseconds : value;
  return std::log1p(std::max(scaled, 0.0)) / std::log(2.0);
}

double from_target(size_t i, double target) {
  if (std::isnan(target)) return target;
  if (i >= kTargets - kRates) return 100 * std::clamp(target, 0.0, 1.0);
  const double value = std::expm1(std::clamp(target, 0.0, kMostLog2) * std::log(2.0));
  return i == 0 ? value / kNanoseconds : value;
}

}  // namespace

std::span<const std::string_view, kTargets> target_names() {
  return kTargetNames;
}

Targets no_targets() {
  Targets out;
  out.fill(std::numeric_limits<float>::quiet_NaN());
  return out;
}

Targets targets_of(const BaseQuantities& values, bool has_counters) {
  Targets out = no_targets();
  for (size_t i = 0; i < (has_counters ? kTargets : 1); ++i)
    out[i] = static_cast<float>(to_target(i, values.*kMembers[i]));
  return out;
}

BaseQuantities quantities_of(std::span<const float, kTargets> targets) {
  BaseQuantities out;
  for (size_t i = 0; i < kTargets; ++i)
    out.*kMembers[i] = from_target(i, static_cast<double>(targets[i]));
  return out;
}

Targets origin_of(const std::vector<float>& feature_row) {
  return targets_of(predicted_in(feature_row));
}

int32_t label_of(Bound bound) {
  if (bound == Bound::Compute) return 1;
  return bound == Bound::Bandwidth ? 0 : -1;
}

}  // namespace kcast::encode
