#include "report/summary_line.h"

#include <cctype>
#include <cmath>

#include "predict/classify.h"
#include "predict/compare.h"
#include "report/si_text.h"

namespace kcast::report {

namespace {

std::string percent_of(double share) {
  return std::to_string(std::lround(100 * share)) + " %";
}

struct RoofShare {
  double share = 0;
  std::string roof;  // "HBM", "fp32 peak"
};

// How near a launch comes to the roof that its class names.
RoofShare roof_share(const predict::LaunchPrediction& entry, const Gpu& gpu) {
  const BaseQuantities& values = entry.prediction.values;
  const double seconds = values.time_us * 1e-6;
  if (entry.prediction.bound == Bound::Compute) {
    const std::string type = predict::classify(values, gpu).type;
    const bool integer = type == "integer";
    const double operations =
        integer ? values.int_ops : (type == "fp64" ? values.flops_fp64 : values.flops_fp32);
    const double peak = 1e9 * (integer          ? gpu.peaks.int32_gops
                               : type == "fp64" ? gpu.peaks.fp64_gflops
                                                : gpu.peaks.fp32_gflops);
    return {operations / seconds / peak, type + " peak"};
  }
  const double bytes = values.hbm_read_bytes + values.hbm_write_bytes;
  return {bytes / seconds / (1e9 * gpu.bandwidth.dram_gbs), "HBM"};
}

}  // namespace

std::string short_gpu_name(const Gpu& gpu) {
  std::string name = gpu.id;
  for (char& c : name)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

std::string summary_line(const predict::LaunchPrediction& entry, const Gpu& gpu) {
  const Prediction& p = entry.prediction;
  if (std::isnan(p.values.time_us)) return "time not said for " + short_gpu_name(gpu);
  std::string text = si_text(p.values.time_us, "us") + " on " + short_gpu_name(gpu) +
                     predict::conditions_text(entry.conditions);
  if (p.bound == Bound::None || !(p.values.time_us > 0)) return text;
  text += ", " + to_text(p.bound) + "-bound";
  const RoofShare near = roof_share(entry, gpu);
  if (std::isfinite(near.share)) text += ", " + percent_of(near.share) + " of " + near.roof;
  constexpr double kFarFromRoof = 0.4;
  if (near.share < kFarFromRoof && !p.bottleneck.empty()) {
    text += ", mostly " + to_text(p.bottleneck[0].part);
  }
  return text;
}

std::string change_line(double before_us, double after_us) {
  std::string text = si_text(before_us, "us") + " -> " + si_text(after_us, "us");
  const auto change = predict::relative_change(before_us, after_us);
  if (!change) return text;
  const auto percent = std::lround(100 * *change);
  return text + ", " + (percent > 0 ? "+" : "") + std::to_string(percent) + " %";
}

}  // namespace kcast::report
