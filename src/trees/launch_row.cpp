#include "trees/launch_row.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "schema/feature_vector.h"

namespace kcast::trees {
namespace {

constexpr std::array kParts = {
    TimePart::Issue,
    TimePart::Fp32Pipe,
    TimePart::IntegerPipe,
    TimePart::Fp64Pipe,
    TimePart::SpecialFunctions,
    TimePart::LoadStoreUnit,
    TimePart::SharedMemory,
    TimePart::L1,
    TimePart::TensorCores,
    TimePart::Latency,
    TimePart::Dram,
    TimePart::L2,
    TimePart::Atomics,
    TimePart::AtomicsOnAddress,
    TimePart::AtomicsOnLine,
    TimePart::BlockScheduling,
    TimePart::Launch,
};

// What the lines of a kernel ask of the memory, as shares of all sectors of L1.
struct LineShares {
  double irregular = 0;
  double broadcast = 0;
  double dense = 0;       // neighbouring lanes are at most 16 bytes apart
  double spread = 0;      // at most a line
  double far = 0;         // further
  double most_l2 = 0;     // of the sectors of L2, those of the line with the most
  double most_issue = 0;  // of the issue slots
  double load_lines = 0, store_lines = 0, atomic_lines = 0, shared_lines = 0, all_lines = 0;
};

LineShares line_shares(const Features& features) {
  constexpr double kDenseBytes = 16;
  constexpr double kLineBytes = 128;
  LineShares out;
  double sectors = 0;
  double l2 = 0;
  double issue = 0;
  for (const LineCost& line : features.lines) {
    out.all_lines += 1;
    out.load_lines += line.access == LineAccess::Load ? 1 : 0;
    out.store_lines += line.access == LineAccess::Store ? 1 : 0;
    out.atomic_lines += line.access == LineAccess::Atomic ? 1 : 0;
    out.shared_lines += line.access == LineAccess::Shared ? 1 : 0;
    sectors += line.sectors;
    l2 += line.l2_sectors;
    issue += line.issue_slots;
    out.most_l2 = std::max(out.most_l2, line.l2_sectors);
    out.most_issue = std::max(out.most_issue, line.issue_slots);
    const double stride = std::abs(line.stride_bytes);
    double& share = line.irregular          ? out.irregular
                    : stride == 0           ? out.broadcast
                    : stride <= kDenseBytes ? out.dense
                    : stride <= kLineBytes  ? out.spread
                                            : out.far;
    share += line.sectors;
  }
  const auto over = [](double& share, double all) { share = all > 0 ? share / all : 0; };
  for (double* share : {&out.irregular, &out.broadcast, &out.dense, &out.spread, &out.far})
    over(*share, sectors);
  over(out.most_l2, l2);
  over(out.most_issue, issue);
  return out;
}

double language_number(std::string_view language) {
  return language == "opencl" ? 2 : language == "hip" ? 1 : 0;
}

// Calls visit(name, number) for what follows the feature vector, in the order of the row.
template <typename Visit>
void visit_more(const LaunchRowInput& input, Visit visit) {
  for (const TimePart part : kParts) {
    double time_us = 0;
    for (const BottleneckTerm& term : input.analytic.bottleneck)
      if (term.part == part) time_us += term.time_us;
    visit("time." + to_text(part), time_us);
  }
  const LineShares lines = line_shares(input.features);
  visit("lines.irregular", lines.irregular);
  visit("lines.broadcast", lines.broadcast);
  visit("lines.dense", lines.dense);
  visit("lines.spread", lines.spread);
  visit("lines.far", lines.far);
  visit("lines.most_l2", lines.most_l2);
  visit("lines.most_issue", lines.most_issue);
  visit("lines.loads", lines.load_lines);
  visit("lines.stores", lines.store_lines);
  visit("lines.atomics", lines.atomic_lines);
  visit("lines.shared", lines.shared_lines);
  visit("lines.all", lines.all_lines);
  const Features& features = input.features;
  visit("memory.in_line_cycles", features.memory.l2_in_line_cycles);
  visit("control.prints", features.control.prints);
  visit("occupancy.limiter", static_cast<double>(features.occupancy.limiter));
  visit("assumed.contents", static_cast<double>(features.assumed));
  visit("assumed.launch", features.launch.any() ? 1.0 : 0.0);
  visit("assumed.lost_call", features.lost_call ? 1.0 : 0.0);
  visit("analytic.time_low_us", input.analytic.low.time_us);
  visit("analytic.time_high_us", input.analytic.high.time_us);
  const Launch& launch = input.launch;
  visit("launch.grid_x", static_cast<double>(launch.grid[0]));
  visit("launch.grid_y", static_cast<double>(launch.grid[1]));
  visit("launch.grid_z", static_cast<double>(launch.grid[2]));
  visit("launch.block_x", static_cast<double>(launch.block[0]));
  visit("launch.block_y", static_cast<double>(launch.block[1]));
  visit("launch.block_z", static_cast<double>(launch.block[2]));
  visit("launch.shared_bytes", static_cast<double>(launch.shared_bytes));
  visit("launch.language", language_number(input.language));
  const Gpu& gpu = input.gpu;
  visit("gpu.units", static_cast<double>(gpu.units.count));
  visit("gpu.warp_width", static_cast<double>(gpu.units.warp_width));
  visit("gpu.l2_bytes", static_cast<double>(gpu.l2.size_bytes));
  visit("gpu.l1_bytes", static_cast<double>(gpu.l1.size_bytes));
  visit("gpu.dram_gbs", gpu.bandwidth.dram_gbs);
  visit("gpu.boost_mhz", gpu.clocks.boost_mhz);
}

}  // namespace

const std::vector<std::string>& launch_row_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = feature_vector_names();
    visit_more({Features{}, Prediction{}, Launch{}, Gpu{}, ""},
               [&](std::string name, double) { all.push_back(std::move(name)); });
    return all;
  }();
  return names;
}

std::vector<float> launch_row(const LaunchRowInput& input) {
  std::vector<float> row = feature_vector(input.features, input.analytic.values);
  row.reserve(launch_row_names().size());
  visit_more(input,
             [&](const std::string&, double number) { row.push_back(static_cast<float>(number)); });
  return row;
}

int64_t launch_row_index(std::string_view name) {
  static const std::map<std::string, int64_t, std::less<>> places = [] {
    std::map<std::string, int64_t, std::less<>> out;
    for (const std::string& known : launch_row_names())
      out.emplace(known, static_cast<int64_t>(out.size()));
    return out;
  }();
  const auto found = places.find(name);
  return found == places.end() ? -1 : found->second;
}

BaseQuantities analytic_in(const std::vector<float>& row) {
  const auto count = static_cast<std::ptrdiff_t>(feature_vector_names().size());
  return predicted_in({row.begin(), row.begin() + count});
}

}  // namespace kcast::trees
