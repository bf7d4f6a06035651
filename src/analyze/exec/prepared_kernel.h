// A kernel made ready for launches: what analyze.h hands around without showing it.
#pragma once

#include <cstddef>
#include <vector>

#include "analyze/cost/machine_costs.h"
#include "analyze/exec/infer_fills.h"
#include "analyze/ptx/ptx.h"

namespace kcast::analyze {

using Costs = std::vector<std::vector<cost::MachineCost>>;  // per function, per instruction

class PreparedKernel {
 public:
  ptx::Module module;
  size_t index = 0;  // of the kernel among the module's functions
  Costs costs;
  std::vector<std::vector<cost::GuardedCost>> guarded;  // per function
  bool asks_arguments = false;  // some costs depend on the values that are computed
  std::vector<exec::BufferUse> uses;

  const ptx::Function& kernel() const { return module.functions[index]; }
};

}  // namespace kcast::analyze
