#include "predict/line_shares.h"

#include <algorithm>
#include <map>
#include <utility>

namespace kcast::predict {

namespace {

// The cost of a line that the busiest part of the GPU feels.
double LineCost::* deciding_cost(const LaunchPrediction& launch) {
  if (launch.prediction.bottleneck.empty()) return &LineCost::issue_slots;
  switch (launch.prediction.bottleneck[0].part) {
    case TimePart::Dram:
      return &LineCost::dram_bytes;
    case TimePart::L2:
    case TimePart::Atomics:
    case TimePart::AtomicsOnAddress:
    case TimePart::AtomicsOnLine:
      return &LineCost::l2_sectors;
    case TimePart::L1:
    case TimePart::LoadStoreUnit:
      return &LineCost::sectors;
    case TimePart::SharedMemory:
      return &LineCost::wavefronts;
    default:
      return &LineCost::issue_slots;
  }
}

double total(const std::vector<LineCost>& lines, double LineCost::* cost) {
  double sum = 0;
  for (const LineCost& line : lines)
    sum += line.*cost;
  return sum;
}

}  // namespace

std::vector<LineShare> line_shares(const LaunchPrediction& launch) {
  const std::vector<LineCost>& lines = launch.features.lines;
  double LineCost::* deciding = deciding_cost(launch);
  if (total(lines, deciding) <= 0) deciding = &LineCost::issue_slots;
  const std::pair<double LineShare::*, double LineCost::*> columns[] = {
      {&LineShare::share, deciding},
      {&LineShare::instructions, &LineCost::issue_slots},
      {&LineShare::l2, &LineCost::l2_sectors},
      {&LineShare::dram, &LineCost::dram_bytes},
      {&LineShare::shared, &LineCost::wavefronts}};
  std::map<std::pair<std::string, int64_t>, LineShare> by_line;
  for (const auto& [share, cost] : columns) {
    const double whole = total(lines, cost);
    if (whole <= 0) continue;
    for (const LineCost& line : lines) {
      LineShare& entry = by_line[{line.file, line.line}];
      entry.file = line.file;
      entry.line = line.line;
      entry.*share += line.*cost / whole;
    }
  }
  std::vector<LineShare> out;
  for (auto& [place, entry] : by_line)
    out.push_back(std::move(entry));
  std::stable_sort(out.begin(), out.end(),
                   [](const LineShare& a, const LineShare& b) { return a.share > b.share; });
  return out;
}

}  // namespace kcast::predict
