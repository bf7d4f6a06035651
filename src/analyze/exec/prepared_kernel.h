// A kernel made ready for launches: what analyze.h hands around without showing it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyze/cost/machine_costs.h"
#include "analyze/exec/infer_fills.h"
#include "analyze/ptx/ptx.h"

namespace kcast::analyze {

using Costs = std::vector<std::vector<cost::MachineCost>>;  // per function, per instruction

// The PTX of a translation unit, parsed once for all of its kernels, with what was found out about
// its functions so far. Not thread-safe while kernels are being prepared.
class PreparedModule {
 public:
  ptx::Module module;
  std::map<std::string, std::string> left_out;  // functions that cannot be parsed, and why
  std::map<std::string, size_t> lifted;         // kernels whose machine code is there, too
  std::map<std::string, size_t> usual;          // the same without its rare ways

  // What a function costs, computed when a kernel first reaches it.
  struct FunctionCosts {
    std::vector<cost::MachineCost> costs;
    std::vector<cost::GuardedCost> guarded;
    bool asks_arguments = false;  // some of it depends on the values that are computed
  };
  std::vector<std::optional<FunctionCosts>> functions;
};

class PreparedKernel {
 public:
  explicit PreparedKernel(std::shared_ptr<const PreparedModule> of)
      : owner(std::move(of)), module(owner->module) {}

  std::shared_ptr<const PreparedModule> owner;
  const ptx::Module& module;
  size_t index = 0;  // of the kernel among the module's functions
  Costs costs;       // empty for functions that the kernel does not reach
  std::vector<std::vector<cost::GuardedCost>> guarded;  // per function
  bool asks_arguments = false;  // some costs depend on the values that are computed
  int64_t register_demand = 0;  // cost/registers.h
  std::vector<exec::BufferUse> uses;
  // The same kernel in a form that is followed more easily: without rare ways, as PTX.
  std::shared_ptr<const PreparedKernel> otherwise;

  const ptx::Function& kernel() const { return module.functions[index]; }
};

}  // namespace kcast::analyze
