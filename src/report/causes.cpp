#include "report/causes.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "base/text.h"

namespace kcast::report {

namespace {

// Below these a cause is not worth a mark.
constexpr double kPartMatters = 0.3;    // of the time, the part that the cause keeps busy
constexpr double kLineMatters = 0.1;    // of that part's work, the line
constexpr double kGrave = 0.5;          // of the time
constexpr double kMostEstimated = 0.3;  // of the counts, what rests on unknown control flow
constexpr double kWidestInterval = 30;  // high over low: beyond it, nothing is known

std::string in_percent(double share) {
  return format_number(100 * std::min(share, 1.0), 0) + " %";
}

class CauseFinder {
 public:
  CauseFinder(const predict::LaunchPrediction& entry, const Gpu& gpu) : entry_(entry), gpu_(gpu) {}

  std::vector<Cause> find() {
    if (!confident()) return {};
    find_uncoalesced();
    find_bank_conflicts();
    find_contended_atomics();
    find_local_memory();
    find_divergence();
    find_launch_causes();
    find_waits();
    return std::move(found_);
  }

 private:
  const Features& features() const { return entry_.features; }

  bool confident() const {
    const Prediction& p = entry_.prediction;
    if (p.source == PredictionSource::Text || !(p.values.time_us > 0)) return false;
    if (features().control.estimated_share > kMostEstimated || features().lost_call) return false;
    return p.high.time_us <= kWidestInterval * p.low.time_us;
  }

  double busy(std::initializer_list<TimePart> parts) const {
    double share = 0;
    for (const BottleneckTerm& term : entry_.prediction.bottleneck) {
      if (std::find(parts.begin(), parts.end(), term.part) != parts.end()) {
        share = std::max(share, term.share);
      }
    }
    return share;
  }

  // Each cause once a line, the first one that is found.
  void add(const std::string& code, const std::string& file, int64_t line, std::string message,
           bool grave) {
    for (const Cause& finding : found_) {
      if (finding.code == code && finding.line == line && finding.file == file) return;
    }
    found_.push_back({code, file, line, std::move(message), grave});
  }

  void find_uncoalesced() {
    const double share_of_time = std::max(busy({TimePart::Dram, TimePart::L2, TimePart::L1,
                                                TimePart::LoadStoreUnit, TimePart::Latency}),
                                          std::min(1.0, features().control.memory_wait_share));
    if (share_of_time < kPartMatters) return;
    double all = 0;
    for (const LineCost& line : features().lines)
      all += line.sectors;
    for (const LineCost& line : features().lines) {
      const bool global = line.access == LineAccess::Load || line.access == LineAccess::Store;
      if (!global || line.requests <= 0 || line.line <= 0) continue;
      const double sectors = line.sectors / line.requests;
      // A lane may load 16 bytes at once: up to 16 sectors are what it asked for.
      const auto sector_bytes = static_cast<double>(gpu_.l1.sector_bytes);
      const bool strided = !line.irregular && std::abs(line.stride_bytes) > sector_bytes;
      const bool scattered = line.irregular;
      if (sectors <= 16 || !(strided || scattered) || line.sectors < kLineMatters * all) continue;
      const std::string what =
          to_text(line.access) + "s" + (line.buffer.empty() ? "" : " of '" + line.buffer + "'");
      const std::string how =
          strided ? format_number(std::abs(line.stride_bytes), 0) + " bytes between lanes"
                  : "scattered addresses";
      add("uncoalesced", line.file, line.line,
          "uncoalesced " + what + ": " + how + ", " + format_number(sectors, 0) +
              " sectors per request; " + in_percent(line.sectors / all) + " of the L1 traffic",
          line.sectors / all * share_of_time >= kGrave / 2);
    }
  }

  void find_bank_conflicts() {
    const double share_of_time = busy({TimePart::SharedMemory, TimePart::LoadStoreUnit});
    const double all = features().memory.shared_wavefronts;
    if (share_of_time < kPartMatters || all <= 0) return;
    for (const LineCost& line : features().lines) {
      if (line.access != LineAccess::Shared || line.requests <= 0 || line.line <= 0) continue;
      const double ways = line.wavefronts / line.requests;
      const double share = line.wavefronts / all;
      if (ways < 2 || share < kLineMatters) continue;
      add("bank-conflicts", line.file, line.line,
          "shared memory: " + format_number(ways, 1) + "-way bank conflicts; " + in_percent(share) +
              " of its cycles",
          share * share_of_time >= kGrave);
    }
  }

  void find_contended_atomics() {
    const double share = busy({TimePart::AtomicsOnAddress, TimePart::AtomicsOnLine});
    if (share < kPartMatters) return;
    const LineCost* most = nullptr;
    for (const LineCost& line : features().lines) {
      if (line.access != LineAccess::Atomic || line.line <= 0) continue;
      if (most == nullptr || line.requests > most->requests) most = &line;
    }
    if (most == nullptr) return;
    const std::string where = most->buffer.empty() ? "" : " on '" + most->buffer + "'";
    add("contended-atomics", most->file, most->line,
        "contended atomics" + where + ": up to " +
            format_number(features().memory.same_address_atomics, 0) +
            " operations on one address; " + in_percent(share) + " of the time",
        share >= kGrave);
  }

  void find_local_memory() {
    const MemoryFeatures& memory = features().memory;
    if (memory.l1_bytes <= 0 || memory.local_bytes < kLineMatters * memory.l1_bytes) return;
    if (busy({TimePart::Dram, TimePart::L2, TimePart::L1, TimePart::LoadStoreUnit,
              TimePart::Latency}) < kPartMatters)
      return;
    add("local-memory", "", 0,
        "local memory (arrays indexed at run time, or spilled registers) is " +
            in_percent(memory.local_bytes / memory.l1_bytes) + " of the L1 traffic",
        false);
  }

  void find_divergence() {
    const ControlFeatures& control = features().control;
    const auto lanes = static_cast<double>(std::max<int64_t>(1, gpu_.units.warp_width));
    const double idle = 1 - control.active_lanes / lanes;
    const bool diverges =
        control.branches > 0 && control.divergent_branches / control.branches > 0.1;
    if (!diverges || control.active_lanes <= 0 || idle < 0.3) return;
    if (features().assumed == AssumedFill::Control) return;
    if (busy({TimePart::Issue, TimePart::Fp32Pipe, TimePart::IntegerPipe, TimePart::Fp64Pipe,
              TimePart::SpecialFunctions, TimePart::Latency}) < kPartMatters)
      return;
    add("divergence", "", 0,
        in_percent(control.divergent_branches / control.branches) +
            " of the branches diverge: on average " + format_number(control.active_lanes, 1) +
            " of " + format_number(lanes, 0) + " lanes work",
        idle >= kGrave);
  }

  // What grid and block cause; at the launch where there is one.
  void find_launch_causes() {
    const Assumptions& assumed = entry_.launch.assumed;
    if (assumed.launch || assumed.grid || assumed.block || assumed.off_path) return;
    const auto units = static_cast<double>(gpu_.units.count);
    const double blocks = features().control.blocks;
    const OccupancyFeatures& occupancy = features().occupancy;
    const double launch = busy({TimePart::Launch});
    if (blocks < units / 2 && launch < kGrave) {
      add("small-grid", entry_.launch_file, entry_.launch_line,
          format_number(blocks, 0) + " blocks for " + format_number(units, 0) +
              " multiprocessors: " + in_percent(1 - blocks / units) + " of the GPU idles",
          false);
      return;
    }
    const bool waits = busy({TimePart::Latency}) >= kGrave;
    if (occupancy.occupancy > 0 && occupancy.occupancy < 0.3 && waits &&
        occupancy.limiter != OccupancyLimit::Grid && occupancy.limiter != OccupancyLimit::Unknown) {
      add("low-occupancy", "", 0,
          "occupancy " + in_percent(occupancy.occupancy) + ", limited by " +
              to_text(occupancy.limiter) + ", leaves too few warps to hide waits",
          false);
    }
    if (occupancy.tail_share > 0.25 && occupancy.waves > 1) {
      add("tail", entry_.launch_file, entry_.launch_line,
          format_number(occupancy.waves, 2) + " waves: the last one leaves " +
              in_percent(occupancy.tail_share) + " of the time partly idle",
          false);
    }
  }

  void find_waits() {
    const auto& terms = entry_.prediction.bottleneck;
    if (terms.empty() || terms[0].part != TimePart::Latency || terms[0].share < 0.7) return;
    if (terms.size() > 1 && terms[1].share > 0.4) return;
    if (!found_.empty()) return;
    add("waits", "", 0,
        "waiting for results takes " + in_percent(terms[0].share) +
            " of the time; no part of the GPU is busy for more than " +
            in_percent(terms.size() > 1 ? terms[1].share : 0),
        false);
  }

  const predict::LaunchPrediction& entry_;
  const Gpu& gpu_;
  std::vector<Cause> found_;
};

}  // namespace

std::vector<Cause> find_causes(const predict::LaunchPrediction& entry, const Gpu& gpu) {
  return CauseFinder(entry, gpu).find();
}

}  // namespace kcast::report
