#include "predict/classify.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kcast::predict {

namespace {

constexpr double kNearRidge = 0.1;

// FLOP/s that this mixture of types reaches when every unit runs at its peak, GFLOP/s.
double mixed_peak_gflops(const BaseQuantities& v, const GpuPeaks& peaks) {
  const double busy_ns = v.flops_fp16 / std::max(peaks.fp16_gflops, 1e-9) +
                         v.flops_fp32 / std::max(peaks.fp32_gflops, 1e-9) +
                         v.flops_fp64 / std::max(peaks.fp64_gflops, 1e-9) +
                         v.flops_tensor / std::max(peaks.tensor_fp16_gflops, 1e-9);
  return busy_ns > 0 ? total_flops(v) / busy_ns : peaks.fp32_gflops;
}

std::optional<double> roof_of(const Metric& metric, const BaseQuantities& values, const Gpu& gpu) {
  using Derived = DerivedMetrics;
  if (metric.derived == &Derived::l1_bandwidth_gbs) return gpu.bandwidth.l1_gbs;
  if (metric.derived == &Derived::l2_bandwidth_gbs) return gpu.bandwidth.l2_gbs;
  if (metric.derived == &Derived::hbm_read_bandwidth_gbs) return gpu.bandwidth.dram_gbs;
  if (metric.derived == &Derived::hbm_write_bandwidth_gbs) return gpu.bandwidth.dram_gbs;
  if (metric.derived == &Derived::gflops) return mixed_peak_gflops(values, gpu.peaks);
  return std::nullopt;
}

// The base quantities with each group at one of its ends.
BaseQuantities corner(const Prediction& p, bool high_flops, bool high_bytes, bool high_time) {
  const BaseQuantities& flops = high_flops ? p.high : p.low;
  const BaseQuantities& bytes = high_bytes ? p.high : p.low;
  BaseQuantities out = p.values;
  out.time_us = (high_time ? p.high : p.low).time_us;
  out.flops_fp16 = flops.flops_fp16;
  out.flops_fp32 = flops.flops_fp32;
  out.flops_fp64 = flops.flops_fp64;
  out.flops_tensor = flops.flops_tensor;
  out.l1_bytes = bytes.l1_bytes;
  out.l2_bytes = bytes.l2_bytes;
  out.hbm_read_bytes = bytes.hbm_read_bytes;
  out.hbm_write_bytes = bytes.hbm_write_bytes;
  return out;
}

}  // namespace

RooflineClass classify(const BaseQuantities& values, const Gpu& gpu) {
  struct Type {
    const char* name;
    double operations;
    double peak_gops;
  };
  const Type types[] = {{"fp32", values.flops_fp32, gpu.peaks.fp32_gflops},
                        {"fp64", values.flops_fp64, gpu.peaks.fp64_gflops},
                        {"integer", values.int_ops, gpu.peaks.int32_gops}};
  const double bytes = values.hbm_read_bytes + values.hbm_write_bytes;
  RooflineClass best;
  double best_ratio = -1;
  for (const Type& type : types) {
    const double ridge = type.peak_gops / std::max(gpu.bandwidth.dram_gbs, 1e-9);
    double intensity = 0;
    if (type.operations > 0) {
      intensity = bytes > 0 ? type.operations / bytes : std::numeric_limits<double>::infinity();
    }
    const double ratio = ridge > 0 ? intensity / ridge : 0;
    if (ratio <= best_ratio) continue;
    best_ratio = ratio;
    best.bound = ratio > 1 ? Bound::Compute : Bound::Bandwidth;
    best.near_ridge = std::abs(ratio - 1) <= kNearRidge;
    best.type = type.name;
    best.intensity = intensity;
    best.ridge = ridge;
  }
  return best;
}

std::optional<Interval> metric_interval(const Metric& metric, const Prediction& prediction,
                                        const Gpu& gpu) {
  const auto value = metric_value(metric, prediction.values);
  if (!value) return std::nullopt;
  Interval out{*value, *value};
  for (int bits = 0; bits < 8; ++bits) {
    const BaseQuantities base =
        corner(prediction, (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0);
    // Hit rates and integer operations belong to no group: their own ends count.
    const auto end =
        metric.base != nullptr
            ? std::optional(((bits & 1) != 0 ? prediction.high : prediction.low).*metric.base)
            : metric_value(metric, base);
    if (!end) continue;
    out.low = std::min(out.low, *end);
    out.high = std::max(out.high, *end);
  }
  if (const auto roof = roof_of(metric, prediction.values, gpu)) {
    out.high = std::max(*value, std::min(out.high, *roof));
  }
  return out;
}

bool can_classify(const BaseQuantities& values) {
  return !std::isnan(values.flops_fp32 + values.flops_fp64 + values.int_ops +
                     values.hbm_read_bytes + values.hbm_write_bytes);
}

std::optional<double> metric_value(const Metric& metric, const LaunchPrediction& entry) {
  const auto stated = entry.stated.find(metric.name);
  if (stated != entry.stated.end()) return stated->second;
  return metric_value(metric, entry.prediction.values);
}

std::optional<Interval> metric_interval(const Metric& metric, const LaunchPrediction& entry,
                                        const Gpu& gpu) {
  const auto stated = entry.stated.find(metric.name);
  if (stated != entry.stated.end()) return Interval{stated->second, stated->second};
  return metric_interval(metric, entry.prediction, gpu);
}

}  // namespace kcast::predict
