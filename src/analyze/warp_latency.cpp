#include "analyze/warp_latency.h"

#include <algorithm>

#include "analyze/exec/prepared_kernel.h"
#include "analyze/time/schedule.h"
#include "analyze/time/shared_swaps.h"

namespace kcast::analyze {

MachineLatency latencies_of(const Gpu& gpu) {
  MachineLatency out = gpu.machine.latency;
  if (!gpu.measured) return out;
  out.shared_cycles = gpu.measured->shared_latency_cycles.value_or(out.shared_cycles);
  out.l1_cycles = gpu.measured->l1_latency_cycles.value_or(out.l1_cycles);
  out.l2_cycles = gpu.measured->l2_latency_cycles.value_or(out.l2_cycles);
  out.dram_cycles = gpu.measured->dram_latency_cycles.value_or(out.dram_cycles);
  return out;
}

namespace {

// A load waits for the level that its last sector comes from, even if another warp asked first.
double load_latency(const memory::SiteTraffic& traffic, const MachineLatency& latency) {
  if (traffic.sectors <= 0) return latency.l2_cycles;
  const double l1 =
      std::clamp((traffic.l1_hit_sectors - traffic.l1_awaited_sectors) / traffic.sectors, 0.0, 1.0);
  const double l2 = traffic.l2_sectors > 0
                        ? std::clamp(traffic.l2_hit_sectors / traffic.l2_sectors, 0.0, 1.0)
                        : 0;
  return l1 * latency.l1_cycles +
         (1 - l1) * (l2 * latency.l2_cycles + (1 - l2) * latency.dram_cycles);
}

}  // namespace

std::vector<double> result_latencies(const PreparedKernel& kernel, const exec::ExecResult& exec,
                                     const memory::MemoryTraffic& traffic, const Gpu& gpu) {
  const ptx::Function& function = kernel.kernel();
  const std::vector<cost::MachineCost>& costs = kernel.costs[kernel.index];
  const MachineLatency latency = latencies_of(gpu);
  std::vector<double> out(function.instructions.size());
  for (size_t i = 0; i < out.size(); ++i) {
    const ptx::Instruction& instruction = function.instructions[i];
    out[i] = i < costs.size() ? costs[i].latency_cycles : 4;
    switch (instruction.op) {
      case ptx::Op::St:
      case ptx::Op::Red:
        out[i] = latency.store_cycles;
        break;
      case ptx::Op::Atom:
        out[i] = instruction.space == ptx::Space::Shared
                     ? latency.shared_atomic_loads * latency.shared_cycles
                     : latency.l2_cycles;
        break;
      case ptx::Op::Bar:
      case ptx::Op::BarRed:
        out[i] = latency.barrier_cycles;
        break;
      default:
        break;
    }
  }
  std::vector<bool> in_shared(out.size(), false);
  for (const exec::SharedCount& shared : exec.shared) {
    const auto i = static_cast<size_t>(shared.instruction);
    const bool own = shared.function == static_cast<int32_t>(kernel.index);
    if (!own || i >= out.size() || function.instructions[i].op == ptx::Op::St) continue;
    const double ways = shared.requests > 0 ? shared.wavefronts / shared.requests : 1;
    out[i] = latency.shared_cycles + ways - 1;
    in_shared[i] = shared.requests > 0;
    const bool swaps = shared.swap_attempts > 0 && i < exec.counts.size();
    if (!swaps) continue;
    const double rounds = time::shared_swaps(shared, exec.counts[i].lanes,
                                             exec.traces.warps_per_block, gpu.machine.shared)
                              .rounds;
    out[i] = rounds / shared.requests *
             (latency.shared_atomic_loads * latency.shared_cycles + latency.swap_cycles);
  }
  for (size_t s = 0; s < exec.traces.sites.size() && s < traffic.sites.size(); ++s) {
    const exec::Site& site = exec.traces.sites[s];
    const auto i = static_cast<size_t>(site.instruction);
    const bool own = site.function == static_cast<int32_t>(kernel.index);
    if (!own || i >= out.size() || site.kind != exec::AccessKind::Load) continue;
    // What a load of shared memory takes is known by now, and no sector of L1 is its.
    if (site.space == ptx::Space::Shared || in_shared[i]) continue;
    out[i] = load_latency(traffic.sites[s], latency);
  }
  return out;
}

namespace {

// Blocks of a loop at whose barriers all warps of a block wait for each other.
std::vector<bool> in_step_with_block(const ptx::Function& function) {
  const auto outermost = [&](int32_t loop) {
    while (loop >= 0 && function.loops[static_cast<size_t>(loop)].parent >= 0)
      loop = function.loops[static_cast<size_t>(loop)].parent;
    return loop;
  };
  std::vector<bool> waits(function.loops.size(), false);
  for (const ptx::Block& block : function.blocks) {
    for (int32_t i = block.first; i < block.last && block.loop >= 0; ++i) {
      const ptx::Op op = function.instructions[static_cast<size_t>(i)].op;
      if (op == ptx::Op::Bar || op == ptx::Op::BarRed)
        waits[static_cast<size_t>(outermost(block.loop))] = true;
    }
  }
  std::vector<bool> out;
  for (const ptx::Block& block : function.blocks)
    out.push_back(block.loop >= 0 && waits[static_cast<size_t>(outermost(block.loop))]);
  return out;
}

// Cycles of shared memory that each instruction takes when a warp runs it.
std::vector<double> shared_cycles(const PreparedKernel& kernel, const exec::ExecResult& exec) {
  std::vector<double> out(kernel.kernel().instructions.size(), 0);
  for (const exec::SharedCount& shared : exec.shared) {
    const auto i = static_cast<size_t>(shared.instruction);
    const bool own = shared.function == static_cast<int32_t>(kernel.index);
    if (own && i < out.size() && shared.requests > 0) out[i] = shared.wavefronts / shared.requests;
  }
  return out;
}

}  // namespace

double unevenness(const exec::ExecResult& exec, double least_work) {
  double longest = 0;
  double mean = 0;
  for (const exec::BlockSummary& block : exec.blocks) {
    if (block.warp_instructions < least_work) continue;
    longest += block.weight * block.longest_warp;
    mean += block.weight * block.warp_instructions /
            std::max(1.0, static_cast<double>(exec.traces.warps_per_block));
  }
  return mean > 0 ? std::max(1.0, longest / mean) : 1;
}

bool branches_inside(const ptx::Instruction& instruction, const cost::MachineCost& cost) {
  const ptx::Op op = instruction.op;
  const bool jumps = op == ptx::Op::Bra || op == ptx::Op::Ret || op == ptx::Op::Exit;
  return !jumps && cost.branch >= 1;
}

double critical_path(const PreparedKernel& kernel, const std::vector<cost::MachineCost>& costs,
                     const exec::ExecResult& exec, const memory::MemoryTraffic& traffic,
                     const Gpu& gpu, const GridShape& grid) {
  const ptx::Function& function = kernel.kernel();
  time::WarpPathInput input;
  input.latency = result_latencies(kernel, exec, traffic, gpu);
  for (size_t i = 0; i < function.instructions.size(); ++i) {
    input.branches.push_back(i < costs.size() &&
                             branches_inside(function.instructions[i], costs[i]));
  }
  const std::vector<bool> in_step = in_step_with_block(function);
  const std::vector<double> shared = shared_cycles(kernel, exec);
  const auto of_block = static_cast<double>(std::max(1, exec.traces.warps_per_block));
  const double sharing =
      std::max(1.0, of_block / std::max(1.0, static_cast<double>(gpu.units.partitions)));
  for (size_t b = 0; b < function.blocks.size(); ++b) {
    const ptx::Block& block = function.blocks[b];
    const auto first = static_cast<size_t>(block.first);
    const bool empty = block.first >= block.last || first >= exec.counts.size();
    input.executions.push_back(empty ? 0 : exec.counts[first].warps / std::max(1.0, grid.warps));
    double issue = 0;
    double served = 0;
    for (int32_t i = block.first; i < block.last; ++i) {
      if (static_cast<size_t>(i) < costs.size()) issue += costs[static_cast<size_t>(i)].slots;
      served += shared[static_cast<size_t>(i)];
    }
    input.issue.push_back(in_step[b] ? std::max(issue * sharing, served * of_block) : issue);
  }
  // A round of such a loop takes as long as its slowest warp: what one of them runs, all wait for.
  const auto wait_for_all = [&](std::vector<double>& executions) {
    for (size_t b = 0; b < function.blocks.size(); ++b) {
      if (!in_step[b]) continue;
      const ptx::Loop& loop = function.loops[static_cast<size_t>(function.blocks[b].loop)];
      const double entered = executions[static_cast<size_t>(loop.header)];
      executions[b] = std::max(executions[b], std::min(entered, executions[b] * of_block));
    }
  };
  wait_for_all(input.executions);
  const double uneven = unevenness(exec);
  const double usual = time::warp_path(function, input).cycles * uneven;
  if (exec.longest_block.size() != function.blocks.size()) return usual;
  // No launch ends before its longest block, however few there are of the kind.
  input.executions = exec.longest_block;
  wait_for_all(input.executions);
  return std::max(usual, time::warp_path(function, input).cycles / std::max(1.0, grid.rounds));
}

}  // namespace kcast::analyze
