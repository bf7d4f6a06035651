#include "workflow/trees/calibrate.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "schema/metrics.h"
#include "trees/correct.h"

namespace kcast::workflow {
namespace {

struct Miss {
  size_t cell = 0;
  double by = 0;  // how far outside of the interval; below zero: inside
};

std::vector<Miss> misses_of(std::span<const Example> examples, const trees::Cuts& cuts,
                            const trees::QuantityModel& quantity) {
  const auto field = find_metric(quantity.name)->base;
  const bool is_time = quantity.name == "time_us";
  std::vector<Miss> out;
  for (const Example& example : examples) {
    if (example.use != ExampleUse::Calibrate || (!is_time && !example.has_counters)) continue;
    if (!std::isfinite(example.measured.*field)) continue;
    const bool corrected =
        trees::is_estimated(example.row) ? quantity.where_estimated : quantity.where_exact;
    if (!corrected) continue;
    const double residual =
        trees::residual_of(quantity, example.analytic.*field, example.measured.*field);
    const std::vector<uint8_t> places = cuts.places(example.features);
    const double center = quantity.center.sum(places);
    const double below = quantity.low ? std::min(center, quantity.low->sum(places)) : center;
    const double above = quantity.high ? std::max(center, quantity.high->sum(places)) : center;
    out.push_back({trees::cell_of(example.row, example.program),
                   std::max(below - residual, residual - above)});
  }
  return out;
}

// Cells around a cell: those that agree in the bits of the mask.
constexpr size_t kAround[] = {0b1111, 0b1110, 0b1010, 0b1000, 0b0000};

}  // namespace

void calibrate(std::span<const Example> examples, const trees::Cuts& cuts, double coverage,
               trees::QuantityModel& quantity) {
  constexpr size_t kEnough = 100;
  const std::vector<Miss> misses = misses_of(examples, cuts, quantity);
  for (size_t cell = 0; cell < trees::kCells; ++cell) {
    for (const size_t mask : kAround) {
      std::vector<double> sorted;
      for (const Miss& miss : misses)
        if ((miss.cell & mask) == (cell & mask)) sorted.push_back(miss.by);
      if (sorted.empty() || (sorted.size() < kEnough && mask != 0)) continue;
      std::sort(sorted.begin(), sorted.end());
      const auto n = static_cast<double>(sorted.size());
      const auto rank = static_cast<size_t>(std::ceil((n + 1) * coverage));
      quantity.width[cell] = static_cast<float>(sorted[std::min(rank, sorted.size()) - 1]);
      break;
    }
  }
}

}  // namespace kcast::workflow
