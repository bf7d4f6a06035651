#include "analyze/time/grid_barrier.h"

#include <algorithm>

namespace kcast::time {
namespace {

// Of sysroot/headers/device/cooperative_groups.h.
constexpr std::string_view kCounter = "_ZN18cooperative_groups7details12grid_counterE";

bool looks_at_counter(const ptx::Module& module, const ptx::Function& function,
                      const ptx::Instruction& instruction) {
  if (instruction.op != ptx::Op::Ld) return false;
  return std::any_of(instruction.operands.begin(), instruction.operands.end(),
                     [&](const ptx::Operand& operand) {
                       if (operand.kind != ptx::OperandKind::Address || !operand.base_is_symbol)
                         return false;
                       const ptx::Variable* variable = module.symbol(function, operand.index);
                       return variable != nullptr && variable->name == kCounter;
                     });
}

double looks(const ptx::Module& module, const ptx::Function& function,
             const std::vector<exec::InstructionCount>& counts) {
  double out = 0;
  const size_t known = std::min(counts.size(), function.instructions.size());
  for (size_t i = 0; i < known; ++i) {
    if (looks_at_counter(module, function, function.instructions[i])) out += counts[i].lanes;
  }
  return out;
}

}  // namespace

double grid_barriers(const ptx::Module& module, const ptx::Function& kernel,
                     const exec::ExecResult& exec, double blocks) {
  const bool has_counter =
      std::any_of(module.variables.begin(), module.variables.end(),
                  [](const ptx::Variable& variable) { return variable.name == kCounter; });
  if (!has_counter || blocks <= 0) return 0;
  double out = looks(module, kernel, exec.counts);
  const size_t callees = std::min(exec.callee_counts.size(), module.functions.size());
  for (size_t f = 0; f < callees; ++f)
    out += looks(module, module.functions[f], exec.callee_counts[f]);
  return out / blocks;
}

double grid_barriers_us(double barriers, const MachineLatency& latency, double clock_mhz) {
  // The last arrival, its way to those that look for it, and the fences around both.
  const double cycles = latency.grid_barrier_loads * latency.l2_cycles;
  return clock_mhz > 0 ? barriers * cycles / clock_mhz : 0;
}

}  // namespace kcast::time
