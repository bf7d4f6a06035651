// The quantities that are measured and predicted, and what follows from them.
//
// Base quantities are the only ones that a model answers; every other metric is
// computed from them here, so that arithmetic intensity x bandwidth = GFLOP/s
// holds whatever made the numbers.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace kcast {

// Per launch and GPU. On NVIDIA each is what ncu prints, L2 cold.
struct BaseQuantities {
  double time_us = 0;
  double flops_fp16 = 0;  // add, mul = 1, fma = 2; without tensor cores
  double flops_fp32 = 0;
  double flops_fp64 = 0;
  double flops_tensor = 0;
  double int_ops = 0;
  double l1_bytes = 0;
  double l2_bytes = 0;
  double hbm_read_bytes = 0;
  double hbm_write_bytes = 0;
  double l1_hit_rate_pct = 0;  // 0 to 100
  double l2_hit_rate_pct = 0;

  bool operator==(const BaseQuantities&) const = default;
};

// An absent value is a division by nothing: no bytes moved, or no time.
struct DerivedMetrics {
  std::optional<double> l1_bandwidth_gbs;
  std::optional<double> l2_bandwidth_gbs;
  std::optional<double> hbm_read_bandwidth_gbs;
  std::optional<double> hbm_write_bandwidth_gbs;
  std::optional<double> l1_arithmetic_intensity;  // FLOP per byte, all types
  std::optional<double> l2_arithmetic_intensity;
  std::optional<double> hbm_arithmetic_intensity;  // per byte read or written
  std::optional<double> gflops;

  bool operator==(const DerivedMetrics&) const = default;
};

double total_flops(const BaseQuantities& base);
DerivedMetrics derive(const BaseQuantities& base);

// Every metric by its one name, for tables, CSV and JSON.
struct Metric {
  std::string_view name;
  std::string_view unit;
  double BaseQuantities::* base = nullptr;  // one of the two
  std::optional<double> DerivedMetrics::* derived = nullptr;
};
std::span<const Metric> metrics();
const Metric* find_metric(std::string_view name);

// The value of a metric; absent where it is not defined.
std::optional<double> metric_value(const Metric& metric, const BaseQuantities& base);

}  // namespace kcast
