// Many launches of one kernel for a GPU: blocks over the regimes 25:60:15, memory from some KB
// to several GB with half of it over the L2, times rebalanced by quartiles; only what the
// interpreter finds valid is kept.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "launch/check_launch.h"
#include "launch/draw_point.h"
#include "launch/ready_kernel.h"
#include "launch/regime.h"
#include "schema/kernel_contract.h"
#include "schema/launch_point.h"

namespace kcast::launch {

struct SelectOptions {
  int count = 6;
  uint64_t seed = 1;
  // Launches past these are kept only now and then, so that the GPU's time goes into many.
  double usual_time_us = 1000;
  int64_t usual_bytes = int64_t{512} << 20;
  double unusual_share = 0.04;
  // Fewer instructions than a prediction may take: thousands of launches are looked at.
  CheckLimits limits{.analysis = {.exec_budget = 50'000, .memory_budget = 25'000}};
};

struct SelectedLaunch {
  LaunchPoint point;
  Launch launch;
  Regime regime = Regime::Idle;
  int64_t footprint_bytes = 0;
  bool rebalanced = false;  // chosen for its time
  analyze::Analysis analysis;
};

struct Selection {
  std::vector<SelectedLaunch> launches;
  std::map<Fault, int> refused;  // attempts that were not valid
  std::string first_reason;      // of the first of them that is no mere limit
};

Selection select_launches(const KernelContract& contract, const ReadyKernel& kernel, const Gpu& gpu,
                          const SelectOptions& options);

}  // namespace kcast::launch
