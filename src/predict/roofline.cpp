#include "predict/roofline.h"

#include <algorithm>

#include "predict/classify.h"

namespace kcast::predict {

namespace {

struct Work {
  std::string name;
  double operations;
  double nominal_gops;
  std::optional<double> measured_gops;
};

// The type whose units are busy longest.
Work main_work(const BaseQuantities& v, const Gpu& gpu) {
  const Measured none;
  const Measured& m = gpu.measured ? *gpu.measured : none;
  const Work kinds[] = {
      {"fp32", v.flops_fp32, gpu.peaks.fp32_gflops, m.fp32_gflops},
      {"fp64", v.flops_fp64, gpu.peaks.fp64_gflops, m.fp64_gflops},
      {"fp16", v.flops_fp16, gpu.peaks.fp16_gflops, m.fp16_gflops},
      {"tensor", v.flops_tensor, gpu.peaks.tensor_fp16_gflops, m.tensor_fp16_gflops},
  };
  const auto busy = [](const Work& w) { return w.operations / std::max(w.nominal_gops, 1e-9); };
  return *std::max_element(std::begin(kinds), std::end(kinds),
                           [&](const Work& a, const Work& b) { return busy(a) < busy(b); });
}

// Integer operations in the place of FLOPs, so that derive() serves both.
BaseQuantities integers_as_flops(BaseQuantities v) {
  v.flops_fp16 = v.flops_fp64 = v.flops_tensor = 0;
  v.flops_fp32 = v.int_ops;
  return v;
}

void add_roof(std::string name, double gbs, double gops, bool measured, std::vector<Roof>& out) {
  if (gbs > 0 || gops > 0) out.push_back({std::move(name), gbs, gops, measured});
}

std::vector<Roof> roofs_of(const Gpu& gpu, const Work& work) {
  std::vector<Roof> out;
  add_roof("HBM", gpu.bandwidth.dram_gbs, 0, false, out);
  add_roof("L2", gpu.bandwidth.l2_gbs.value_or(0), 0, false, out);
  add_roof("L1", gpu.bandwidth.l1_gbs, 0, false, out);
  add_roof(work.name, 0, work.nominal_gops, false, out);
  if (!gpu.measured) return out;
  const Measured& m = *gpu.measured;
  const double dram = std::max(
      {m.dram_read_gbs.value_or(0), m.dram_write_gbs.value_or(0), m.dram_copy_gbs.value_or(0)});
  add_roof("HBM", dram, 0, true, out);
  add_roof("L2", m.l2_gbs.value_or(0), 0, true, out);
  add_roof("L1", m.l1_gbs.value_or(0), 0, true, out);
  add_roof(work.name, 0, work.measured_gops.value_or(0), true, out);
  return out;
}

}  // namespace

std::optional<Roofline> make_roofline(const LaunchPrediction& launch, const Gpu& gpu) {
  LaunchPrediction entry = launch;
  Prediction& prediction = entry.prediction;
  Roofline out;
  out.name = launch.name;
  out.gpu = gpu.name;
  Work work = main_work(prediction.values, gpu);
  if (total_flops(prediction.values) <= 0) {
    out.unit = "int op";
    const auto measured = gpu.measured ? gpu.measured->int32_gops : std::nullopt;
    work = {"integer", prediction.values.int_ops, gpu.peaks.int32_gops, measured};
    prediction.values = integers_as_flops(prediction.values);
    prediction.low = integers_as_flops(prediction.low);
    prediction.high = integers_as_flops(prediction.high);
  }
  const Metric& rate = *find_metric("gflops");
  const auto gops = metric_value(rate, entry);
  if (!gops || *gops <= 0) return std::nullopt;
  const auto ends = metric_interval(rate, entry, gpu);
  out.gops = *gops;
  out.gops_low = ends->low;
  out.gops_high = ends->high;
  const std::pair<const char*, const char*> levels[] = {{"L1", "l1_arithmetic_intensity"},
                                                        {"L2", "l2_arithmetic_intensity"},
                                                        {"HBM", "hbm_arithmetic_intensity"}};
  for (const auto& [level, name] : levels) {
    const Metric& metric = *find_metric(name);
    const auto intensity = metric_value(metric, entry);
    if (!intensity || *intensity <= 0) continue;
    const auto interval = metric_interval(metric, entry, gpu);
    out.points.push_back({level, *intensity, interval->low, interval->high});
  }
  if (out.points.empty()) return std::nullopt;
  out.roofs = roofs_of(gpu, work);
  return out;
}

}  // namespace kcast::predict
