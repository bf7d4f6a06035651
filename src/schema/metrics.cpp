#include "schema/metrics.h"

#include <cmath>

namespace kcast {

namespace {

using Base = BaseQuantities;
using Derived = DerivedMetrics;

constexpr Metric kMetrics[] = {
    {"time_us", "us", &Base::time_us, nullptr},
    {"l1_hit_rate_pct", "%", &Base::l1_hit_rate_pct, nullptr},
    {"l2_hit_rate_pct", "%", &Base::l2_hit_rate_pct, nullptr},
    {"l1_bandwidth_gbs", "GB/s", nullptr, &Derived::l1_bandwidth_gbs},
    {"l2_bandwidth_gbs", "GB/s", nullptr, &Derived::l2_bandwidth_gbs},
    {"hbm_read_bandwidth_gbs", "GB/s", nullptr, &Derived::hbm_read_bandwidth_gbs},
    {"hbm_write_bandwidth_gbs", "GB/s", nullptr, &Derived::hbm_write_bandwidth_gbs},
    {"l1_arithmetic_intensity", "FLOP/B", nullptr, &Derived::l1_arithmetic_intensity},
    {"l2_arithmetic_intensity", "FLOP/B", nullptr, &Derived::l2_arithmetic_intensity},
    {"hbm_arithmetic_intensity", "FLOP/B", nullptr, &Derived::hbm_arithmetic_intensity},
    {"gflops", "GFLOP/s", nullptr, &Derived::gflops},
    {"flops_fp16", "FLOP", &Base::flops_fp16, nullptr},
    {"flops_fp32", "FLOP", &Base::flops_fp32, nullptr},
    {"flops_fp64", "FLOP", &Base::flops_fp64, nullptr},
    {"flops_tensor", "FLOP", &Base::flops_tensor, nullptr},
    {"int_ops", "op", &Base::int_ops, nullptr},
    {"l1_bytes", "B", &Base::l1_bytes, nullptr},
    {"l2_bytes", "B", &Base::l2_bytes, nullptr},
    {"hbm_read_bytes", "B", &Base::hbm_read_bytes, nullptr},
    {"hbm_write_bytes", "B", &Base::hbm_write_bytes, nullptr},
};

std::optional<double> ratio(double a, double b) {
  if (!(b > 0) || std::isnan(a)) return std::nullopt;
  return a / b;
}

}  // namespace

double total_flops(const BaseQuantities& base) {
  return base.flops_fp16 + base.flops_fp32 + base.flops_fp64 + base.flops_tensor;
}

DerivedMetrics derive(const BaseQuantities& base) {
  const double flops = total_flops(base);
  const double nanoseconds = base.time_us * 1e3;  // bytes per ns are GB/s
  DerivedMetrics out;
  out.l1_bandwidth_gbs = ratio(base.l1_bytes, nanoseconds);
  out.l2_bandwidth_gbs = ratio(base.l2_bytes, nanoseconds);
  out.hbm_read_bandwidth_gbs = ratio(base.hbm_read_bytes, nanoseconds);
  out.hbm_write_bandwidth_gbs = ratio(base.hbm_write_bytes, nanoseconds);
  out.l1_arithmetic_intensity = ratio(flops, base.l1_bytes);
  out.l2_arithmetic_intensity = ratio(flops, base.l2_bytes);
  out.hbm_arithmetic_intensity = ratio(flops, base.hbm_read_bytes + base.hbm_write_bytes);
  out.gflops = ratio(flops, nanoseconds);
  return out;
}

std::span<const Metric> metrics() {
  return kMetrics;
}

const Metric* find_metric(std::string_view name) {
  for (const Metric& metric : kMetrics) {
    if (metric.name == name) return &metric;
  }
  return nullptr;
}

std::optional<double> metric_value(const Metric& metric, const BaseQuantities& base) {
  if (metric.base != nullptr) {
    const double value = base.*metric.base;
    return std::isnan(value) ? std::nullopt : std::optional(value);
  }
  return derive(base).*metric.derived;
}

}  // namespace kcast
