#include "launch/select_launches.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "launch/contract_launch.h"
#include "launch/rebalance.h"

namespace kcast::launch {
namespace {

constexpr int kAttemptsPerLaunch = 4;
constexpr double kSmallestBytes = 16 << 10;
constexpr double kLargestBytes = 4.0 * (1 << 30);

double log_between(Rng& rng, double low, double high) {
  return low * std::pow(high / low, rng.unit());
}

class Selector {
 public:
  Selector(const KernelContract& contract, const ReadyKernel& kernel, const Gpu& gpu,
           const SelectOptions& options)
      : contract_(contract),
        kernel_(kernel),
        gpu_(gpu),
        options_(options),
        drawer_(contract, kernel.kernel),
        rng_(Rng::for_name(options.seed, "launches")) {}

  Selection run() {
    std::vector<Regime> regimes;
    for (int i = 0; i < options_.count; ++i)
      regimes.push_back(draw_regime(rng_));
    // The last third is chosen for the times that the others miss.
    const auto plain = static_cast<size_t>(options_.count - options_.count / 3);
    for (size_t i = 0; i < plain; ++i)
      select(target_in(regimes[i]), false);
    for (size_t i = plain; i < regimes.size(); ++i)
      rebalance(regimes[i]);
    // What could not be had is drawn once more.
    for (int i = 0; i < options_.count && missing() > 0; ++i)
      select(target_in(draw_regime(rng_)), false);
    return std::move(out_);
  }

 private:
  int missing() const { return options_.count - static_cast<int>(out_.launches.size()); }

  // Mostly over the L2, because the blocks often allow less than what is drawn here.
  double draw_bytes() {
    const auto l2 = static_cast<double>(gpu_.l2.size_bytes);
    const auto usual = static_cast<double>(options_.usual_bytes);
    if (rng_.chance(options_.unusual_share)) return log_between(rng_, usual, kLargestBytes);
    return rng_.chance(0.9) ? log_between(rng_, l2 * 1.05, usual)
                            : log_between(rng_, kSmallestBytes, l2);
  }

  // Memory grows with the blocks, so that large launches would all have the most blocks of a
  // regime: each draw has an end of its own, mostly near that of the regime.
  PointTarget target_in(Regime regime) {
    BlockRange blocks = blocks_of(regime, gpu_);
    if (regime != Regime::FullyUtilised) {
      const double back = rng_.unit() * rng_.unit();
      const double places =
          std::log(static_cast<double>(blocks.high) / static_cast<double>(blocks.low));
      blocks.high = static_cast<int64_t>(static_cast<double>(blocks.low) *
                                         std::exp(places * (1 - 0.6 * back)));
    }
    return {blocks, draw_bytes()};
  }

  // One launch of a time that is missing, in this regime; an ordinary one where none is.
  void rebalance(Regime regime) {
    constexpr size_t kProposals = 8;
    std::vector<TimedBlocks> points;
    for (const SelectedLaunch& launch : out_.launches) {
      points.push_back({static_cast<double>(block_count(launch.launch.grid)),
                        launch.analysis.prediction.values.time_us});
    }
    for (const int64_t blocks : missing_blocks(points, kProposals, rng_)) {
      if (regime_of(blocks, gpu_) != regime) continue;
      const int64_t spread = blocks / 16;
      select({{std::max<int64_t>(blocks - spread, 1), blocks + spread}, draw_bytes()}, true);
      return;
    }
    select(target_in(regime), false);
  }

  // Tries until a valid launch is found, with less memory where the time was too long.
  void select(PointTarget target, bool rebalanced) {
    const bool unusual = target.footprint_bytes > static_cast<double>(options_.usual_bytes) ||
                         rng_.chance(options_.unusual_share);
    for (int attempt = 0; attempt < kAttemptsPerLaunch; ++attempt) {
      auto point = drawer_.draw(target, rng_);
      if (!point) return refuse(Fault::Refused, point.error().message);
      if (!chosen_.insert(point_text(*point)).second) continue;
      auto launch = launch_of(contract_, kernel_.kernel, *point);
      if (!launch) return refuse(Fault::Refused, launch.error().message);
      const int64_t bytes = footprint_bytes(*launch);
      if (bytes > options_.usual_bytes && !unusual) {
        target = smaller(target, 4);
        continue;
      }
      CheckedLaunch checked =
          check_launch(*kernel_.prepared, kernel_.kernel, *launch, gpu_, options_.limits);
      if (!checked.valid()) {
        refuse(checked.fault, checked.reason);
        target = smaller(target, 8);
        continue;
      }
      const double time_us = checked.analysis.prediction.values.time_us;
      if (time_us > options_.usual_time_us && !unusual) {
        target = smaller(target, 2 * time_us / options_.usual_time_us);
        continue;
      }
      keep(*std::move(point), *std::move(launch), std::move(checked.analysis), rebalanced);
      return;
    }
  }

  // Fewer blocks too: under a fixed grid memory does not shrink.
  static PointTarget smaller(PointTarget target, double factor) {
    target.footprint_bytes = std::max(target.footprint_bytes / factor, kSmallestBytes);
    const auto less = [factor](int64_t blocks) {
      return std::max<int64_t>(static_cast<int64_t>(static_cast<double>(blocks) / factor), 1);
    };
    target.blocks = {less(target.blocks.low), less(target.blocks.high)};
    return target;
  }

  void refuse(Fault fault, const std::string& reason) {
    ++out_.refused[fault];
    if (fault == Fault::TooLarge || fault == Fault::TooLong) return;
    if (out_.first_reason.empty()) out_.first_reason = reason;
  }

  void keep(LaunchPoint point, Launch launch, analyze::Analysis analysis, bool rebalanced) {
    SelectedLaunch selected;
    selected.regime = regime_of(block_count(launch.grid), gpu_);
    selected.footprint_bytes = footprint_bytes(launch);
    selected.rebalanced = rebalanced;
    selected.point = std::move(point);
    selected.launch = std::move(launch);
    selected.analysis = std::move(analysis);
    out_.launches.push_back(std::move(selected));
  }

  const KernelContract& contract_;
  const ReadyKernel& kernel_;
  const Gpu& gpu_;
  const SelectOptions& options_;
  PointDrawer drawer_;
  Rng rng_;
  std::set<std::string> chosen_;
  Selection out_;
};

}  // namespace

Selection select_launches(const KernelContract& contract, const ReadyKernel& kernel, const Gpu& gpu,
                          const SelectOptions& options) {
  return Selector(contract, kernel, gpu, options).run();
}

}  // namespace kcast::launch
