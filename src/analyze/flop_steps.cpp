#include "analyze/flop_steps.h"

#include <algorithm>

#include "analyze/exec/exec.h"
#include "analyze/exec/prepared_kernel.h"

namespace kcast::analyze {
namespace {

using ptx::Function;

double flops_of(const cost::MachineCost& cost) {
  const double halves = 2 * (cost.hadd + cost.hmul) + 4 * cost.hfma;
  return cost.fadd + cost.fmul + 2 * cost.ffma + cost.dadd + cost.dmul + 2 * cost.dfma + halves;
}

// Of all threads.
double flops_of(const ptx::Instruction& instruction, const cost::MachineCost& cost,
                const exec::InstructionCount& count) {
  const bool is_matrix = instruction.op == ptx::Op::WmmaMma || instruction.op == ptx::Op::Mma ||
                         instruction.op == ptx::Op::Wgmma;
  if (is_matrix && ptx::is_float(instruction.type)) {
    return 2.0 * instruction.tensor_m * instruction.tensor_n * instruction.tensor_k * count.warps;
  }
  return flops_of(cost) * count.lanes;
}

double sum_of_flops(const Function& function, const std::vector<cost::MachineCost>& costs,
                    const std::vector<exec::InstructionCount>& counts) {
  double out = 0;
  const size_t n = std::min({function.instructions.size(), costs.size(), counts.size()});
  for (size_t i = 0; i < n; ++i)
    out += flops_of(function.instructions[i], costs[i], counts[i]);
  return out;
}

// A kernel's blocks with what they do in a launch.
class CountedBlocks {
 public:
  CountedBlocks(const PreparedKernel& kernel, const exec::ExecResult& exec)
      : function_(kernel.kernel()), counts_(exec.counts) {
    const std::vector<cost::MachineCost>& costs = kernel.costs[kernel.index];
    const size_t n = std::min(costs.size(), counts_.size());
    for (const ptx::Block& block : function_.blocks) {
      double sum = 0;
      for (auto i = static_cast<size_t>(block.first); i < static_cast<size_t>(block.last); ++i) {
        if (i < n) sum += flops_of(function_.instructions[i], costs[i], counts_[i]);
      }
      flops_.push_back(sum);
    }
  }

  double flops(size_t block) const { return flops_[block]; }
  // Threads that come to a block, each as often as it comes.
  double visits(int32_t block) const {
    const auto first = static_cast<size_t>(function_.blocks[static_cast<size_t>(block)].first);
    return first < counts_.size() ? counts_[first].lanes : 0;
  }
  // Threads that come to it at least once. A loop is entered from the block that dominates it.
  double threads(size_t block) const {
    int32_t loop = function_.blocks[block].loop;
    if (loop < 0) return visits(static_cast<int32_t>(block));
    while (function_.loops[static_cast<size_t>(loop)].parent >= 0)
      loop = function_.loops[static_cast<size_t>(loop)].parent;
    const int32_t header = function_.loops[static_cast<size_t>(loop)].header;
    const int32_t before = function_.blocks[static_cast<size_t>(header)].immediate_dominator;
    return before < 0 ? visits(header) : std::min(visits(header), visits(before));
  }

 private:
  const Function& function_;
  const std::vector<exec::InstructionCount>& counts_;
  std::vector<double> flops_;
};

// Back edges carry the line of the loop's test; then whatever else is in its blocks.
std::vector<int32_t> lines_of(const Function& function, size_t number) {
  const ptx::Loop& loop = function.loops[number];
  std::vector<int32_t> out;
  const auto add = [&](int32_t instruction) {
    const int32_t line = function.instructions[static_cast<size_t>(instruction)].line;
    if (line > 0 && std::find(out.begin(), out.end(), line) == out.end()) out.push_back(line);
  };
  for (const int32_t latch : loop.latches) {
    const ptx::Block& block = function.blocks[static_cast<size_t>(latch)];
    for (int32_t i = block.last - 1; i >= block.first; --i)
      add(i);
  }
  for (const int32_t inside : loop.blocks) {
    const ptx::Block& block = function.blocks[static_cast<size_t>(inside)];
    if (block.loop != static_cast<int32_t>(number)) continue;
    for (int32_t i = block.first; i < block.last; ++i)
      add(i);
  }
  return out;
}

}  // namespace

Result<FlopSteps> flop_steps(const PreparedKernel& kernel, const Launch& launch, const Gpu& gpu) {
  exec::ExecOptions options;
  options.trace_accesses = 0;
  options.warp_width = static_cast<int32_t>(gpu.units.warp_width);
  options.clock_mhz = gpu.clocks.boost_mhz;
  const Function& function = kernel.kernel();
  KCAST_TRY(const exec::ExecResult exec, exec::execute(kernel.module, function, launch, options));
  const CountedBlocks blocks(kernel, exec);
  double total = sum_of_flops(function, kernel.costs[kernel.index], exec.counts);
  for (size_t f = 0; f < exec.callee_counts.size(); ++f)
    total += sum_of_flops(kernel.module.functions[f], kernel.costs[f], exec.callee_counts[f]);
  FlopSteps out;
  std::vector<double> of_loop(function.loops.size(), 0);
  for (size_t b = 0; b < function.blocks.size(); ++b) {
    if (blocks.flops(b) <= 0) continue;
    out.threads = std::max(out.threads, blocks.threads(b));
    const int32_t loop = function.blocks[b].loop;
    if (loop >= 0) of_loop[static_cast<size_t>(loop)] += blocks.flops(b);
  }
  if (!(out.threads > 0)) {
    return Error{ErrorCode::NotFound, "no floating-point operation of the kernel itself"};
  }
  const auto most = std::max_element(of_loop.begin(), of_loop.end());
  if (most != of_loop.end() && *most > 0) {
    const auto number = static_cast<size_t>(most - of_loop.begin());
    const double visits = blocks.visits(function.loops[number].header);
    out.rounds = visits / out.threads;
    out.round_flops = *most / visits;
    out.loop_lines = lines_of(function, number);
    total -= *most;
  }
  out.other_flops = std::max(0.0, total) / out.threads;
  return out;
}

}  // namespace kcast::analyze
