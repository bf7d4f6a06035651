#include "workflow/trees/calibrate.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "schema/metrics.h"
#include "trees/correct.h"

namespace kcast::workflow {
namespace {

struct Miss {
  size_t cell = 0;
  size_t doubt = 0;
  double by = 0;  // how far off, in widths of what trees say
  std::string_view family;
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
    const trees::Spot spot = trees::spot_of(quantity, cuts.places(example.features));
    out.push_back(
        {trees::cell_of(example.row, example.program), spot.doubt,
         std::max((spot.center - residual) / spot.below, (residual - spot.center) / spot.above),
         example.family});
  }
  return out;
}

// Cells around a cell: those that agree in the bits of the mask.
constexpr size_t kAround[] = {0b1111, 0b1110, 0b1010, 0b1000, 0b0000};

// As many independent launches say as much: those of a family err alike.
double independent(std::span<const Miss> misses) {
  std::map<std::string_view, double> launches;
  for (const Miss& miss : misses)
    launches[miss.family] += 1;
  double squares = 0;
  for (const auto& [family, count] : launches)
    squares += count * count;
  const auto all = static_cast<double>(misses.size());
  return all * all / squares;
}

// What `coverage` of the launches to come will stay below, as far as these tell.
double width_for(std::vector<Miss> misses, double coverage) {
  std::sort(misses.begin(), misses.end(), [](const Miss& a, const Miss& b) { return a.by < b.by; });
  const double share = std::min(1.0, coverage * (1 + 1 / independent(misses)));
  const auto rank = static_cast<size_t>(std::ceil(share * static_cast<double>(misses.size())));
  return misses[std::max<size_t>(1, rank) - 1].by;
}

}  // namespace

void calibrate(std::span<const Example> examples, const trees::Cuts& cuts, double coverage,
               trees::QuantityModel& quantity) {
  constexpr size_t kEnough = 100;
  const std::vector<Miss> misses = misses_of(examples, cuts, quantity);
  for (size_t place = 0; place < trees::kCells * trees::kDoubts; ++place) {
    const size_t cell = place / trees::kDoubts;
    const size_t doubt = place % trees::kDoubts;
    for (const size_t mask : kAround) {
      std::vector<Miss> alike;
      for (const Miss& miss : misses)
        if (miss.doubt == doubt && (miss.cell & mask) == (cell & mask)) alike.push_back(miss);
      if (alike.empty() || (alike.size() < kEnough && mask != 0)) continue;
      quantity.width[cell][doubt] = static_cast<float>(width_for(std::move(alike), coverage));
      break;
    }
  }
}

}  // namespace kcast::workflow
