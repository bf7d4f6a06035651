#include "analyze/intervals.h"

#include <algorithm>
#include <cmath>

namespace kcast::analyze {

namespace {

// 90 % of the open check kernels lie within these factors (hit rates: points), or within
// the floors below.
struct Widths {
  double time = 1.85;
  double flops = 1.02;
  double integer = 1.7;
  double l1_bytes = 1.02;
  double l2_bytes = 1.2;
  double dram = 1.1;
  double hit_rate_points = 7.5;
};

// What 90 % of the launches of the public programs' open half lie within, beyond the rest
// (docs/evaluation.md): sizes that no host code states, single numbers, code that is not seen.
constexpr double kOpenSize = 60;
constexpr double kAssumedLaunch = 1.5;
constexpr double kAssumedNumbers = 1.3;
constexpr double kLostCall = 30;

constexpr double kLeastOfLaunch = 1.85;  // as far as the time of any launch may be off

// What the model does not see at all: profiling's own traffic, lines left over.
constexpr double kDramFloorBytes = 3e6;
constexpr double kL2FloorBytes = 0.5e6;

// Branches and rounds that rest on assumed contents may be quite other ones.
void widen_for_contents(AssumedFill assumed, Widths& widths) {
  if (assumed == AssumedFill::Nothing) return;
  const bool control = assumed == AssumedFill::Control;
  if (control) {
    widths.flops *= 3;
    widths.integer *= 2.5;
    widths.l1_bytes *= 3;
  }
  widths.l2_bytes *= control ? 3 : 1.5;
  widths.dram *= control ? 3 : 1.5;
  widths.time *= control ? 2.5 : 1.4;
  widths.hit_rate_points += control ? 25 : 15;
}

void widen_all(double factor, Widths& widths) {
  for (double* width : {&widths.time, &widths.flops, &widths.integer, &widths.l1_bytes,
                        &widths.l2_bytes, &widths.dram})
    *width *= factor;
  widths.hit_rate_points += 20;
}

// A program's launch of unknown size is any launch; one that was assumed as a whole is meant as
// it stands, and only its numbers may not fit each other.
void widen_for_launch(const Assumptions& launch, Widths& widths) {
  const bool open_size = launch.host > 0 || launch.grid || launch.block || launch.sizes > 0;
  if (launch.launch) {
    widen_all(kAssumedLaunch, widths);
  } else if (open_size || launch.off_path) {
    widen_all(kOpenSize, widths);
  } else if (launch.any()) {
    widen_all(kAssumedNumbers, widths);
  }
}

// Integer operations of machine code: 90 % of the open check kernels lie within it.
constexpr double kCountedIntegers = 1.02;

Widths widened(const Features& features, const Gpu& gpu, bool machine_code) {
  Widths widths;
  if (machine_code) widths.integer = kCountedIntegers;
  // Half of the estimated part may be missing or double.
  const double unknown = 1 + features.control.estimated_share;
  const double irregular = 1 + 0.5 * (1 - features.memory.affine_share);
  widths.flops *= unknown;
  widths.integer *= unknown;
  widths.l1_bytes *= unknown;
  widths.l2_bytes *= unknown * irregular;
  widths.dram *= unknown * irregular;
  widths.time *= unknown;
  widths.hit_rate_points += 25 * (unknown - 1) + 20 * (irregular - 1);
  widen_for_contents(features.assumed, widths);
  widen_for_launch(features.launch, widths);
  if (features.lost_call) widen_all(kLostCall, widths);
  if (!gpu.validated) {
    widths.time *= 1.5;
    widths.l2_bytes *= 1.3;
    widths.dram *= 1.3;
    widths.hit_rate_points += 10;
  }
  return widths;
}

struct Interval {
  double low = 0;
  double high = 0;
};

Interval around(double value, double factor, double floor) {
  return {std::max(0.0, std::min(value / factor, value - floor)),
          std::max(value * factor, value + floor)};
}

Interval points(double value, double width) {
  return {std::max(0.0, value - width), std::min(100.0, value + width)};
}

}  // namespace

void add_intervals(const Features& features, const Gpu& gpu, Prediction& prediction,
                   bool machine_code) {
  const Widths widths = widened(features, gpu, machine_code);
  const BaseQuantities& values = prediction.values;
  const auto set = [&](double BaseQuantities::* field, const Interval& interval) {
    prediction.low.*field = interval.low;
    prediction.high.*field = interval.high;
  };
  Interval time = around(values.time_us, widths.time, 0);
  // Nothing ends before an empty launch does.
  const double empty_us = gpu.measured && gpu.measured->launch_us ? *gpu.measured->launch_us
                                                                  : gpu.machine.launch.empty_us;
  time.low = std::max(time.low, std::min(values.time_us, empty_us) / kLeastOfLaunch);
  set(&BaseQuantities::time_us, time);
  for (const auto field : {&BaseQuantities::flops_fp16, &BaseQuantities::flops_fp32,
                           &BaseQuantities::flops_fp64, &BaseQuantities::flops_tensor}) {
    set(field, around(values.*field, widths.flops, 0));
  }
  set(&BaseQuantities::int_ops, around(values.int_ops, widths.integer, 0));
  set(&BaseQuantities::l1_bytes, around(values.l1_bytes, widths.l1_bytes, 0));
  set(&BaseQuantities::l2_bytes, around(values.l2_bytes, widths.l2_bytes, kL2FloorBytes));
  set(&BaseQuantities::hbm_read_bytes, around(values.hbm_read_bytes, widths.dram, kDramFloorBytes));
  set(&BaseQuantities::hbm_write_bytes,
      around(values.hbm_write_bytes, widths.dram, kDramFloorBytes));
  set(&BaseQuantities::l1_hit_rate_pct, points(values.l1_hit_rate_pct, widths.hit_rate_points));
  set(&BaseQuantities::l2_hit_rate_pct, points(values.l2_hit_rate_pct, widths.hit_rate_points));
  prediction.coverage = 0.9;
}

}  // namespace kcast::analyze
