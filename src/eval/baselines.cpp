#include "eval/baselines.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "base/quantile.h"
#include "eval/launch_tree.h"
#include "eval/noise.h"

namespace kcast::eval {
namespace {

constexpr size_t kNearLaunches = 15;
constexpr size_t kNearKernels = 8;
constexpr double kConstantTolerance = 0.1;

// The number that lies in most of the ranges. Each range is what one row would accept.
double most_covered(std::vector<std::pair<double, double>> ranges) {
  // +1 where a range begins, -1 behind its end; at one place beginnings come first.
  std::vector<std::pair<double, int>> ends;
  for (const auto& [low, high] : ranges) {
    ends.emplace_back(low, -1);
    ends.emplace_back(high, 1);
  }
  std::sort(ends.begin(), ends.end());
  int open = 0;
  int most = 0;
  double best = Answer::no_value();
  for (const auto& [place, end] : ends) {
    open -= end;
    if (open <= most) continue;
    most = open;
    best = place;
  }
  return best;
}

double counter_constant(const BaselineData& data, const RowNumbers& train, size_t metric) {
  const double floor = data.floors[metric];
  const std::string_view name = metrics()[metric].name;
  const bool is_count = name.starts_with("flops") || name == "int_ops";
  std::vector<std::pair<double, double>> ranges;
  for (const uint32_t row : train) {
    const double truth = data.truth.values[row][metric];
    // Launches without such operations are not scored, either.
    if (std::isnan(truth) || (is_count && truth == 0)) continue;
    if (truth < floor) {
      ranges.emplace_back(truth - floor, truth + floor);
    } else {
      ranges.emplace_back(truth * (1 - kConstantTolerance), truth * (1 + kConstantTolerance));
    }
  }
  return most_covered(std::move(ranges));
}

// In thousandths of the ceiling, which are whole numbers.
double rounded_constant(const BaselineData& data, const RowNumbers& train, size_t metric) {
  constexpr double kSteps = 1000;
  constexpr double kSlack = 1e-9;
  const double ceiling = data.ceilings[metric];
  std::vector<std::pair<double, double>> ranges;
  for (const uint32_t row : train) {
    const double truth = data.truth.values[row][metric];
    if (std::isnan(truth)) continue;
    const double steps = std::round(kSteps * round_to_ceiling(truth, ceiling));
    ranges.emplace_back(std::ceil(steps * (1 - kConstantTolerance) - kSlack),
                        std::floor(steps * (1 + kConstantTolerance) + kSlack));
  }
  return most_covered(std::move(ranges)) / kSteps * ceiling;
}

// The mean of |c - t| / t is least at the median of t where each weighs 1 / t.
double least_mape(const BaselineData& data, const RowNumbers& train, size_t metric) {
  std::vector<double> times;
  for (const uint32_t row : train) {
    if (data.truth.values[row][metric] > 0) times.push_back(data.truth.values[row][metric]);
  }
  std::sort(times.begin(), times.end());
  double total = 0;
  for (const double time : times)
    total += 1 / time;
  double below = 0;
  for (const double time : times) {
    below += 1 / time;
    if (2 * below >= total) return time;
  }
  return Answer::no_value();
}

Bound majority(const Truth& truth, std::span<const uint32_t> rows) {
  const auto count = [&](Bound bound) {
    return std::count_if(rows.begin(), rows.end(),
                         [&](uint32_t row) { return truth.bound[row] == bound; });
  };
  const auto compute = count(Bound::Compute);
  const auto bandwidth = count(Bound::Bandwidth);
  if (compute + bandwidth == 0) return Bound::None;
  return compute > bandwidth ? Bound::Compute : Bound::Bandwidth;
}

Answer median_answer(const Truth& truth, std::span<const uint32_t> rows) {
  Answer out;
  for (size_t metric = 0; metric < kMetrics; ++metric) {
    std::vector<double> values;
    for (const uint32_t row : rows) {
      if (!std::isnan(truth.values[row][metric])) values.push_back(truth.values[row][metric]);
    }
    if (values.empty()) continue;
    std::sort(values.begin(), values.end());
    out.values[metric] = quantile_of(values, 0.5);
  }
  out.bound = majority(truth, rows);
  return out;
}

// The kernels of the train side, with their rows.
struct KnownKernel {
  TokenSketch sketch;
  std::vector<uint32_t> rows;
};

std::vector<KnownKernel> known_kernels(const BaselineData& data, const RowNumbers& train) {
  std::map<uint32_t, std::vector<uint32_t>> rows;
  for (const uint32_t row : train)
    rows[data.truth.kernel[row]].push_back(row);
  std::vector<KnownKernel> out;
  for (auto& [kernel, list] : rows) {
    if (data.sketches[kernel]) out.push_back({*data.sketches[kernel], std::move(list)});
  }
  return out;
}

// The most alike first; of equals, the first in the list.
std::vector<uint32_t> most_alike(const TokenSketch& sketch,
                                 const std::vector<KnownKernel>& kernels) {
  std::vector<std::pair<int, uint32_t>> best;  // ascending: the least alike first
  for (uint32_t i = 0; i < kernels.size(); ++i) {
    const int common = common_bytes(sketch, kernels[i].sketch);
    if (best.size() == kNearKernels && common <= best.front().first) continue;
    const auto behind = std::find_if(best.begin(), best.end(),
                                     [&](const auto& other) { return other.first >= common; });
    best.insert(behind, {common, i});
    if (best.size() > kNearKernels) best.erase(best.begin());
  }
  std::vector<uint32_t> out;
  for (auto it = best.rbegin(); it != best.rend(); ++it)
    out.push_back(it->second);
  return out;
}

// The row of these kernels that is nearest to a launch.
uint32_t nearest_row(const BaselineData& data, const std::vector<KnownKernel>& kernels,
                     std::span<const uint32_t> chosen, const LaunchPlace& place) {
  float best = INFINITY;
  uint32_t out = 0;
  for (const uint32_t kernel : chosen) {
    for (const uint32_t row : kernels[kernel].rows) {
      const float distance = squared_distance(place, place_of(data.rows[row].numbers));
      if (distance >= best) continue;
      best = distance;
      out = row;
    }
  }
  return out;
}

}  // namespace

Answer best_constant(const BaselineData& data, const RowNumbers& train) {
  Answer out;
  const size_t time = metric_index("time_us");
  for (size_t metric = 0; metric < kMetrics; ++metric) {
    out.values[metric] =
        metric == time ? least_mape(data, train, metric) : counter_constant(data, train, metric);
  }
  out.bound = majority(data.truth, train);
  return out;
}

std::vector<Answer> answer_constant(const BaselineData& data, const RowNumbers& train,
                                    const RowNumbers& test) {
  return std::vector<Answer>(test.size(), best_constant(data, train));
}

Answer best_rounded_constant(const BaselineData& data, const RowNumbers& train) {
  Answer out;
  out.subjects = {.counters = true, .time = false, .bound = false, .operations = false};
  for (size_t metric = 0; metric < kMetrics; ++metric) {
    if (data.ceilings[metric] > 0) out.values[metric] = rounded_constant(data, train, metric);
  }
  return out;
}

std::vector<Answer> answer_rounded_constant(const BaselineData& data, const RowNumbers& train,
                                            const RowNumbers& test) {
  return std::vector<Answer>(test.size(), best_rounded_constant(data, train));
}

std::vector<Answer> answer_by_launch(const BaselineData& data, const RowNumbers& train,
                                     const RowNumbers& test) {
  std::vector<LaunchPlace> places;
  for (const uint32_t row : train)
    places.push_back(place_of(data.rows[row].numbers));
  const LaunchTree tree(std::move(places));
  std::vector<Answer> out(test.size());
  parallel_for(data.jobs, test.size(), 64, [&](size_t i) {
    std::vector<uint32_t> near = tree.nearest(place_of(data.rows[test[i]].numbers), kNearLaunches);
    for (uint32_t& position : near)
      position = train[position];
    if (!near.empty()) out[i] = median_answer(data.truth, near);
  });
  return out;
}

std::vector<Answer> answer_by_tokens(const BaselineData& data, const RowNumbers& train,
                                     const RowNumbers& test) {
  std::vector<Answer> out(test.size());
  if (data.sketches.empty()) return out;
  const std::vector<KnownKernel> kernels = known_kernels(data, train);
  if (kernels.empty()) return out;
  // Rows of one kernel ask for the same neighbours.
  std::map<uint32_t, std::vector<uint32_t>> asking;
  for (uint32_t i = 0; i < test.size(); ++i)
    asking[data.truth.kernel[test[i]]].push_back(i);
  const std::vector<std::pair<uint32_t, std::vector<uint32_t>>> list(asking.begin(), asking.end());
  parallel_for(data.jobs, list.size(), 8, [&](size_t n) {
    const auto& [kernel, places] = list[n];
    if (!data.sketches[kernel]) return;
    const std::vector<uint32_t> alike = most_alike(*data.sketches[kernel], kernels);
    for (const uint32_t i : places) {
      const LaunchPlace place = place_of(data.rows[test[i]].numbers);
      const uint32_t row = nearest_row(data, kernels, alike, place);
      out[i].values = data.truth.values[row];
      out[i].bound = data.truth.bound[row];
    }
  });
  return out;
}

Answer answer_of_repeat(const BaseQuantities& second, bool has_counters, const Gpu& gpu) {
  Answer out;
  out.values = truth_of(second, has_counters);
  if (has_counters) out.bound = bound_of(second, gpu);
  return out;
}

}  // namespace kcast::eval
