// From dynamic counts to features: machine operations, memory, control, lines.
#pragma once

#include <vector>

#include "analyze/cost/expansions.h"
#include "analyze/exec/exec.h"
#include "analyze/memory/model.h"
#include "analyze/ptx/ptx.h"
#include "schema/features.h"
#include "schema/gpu/gpu.h"
#include "schema/sample.h"

namespace kcast::analyze {

struct FeatureInput {
  const ptx::Module& module;
  const ptx::Function& kernel;
  // Per function of the module, per instruction; empty for functions without a body.
  const std::vector<std::vector<cost::MachineCost>>& costs;
  const exec::ExecResult& exec;
  const memory::MemoryTraffic& traffic;
  const Launch& launch;
  const Gpu& gpu;
};

// What a sector of each site costs, of L1 and of L2. L1 looks up few lines of a request in a cycle
// and gets one word from each bank; a slice of L2 serves some bytes of a line (two sectors on
// NVIDIA), so lone sectors cost a whole cycle.
struct SectorCost {
  double l1_cycles = 1;
  double l2_cycles = 1;
};
std::vector<SectorCost> cost_of_sectors(const exec::TraceSet& traces, const Gpu& gpu);

OperationCounts count_operations(const FeatureInput& input);
MemoryFeatures memory_features(const FeatureInput& input);
ControlFeatures control_features(const FeatureInput& input);

// What each line of source costs, the most expensive first.
std::vector<LineCost> line_costs(const FeatureInput& input);

}  // namespace kcast::analyze
