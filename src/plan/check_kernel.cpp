#include "plan/check_kernel.h"

#include <algorithm>
#include <set>
#include <utility>

#include "launch/check_launch.h"
#include "launch/contract_launch.h"
#include "launch/draw_point.h"

namespace kcast::plan {
namespace {

// Sizes that no block divides, where the contract allows them.
LaunchPoint with_odd_sizes(LaunchPoint point, const KernelContract& contract) {
  for (auto& [name, value] : point.sizes) {
    for (const ScalarContract& scalar : contract.scalars)
      if (scalar.name == name) value = allowed_value(scalar, value - value % 7 + 3);
  }
  return point;
}

class LaunchTrial {
 public:
  LaunchTrial(const KernelContract& contract, const launch::ReadyKernel& kernel, const Gpu& gpu,
              KernelVerdict& verdict)
      : contract_(contract), kernel_(kernel), gpu_(gpu), verdict_(verdict) {}

  void run(double most_bytes) {
    const launch::PointDrawer drawer(contract_, kernel_.kernel);
    if (drawer.blocks() == 0) return complain("", "the contract has no block");
    for (const size_t block : std::set<size_t>{0, drawer.blocks() / 2, drawer.blocks() - 1}) {
      try_point(drawer.at(0, block));
      try_point(with_odd_sizes(drawer.at(0.1, block), contract_));
      try_point(with_odd_sizes(drawer.at(0.5, block), contract_));
      try_point(drawer.at(largest_share(drawer, block, most_bytes), block));
    }
  }

 private:
  double largest_share(const launch::PointDrawer& drawer, size_t block, double most_bytes) const {
    constexpr int kSteps = 20;
    for (int step = kSteps; step > 1; --step) {
      const double share = static_cast<double>(step) / kSteps;
      const auto shape = shape_of(contract_, drawer.at(share, block));
      if (!shape) continue;
      const auto bytes = static_cast<double>(launch::footprint_bytes(*shape, kernel_.kernel));
      if (bytes <= most_bytes) return share;
    }
    return 0;
  }

  void try_point(const LaunchPoint& point) {
    const std::string text = point_text(point);
    if (!tried_.insert(text).second) return;
    ++verdict_.launches;
    const auto launch = launch::launch_of(contract_, kernel_.kernel, point);
    if (!launch) return complain(text, launch.error().message);
    const launch::CheckedLaunch checked =
        launch::check_launch(*kernel_.prepared, kernel_.kernel, *launch, gpu_);
    // A long launch is no mistake: whoever selects launches leaves it out.
    if (!checked.valid() && checked.fault != launch::Fault::TooLong) {
      return complain(text, checked.reason);
    }
    verdict_.longest_us = std::max(verdict_.longest_us, checked.analysis.prediction.values.time_us);
    verdict_.largest_bytes =
        std::max(verdict_.largest_bytes, static_cast<double>(launch::footprint_bytes(*launch)));
  }

  void complain(std::string launch, std::string reason) {
    verdict_.complaints.push_back({kernel_.kernel.language, std::move(launch), std::move(reason)});
  }

  const KernelContract& contract_;
  const launch::ReadyKernel& kernel_;
  const Gpu& gpu_;
  KernelVerdict& verdict_;
  std::set<std::string> tried_;
};

}  // namespace

KernelVerdict check_kernel(const corpus::MadeKernel& kernel, const launch::Inspect& inspect,
                           const Gpu& gpu, double most_bytes) {
  KernelVerdict verdict;
  bool first = true;
  for (const corpus::Language language : kernel.languages) {
    const auto complain = [&](const Error& error) {
      verdict.complaints.push_back(
          {std::string(corpus::language_name(language)), "", error.message});
    };
    const auto source = corpus::print_kernel(kernel, language);
    if (!source) {
      complain(source.error());
      continue;
    }
    const auto ready = launch::ready_kernel(inspect, *source, gpu);
    if (!ready) {
      complain(ready.error());
    } else if (first && kernel.program.contract) {
      first = false;
      LaunchTrial(*kernel.program.contract, *ready, gpu, verdict).run(most_bytes);
    }
  }
  return verdict;
}

}  // namespace kcast::plan
