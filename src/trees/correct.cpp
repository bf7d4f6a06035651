#include "trees/correct.h"

#include <algorithm>
#include <cmath>

#include "schema/gpu/roof_time.h"
#include "trees/launch_row.h"
#include "trees/tree_features.h"

namespace kcast::trees {
namespace {

constexpr double kMostLog2 = 5;          // no correction is larger, whatever trees say
constexpr double kLeastSpread = 0.04;    // trees that are surer than that are too sure
constexpr double kUnlikeWidening = 1.5;  // of the logarithm of an interval

double column(std::span<const float> row, std::string_view name) {
  const int64_t place = launch_row_index(name);
  return place < 0 ? 0 : static_cast<double>(row[static_cast<size_t>(place)]);
}

// What the intervals of the analysis allow for and no training launch shows.
bool is_assumed(std::span<const float> row) {
  return column(row, "assumed.contents") > 0 || column(row, "assumed.launch") > 0 ||
         column(row, "assumed.lost_call") > 0;
}

// One launch on its way through the trees.
struct Work {
  const Model& model;
  const CorrectionInput& input;
  std::vector<uint8_t> places;
  size_t cell = 0;
  bool estimated = false;
  bool keep_wide = false;  // intervals are no narrower than those of the analysis
  bool unlike = false;
};

bool applies(const Work& work, const QuantityModel& quantity) {
  if (work.input.gpu.id != work.model.gpu && !quantity.any_gpu) return false;
  if (work.input.counted && quantity.name == "int_ops") return false;
  return work.estimated ? quantity.where_estimated : quantity.where_exact;
}

void correct_quantity(const Work& work, const QuantityModel& quantity, Prediction& prediction) {
  const Metric* metric = find_metric(quantity.name);
  if (metric == nullptr || metric->base == nullptr || !applies(work, quantity)) return;
  const auto field = metric->base;
  const double analytic = prediction.values.*field;
  const double analytic_low = prediction.low.*field;
  const double analytic_high = prediction.high.*field;
  const Spot spot = spot_of(quantity, work.places);
  const double center = spot.center;
  const double width = static_cast<double>(quantity.width[work.cell][spot.doubt]);
  double below = center - width * spot.below;
  double above = center + width * spot.above;
  if (work.unlike) {
    below = center - kUnlikeWidening * (center - below);
    above = center + kUnlikeWidening * (above - center);
  }
  const double value = value_of(quantity, analytic, center);
  prediction.values.*field = value;
  prediction.low.*field = value_of(quantity, analytic, below);
  prediction.high.*field = value_of(quantity, analytic, above);
  if (!work.keep_wide || analytic <= 0) return;
  // What is assumed may be as far off as before, whatever the value is now.
  const double moved = quantity.scale == Scale::Ratio ? value / analytic : 1;
  const double shift = quantity.scale == Scale::Points ? value - analytic : 0;
  prediction.low.*field = std::min(prediction.low.*field, analytic_low * moved + shift);
  prediction.high.*field = std::max(prediction.high.*field, analytic_high * moved + shift);
}

// What is read from DRAM was missed in L2; bytes are known better than the rate. Where there is
// next to no traffic, lines of others are most of it.
void relate_l2_and_dram(BaseQuantities& values) {
  constexpr double kWorthRelating = 1e6;
  if (values.l2_bytes < kWorthRelating) return;
  values.hbm_read_bytes = std::min(values.hbm_read_bytes, values.l2_bytes);
  const double missed_pct = 100 * values.hbm_read_bytes / values.l2_bytes;
  values.l2_hit_rate_pct = std::min(values.l2_hit_rate_pct, 100 - missed_pct);
}

// Hit rates are shares, they agree with bytes, and nothing is quicker than the peaks of the GPU.
void make_consistent(const Gpu& gpu, Prediction& prediction) {
  for (BaseQuantities* values : {&prediction.values, &prediction.low, &prediction.high}) {
    values->l1_hit_rate_pct = std::clamp(values->l1_hit_rate_pct, 0.0, 100.0);
    values->l2_hit_rate_pct = std::clamp(values->l2_hit_rate_pct, 0.0, 100.0);
  }
  BaseQuantities& values = prediction.values;
  relate_l2_and_dram(values);
  values.time_us = std::max(values.time_us, roof_time_us(values, gpu));
  for (const auto field : {&BaseQuantities::time_us, &BaseQuantities::hbm_read_bytes,
                           &BaseQuantities::l2_hit_rate_pct}) {
    prediction.low.*field = std::min(prediction.low.*field, values.*field);
    prediction.high.*field = std::max(prediction.high.*field, values.*field);
  }
}

}  // namespace

bool is_estimated(std::span<const float> row) {
  return column(row, "estimated") > 0 || column(row, "control.estimated_share") > 0;
}

size_t cell_of(std::span<const float> row, bool program) {
  constexpr double kShortUs = 5;
  constexpr double kAllAffine = 0.99;
  const bool opencl = column(row, "launch.language") == 2;
  const bool brief = column(row, "predicted.time_us") < kShortUs;
  const bool open = is_estimated(row) || column(row, "memory.affine_share") < kAllAffine;
  return (program ? 8U : 0U) + (opencl ? 4U : 0U) + (brief ? 2U : 0U) + (open ? 1U : 0U);
}

Spot spot_of(const QuantityModel& quantity, std::span<const uint8_t> places) {
  Spot out;
  out.center = std::clamp(quantity.center.sum(places), -kMostLog2, kMostLog2);
  if (quantity.doubt) {
    const double odds = quantity.doubt->odds.sum(places);
    out.doubt = quantity.doubt->place(odds);
    if (odds < static_cast<double>(quantity.doubt->leave_below)) out.center = 0;
  }
  if (quantity.low) {
    out.below = std::max(kLeastSpread, out.center - quantity.low->sum(places));
    out.above = std::max(kLeastSpread, quantity.high->sum(places) - out.center);
  }
  return out;
}

double residual_of(const QuantityModel& quantity, double analytic, double measured) {
  if (quantity.scale == Scale::Points) return (measured - analytic) / 100;
  const auto floor = static_cast<double>(quantity.floor);
  const double of = analytic + floor;
  if (of <= 0 || measured + floor <= 0) return 0;
  return std::clamp(std::log2((measured + floor) / of), -kMostLog2, kMostLog2);
}

double value_of(const QuantityModel& quantity, double analytic, double residual) {
  if (quantity.scale == Scale::Points) return analytic + 100 * residual;
  const auto floor = static_cast<double>(quantity.floor);
  return std::max(0.0, (analytic + floor) * std::exp2(residual) - floor);
}

Correction correct(const Model& model, const CorrectionInput& input, Prediction& prediction) {
  Correction out;
  if (!model.fits()) return out;
  const std::vector<float> features = tree_features(input.row);
  Work work{model, input, model.cuts.places(features), cell_of(input.row, input.program)};
  work.estimated = is_estimated(input.row);
  work.unlike = model.likeness.distance(features) > static_cast<double>(model.likeness.far);
  work.keep_wide = work.unlike || is_assumed(input.row) || input.gpu.id != model.gpu;
  const double analytic_us = prediction.values.time_us;
  for (const QuantityModel& quantity : model.quantities) {
    out.corrected += applies(work, quantity) ? 1 : 0;
    correct_quantity(work, quantity, prediction);
  }
  if (out.corrected > 0) make_consistent(input.gpu, prediction);
  out.unlike = work.unlike;
  if (analytic_us > 0) out.time_factor = prediction.values.time_us / analytic_us;
  // The parts keep their shares of the time.
  for (BottleneckTerm& term : prediction.bottleneck)
    term.time_us *= out.time_factor;
  if (out.corrected > 0) prediction.source = PredictionSource::Hybrid;
  return out;
}

}  // namespace kcast::trees
