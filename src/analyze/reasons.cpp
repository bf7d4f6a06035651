#include "analyze/reasons.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "base/text.h"

namespace kcast::analyze {

namespace {

std::string percent(double share) {
  return format_number(100 * share, 0) + " %";
}

// How the lanes of an access lie: the part of a reason that tells what to change.
std::string access_pattern(const LineCost& line) {
  const bool spread = line.stride_bytes == 0 && line.sectors > 1.5 * line.requests;
  if (line.irregular || spread) return "scattered, ";
  if (line.stride_bytes == 0) return "one address for all lanes, ";
  // Of most accesses a whole number, and larger ones always.
  const double stride = std::abs(line.stride_bytes);
  const bool whole = stride == std::floor(stride) || stride >= 1000;
  return "stride of " + (whole ? format_number(stride, 0) : format_digits(stride, 4)) +
         " bytes between lanes, ";
}

std::string memory_text(const LineCost& line) {
  const double sectors = line.requests > 0 ? line.sectors / line.requests : 0;
  std::string text = to_text(line.access) + "s";
  if (!line.buffer.empty()) text += " of '" + line.buffer + "'";
  text += ": ";
  text += access_pattern(line);
  text += format_number(sectors, 1) + " sectors per request";
  return text;
}

struct Scored {
  Reason reason;
  double score = 0;
};

void add_memory_reasons(const Features& features, const Gpu& gpu, double term_share,
                        std::vector<Scored>& out) {
  const auto sector_bytes = static_cast<double>(std::max<int64_t>(1, gpu.l2.sector_bytes));
  const double all = std::max(1.0, features.memory.l2_sm_bytes / sector_bytes);
  for (const LineCost& line : features.lines) {
    if (line.sectors <= 0 || line.access == LineAccess::Shared ||
        line.access == LineAccess::Arithmetic)
      continue;
    const double share = line.l2_sectors / all;
    if (share < 0.03) continue;
    Reason reason{line.file, line.line, memory_text(line), share};
    reason.text += "; " + percent(std::min(1.0, share)) + " of the L2 traffic";
    out.push_back({std::move(reason), share * term_share});
  }
}

void add_shared_reasons(const Features& features, double term_share, std::vector<Scored>& out) {
  const double all = std::max(1.0, features.memory.shared_wavefronts);
  for (const LineCost& line : features.lines) {
    if (line.access != LineAccess::Shared || line.requests <= 0) continue;
    const double ways = line.wavefronts / line.requests;
    const double share = line.wavefronts / all;
    if (ways < 1.5 || share < 0.05) continue;
    Reason reason{line.file, line.line,
                  "shared memory: " + format_number(ways, 1) + "-way bank conflicts; " +
                      percent(share) + " of its cycles",
                  share};
    out.push_back({std::move(reason), share * std::max(term_share, 0.2)});
  }
}

void add_arithmetic_reasons(const Features& features, double term_share, std::vector<Scored>& out) {
  const double all = std::max(1.0, features.operations.warp_instructions);
  for (const LineCost& line : features.lines) {
    if (line.access != LineAccess::Arithmetic || line.line <= 0) continue;
    const double share = line.issue_slots / all;
    if (share < 0.1) continue;
    Reason reason{line.file, line.line, percent(share) + " of the issued machine instructions",
                  share};
    out.push_back({std::move(reason), share * term_share});
  }
}

void add_launch_reasons(const Features& features, const Gpu& gpu, std::vector<Scored>& out) {
  const OccupancyFeatures& occupancy = features.occupancy;
  if (features.control.prints >= 1) {
    out.push_back({{"", 0,
                    "printf: a launch in which something is printed takes " +
                        format_number(gpu.machine.launch.print_us, 0) + " us longer",
                    0},
                   1});
  }
  const double units = static_cast<double>(std::max<int64_t>(1, gpu.units.count));
  if (features.control.blocks < units) {
    out.push_back({{"", 0,
                    "the grid has " + format_number(features.control.blocks, 0) + " blocks for " +
                        format_number(units, 0) + " units: the rest idles",
                    1 - features.control.blocks / units},
                   0.9 * (1 - features.control.blocks / units)});
  } else if (occupancy.occupancy < 0.5 && occupancy.limiter != OccupancyLimit::Grid) {
    out.push_back({{"", 0,
                    "occupancy " + percent(occupancy.occupancy) + ", limited by " +
                        to_text(occupancy.limiter),
                    occupancy.occupancy},
                   0.25});
  }
  if (occupancy.tail_share > 0.15 && occupancy.waves > 1) {
    out.push_back({{"", 0,
                    format_number(occupancy.waves, 2) + " waves: the last one leaves " +
                        percent(occupancy.tail_share) + " of the time partly idle",
                    occupancy.tail_share},
                   occupancy.tail_share});
  }
  const double branches = features.control.branches;
  if (branches > 0 && features.control.divergent_branches / branches > 0.1) {
    const double share = features.control.divergent_branches / branches;
    out.push_back(
        {{"", 0, percent(share) + " of the branches diverge within a warp", share}, 0.3 * share});
  }
}

double share_of(const std::vector<BottleneckTerm>& terms, std::initializer_list<TimePart> parts) {
  double share = 0;
  for (const BottleneckTerm& term : terms) {
    for (const TimePart part : parts) {
      if (term.part == part) share = std::max(share, term.share);
    }
  }
  return share;
}

}  // namespace

std::vector<Reason> explain(const Features& features, const Gpu& gpu,
                            const std::vector<BottleneckTerm>& terms, size_t limit) {
  std::vector<Scored> scored;
  add_memory_reasons(
      features, gpu,
      share_of(terms, {TimePart::Dram, TimePart::L2, TimePart::L1, TimePart::Atomics,
                       TimePart::Latency, TimePart::AtomicsOnAddress, TimePart::AtomicsOnLine}),
      scored);
  add_shared_reasons(features, share_of(terms, {TimePart::SharedMemory}), scored);
  add_arithmetic_reasons(
      features,
      share_of(terms, {TimePart::Issue, TimePart::Fp32Pipe, TimePart::IntegerPipe,
                       TimePart::Fp64Pipe, TimePart::SpecialFunctions, TimePart::TensorCores}),
      scored);
  add_launch_reasons(features, gpu, scored);
  std::stable_sort(scored.begin(), scored.end(),
                   [](const Scored& a, const Scored& b) { return a.score > b.score; });
  std::vector<Reason> out;
  for (Scored& item : scored) {
    if (out.size() == limit) break;
    out.push_back(std::move(item.reason));
  }
  return out;
}

}  // namespace kcast::analyze
