#include "analyze/analyze.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "analyze/cost/expansions.h"
#include "analyze/cost/registers.h"
#include "analyze/exec/exec.h"
#include "analyze/exec/infer_fills.h"
#include "analyze/exec/prepared_kernel.h"
#include "analyze/features.h"
#include "analyze/intervals.h"
#include "analyze/memory/model.h"
#include "analyze/plausible.h"
#include "analyze/ptx/parse/readable.h"
#include "analyze/ptx/ptx.h"
#include "analyze/ptx/slice.h"
#include "analyze/ptx/static_shared.h"
#include "analyze/ptx/wide_loads.h"
#include "analyze/reasons.h"
#include "analyze/time/occupancy.h"
#include "analyze/time/schedule.h"
#include "analyze/time/shared_swaps.h"
#include "analyze/time/team_reduction.h"
#include "analyze/time/time_model.h"
#include "schema/gpu/roof_time.h"

namespace kcast::analyze {

constexpr int64_t kArgumentBudget = 20000;  // warp instructions

namespace {

// What was measured on the GPU, or else what is assumed of it.
MachineLatency latencies_of(const Gpu& gpu) {
  MachineLatency out = gpu.machine.latency;
  if (!gpu.measured) return out;
  out.shared_cycles = gpu.measured->shared_latency_cycles.value_or(out.shared_cycles);
  out.l1_cycles = gpu.measured->l1_latency_cycles.value_or(out.l1_cycles);
  out.l2_cycles = gpu.measured->l2_latency_cycles.value_or(out.l2_cycles);
  out.dram_cycles = gpu.measured->dram_latency_cycles.value_or(out.dram_cycles);
  return out;
}

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

// Per instruction of the kernel: until its result can be used, in cycles.
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

struct GridShape {
  double warps = 0;   // of all blocks
  double rounds = 0;  // of blocks that follow each other on a unit, each of which takes so long
};

// Cycles of the longest warp of a block when nothing else runs. Between barriers it waits until
// the schedulers and the shared memory have served the other warps of the block as well.
double critical_path(const PreparedKernel& kernel, const std::vector<cost::MachineCost>& costs,
                     const exec::ExecResult& exec, const memory::MemoryTraffic& traffic,
                     const Gpu& gpu, const GridShape& grid) {
  const ptx::Function& function = kernel.kernel();
  time::WarpPathInput input;
  input.latency = result_latencies(kernel, exec, traffic, gpu);
  for (size_t i = 0; i < function.instructions.size(); ++i) {
    const ptx::Op op = function.instructions[i].op;
    const bool jumps = op == ptx::Op::Bra || op == ptx::Op::Ret || op == ptx::Op::Exit;
    input.branches.push_back(!jumps && i < costs.size() && costs[i].branch >= 1);
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
  double longest = 0;
  double mean = 0;
  for (const exec::BlockSummary& block : exec.blocks) {
    longest += block.weight * block.longest_warp;
    mean += block.weight * block.warp_instructions /
            std::max(1.0, static_cast<double>(exec.traces.warps_per_block));
  }
  const double uneven = mean > 0 ? std::max(1.0, longest / mean) : 1;
  const double usual = time::warp_path(function, input).cycles * uneven;
  if (exec.longest_block.size() != function.blocks.size()) return usual;
  // No launch ends before its longest block, however few there are of the kind.
  input.executions = exec.longest_block;
  wait_for_all(input.executions);
  return std::max(usual, time::warp_path(function, input).cycles / std::max(1.0, grid.rounds));
}

BaseQuantities base_quantities(const Features& features) {
  BaseQuantities out;
  const OperationCounts& ops = features.operations;
  out.flops_fp16 = 2 * (ops.hadd + ops.hmul) + 4 * ops.hfma;
  out.flops_fp32 = ops.fadd + ops.fmul + 2 * ops.ffma;
  out.flops_fp64 = ops.dadd + ops.dmul + 2 * ops.dfma;
  out.flops_tensor = ops.tensor_flops;
  out.int_ops = ops.integer;
  out.l1_bytes = features.memory.l1_bytes;
  out.l2_bytes = features.memory.l2_bytes;
  out.hbm_read_bytes = features.memory.dram_read_bytes;
  out.hbm_write_bytes = features.memory.dram_write_bytes;
  out.l1_hit_rate_pct = std::clamp(features.memory.l1_hit_rate_pct, 0.0, 100.0);
  out.l2_hit_rate_pct = std::clamp(features.memory.l2_hit_rate_pct, 0.0, 100.0);
  return out;
}

// The name of what an instruction calls; null: it calls no function of the module.
const std::string* called_function(const ptx::Module& module, const ptx::Function& caller,
                                   int32_t instruction) {
  for (const ptx::Operand& operand :
       caller.instructions[static_cast<size_t>(instruction)].operands) {
    if (operand.kind == ptx::OperandKind::Function && operand.index >= 0)
      return &module.functions[static_cast<size_t>(operand.index)].name;
  }
  return nullptr;
}

// The row of the table that an instruction costs; empty: none that depends on values.
std::string varying_key(const ptx::Module& module, const ptx::Function& function,
                        int32_t instruction, bool fast) {
  const ptx::Instruction& i = function.instructions[static_cast<size_t>(instruction)];
  std::string key;
  if (i.op == ptx::Op::Call) {
    const std::string* name = called_function(module, function, instruction);
    if (name != nullptr) key = *name;
  } else if (i.op != ptx::Op::Selp && ptx::depends_on_values(i)) {
    key = cost::expansion_key(i);
  }
  return !key.empty() && cost::Expansions::embedded().varies(key, fast) ? key : "";
}

bool asks_arguments(const ptx::Module& module, const ptx::Function& function) {
  const bool fast = cost::flushes_denormals(function);
  for (size_t i = 0; i < function.instructions.size(); ++i) {
    if (!varying_key(module, function, static_cast<int32_t>(i), fast).empty()) return true;
  }
  return false;
}

const PreparedModule::FunctionCosts& costs_of(PreparedModule& prepared, size_t index) {
  std::optional<PreparedModule::FunctionCosts>& known = prepared.functions[index];
  if (known) return *known;
  PreparedModule::FunctionCosts& out = known.emplace();
  const ptx::Function& function = prepared.module.functions[index];
  if (!function.has_body) return out;
  out.costs = cost::machine_costs(prepared.module, function, false, &out.guarded);
  out.asks_arguments = !out.guarded.empty() || asks_arguments(prepared.module, function);
  return out;
}

// The kernel and what it names, directly or through others.
std::vector<size_t> reached_functions(const ptx::Module& module, size_t kernel) {
  std::vector<bool> reached(module.functions.size(), false);
  std::vector<size_t> order = {kernel};
  reached[kernel] = true;
  for (size_t k = 0; k < order.size(); ++k) {
    for (const ptx::Instruction& instruction : module.functions[order[k]].instructions) {
      for (const ptx::Operand& operand : instruction.operands) {
        if (operand.kind != ptx::OperandKind::Function || operand.index < 0) continue;
        const auto callee = static_cast<size_t>(operand.index);
        if (reached[callee]) continue;
        reached[callee] = true;
        order.push_back(callee);
      }
    }
  }
  return order;
}

// The share of lanes that take a choice's first operand; empty: nobody saw it.
std::optional<float> first_share(const exec::ExecResult& exec, size_t function, int32_t choice) {
  for (const exec::MathArguments& noted : exec.math) {
    if (noted.instruction != choice || static_cast<size_t>(noted.function) != function) continue;
    if (noted.values.empty()) return std::nullopt;
    double sum = 0;
    for (const std::array<double, 2>& value : noted.values) {
      sum += value[0];
    }
    return static_cast<float>(sum / static_cast<double>(noted.values.size()));
  }
  return std::nullopt;
}

// Functions, divisions and roots take the paths that their arguments ask for, and guarded
// sums are computed by the lanes whose guard holds: a few blocks are run in which values are
// computed too, and such costs are the means over what they saw.
Costs costs_for_arguments(const PreparedKernel& kernel, const Launch& launch,
                          const exec::ExecOptions& whole) {
  Costs costs = kernel.costs;
  if (!kernel.asks_arguments) return costs;
  exec::ExecOptions options = whole;
  options.math_arguments = true;
  options.budget = std::min<int64_t>(options.budget / 4, kArgumentBudget);
  options.block_budget = options.budget / 4;
  options.max_blocks = options.min_blocks;
  options.trace_accesses = 0;
  const Result<exec::ExecResult> exec =
      exec::execute(kernel.module, kernel.kernel(), launch, options);
  if (!exec) return costs;
  const cost::Expansions& table = cost::Expansions::embedded();
  for (const exec::MathArguments& call : exec->math) {
    const ptx::Function& caller = kernel.module.functions[static_cast<size_t>(call.function)];
    const bool fast = cost::flushes_denormals(caller);
    const std::string key = varying_key(kernel.module, caller, call.instruction, fast);
    if (key.empty() || call.values.empty()) continue;
    cost::MachineCost& cost =
        costs[static_cast<size_t>(call.function)][static_cast<size_t>(call.instruction)];
    cost::add_cost(cost, *table.common(key, fast), -1);
    const float share = 1 / static_cast<float>(call.values.size());
    for (const std::array<double, 2>& values : call.values)
      cost::add_cost(cost, *table.at(key, values, fast), share);
  }
  for (size_t f = 0; f < kernel.guarded.size(); ++f) {
    for (const cost::GuardedCost& guarded : kernel.guarded[f]) {
      const std::optional<float> first = first_share(*exec, f, guarded.choice);
      if (!first) continue;
      const float held = guarded.when_first ? *first : 1 - *first;
      cost::scale_flops(costs[f][static_cast<size_t>(guarded.instruction)], 2 * held);
    }
  }
  return costs;
}

AssumedFill assumed_contents(const Launch& launch) {
  AssumedFill out = AssumedFill::Nothing;
  for (const LaunchArgument& argument : launch.arguments) {
    out = std::max(out, argument.assumed);
    for (const LaunchArgument& member : argument.members)
      out = std::max(out, member.assumed);
  }
  return out;
}

std::string out_of_bounds_text(const exec::ExecResult& exec) {
  return "line " + std::to_string(exec.out_of_range_line) +
         ": access outside of every buffer, nearest '" + exec.out_of_range_buffer + "'";
}

LaunchFaults faults_of(const exec::ExecResult& exec) {
  LaunchFaults faults;
  if (exec.out_of_range > 0) {
    faults.out_of_bounds = out_of_bounds_text(exec);
  } else if (exec.overrun_line > 0) {
    faults.out_of_bounds =
        "line " + std::to_string(exec.overrun_line) + ": a loop goes beyond its buffers";
  }
  faults.divergent_barrier = exec.barrier_use.divergent;
  faults.barrier_after_exit = exec.barrier_use.after_exit;
  faults.endless_loop = exec.endless_loop;
  return faults;
}

void add_notes(const exec::ExecResult& exec, const memory::MemoryTraffic& traffic,
               Features& features) {
  features.notes = exec.notes;
  for (const exec::UnknownValue& unknown : exec.unknown) {
    std::string note = unknown.line > 0 ? "line " + std::to_string(unknown.line) + ": " : "";
    note += "unknown " + unknown.touched + ": " + unknown.cause;
    features.notes.push_back(std::move(note));
  }
  if (exec.out_of_range > 0) features.notes.push_back(out_of_bounds_text(exec));
  const auto note_share = [&features](double share, const char* what) {
    if (share <= 0.01) return;
    features.notes.push_back("addresses of " + std::to_string(std::lround(100 * share)) +
                             " % of the sectors " + what + "; their cache traffic is sampled");
  };
  note_share(traffic.data_share, "follow data");
  note_share(1 - traffic.affine_share - traffic.data_share,
             "are not a linear function of the block's number");
  if (traffic.thinned) {
    features.notes.emplace_back(
        "very many requests for memory: only a sample of them was followed to L2");
  }
  features.estimated = exec.estimated || traffic.estimated;
}

// The line that asks most of the memory in which a thread's own arrays lie.
void add_local_reason(const ptx::Module& module, const exec::ExecResult& exec,
                      const memory::MemoryTraffic& traffic, std::vector<Reason>& reasons) {
  std::map<std::pair<int32_t, int32_t>, double> lines;  // sectors by file and line
  double all = 0;
  double local = 0;
  for (size_t s = 0; s < traffic.sites.size() && s < exec.traces.sites.size(); ++s) {
    const exec::Site& site = exec.traces.sites[s];
    all += traffic.sites[s].sectors;
    if (site.space != ptx::Space::Local) continue;
    local += traffic.sites[s].sectors;
    lines[{site.file, site.line}] += traffic.sites[s].sectors;
  }
  constexpr double kWorthSaying = 0.05;
  if (all <= 0 || local < kWorthSaying * all) return;
  const auto most = std::max_element(
      lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  const auto [file, line] = most->first;
  const auto at = static_cast<size_t>(file);
  const std::string share = std::to_string(std::lround(100 * local / all));
  const Reason reason{
      at < module.files.size() ? module.files[at] : "", line,
      "an array of each thread lies in local memory: " + share +
          " % of the L1 traffic; it can lie in registers only if every index is known "
          "to the compiler",
      local / all};
  reasons.insert(reasons.begin(), reason);
}

}  // namespace

Result<std::shared_ptr<PreparedModule>> prepare_module(std::string_view text) {
  auto out = std::make_shared<PreparedModule>();
  KCAST_TRY(ptx::ReadableModule readable, ptx::parse_readable(text));
  out->module = std::move(readable.module);
  out->left_out = std::move(readable.left_out);
  ptx::join_shared_loads(out->module);
  out->functions.resize(out->module.functions.size());
  return out;
}

Result<std::shared_ptr<const PreparedKernel>> prepare_kernel(
    const std::shared_ptr<PreparedModule>& module, const std::string& kernel) {
  auto out = std::make_shared<PreparedKernel>(module);
  const ptx::Function* found = out->module.find(kernel);
  if (const auto why = module->left_out.find(kernel); why != module->left_out.end())
    return Error{ErrorCode::InvalidInput, why->second};
  if (found == nullptr || !found->is_entry || !found->has_body) {
    return Error{ErrorCode::NotFound, "the PTX has no kernel '" + kernel + "'"};
  }
  out->index = static_cast<size_t>(found - out->module.functions.data());
  out->uses = exec::buffer_uses(out->module, *found);
  out->costs.resize(out->module.functions.size());
  out->guarded.resize(out->module.functions.size());
  for (const size_t f : reached_functions(out->module, out->index)) {
    const PreparedModule::FunctionCosts& function = costs_of(*module, f);
    out->costs[f] = function.costs;
    out->guarded[f] = function.guarded;
    out->asks_arguments = out->asks_arguments || function.asks_arguments;
  }
  return std::shared_ptr<const PreparedKernel>(std::move(out));
}

Result<std::shared_ptr<const PreparedKernel>> prepare_kernel(std::string_view text,
                                                             const std::string& kernel) {
  KCAST_TRY(const std::shared_ptr<PreparedModule> module, prepare_module(text));
  return prepare_kernel(module, kernel);
}

std::vector<std::string> infer_fills(const PreparedKernel& kernel, Launch& launch) {
  return exec::infer_fills(kernel.uses, launch);
}

namespace {

Result<Analysis> analyze_once(const PreparedKernel& kernel, const Launch& launch, const Gpu& gpu,
                              const std::optional<ResourceUse>& resources,
                              const AnalysisOptions& options) {
  const ptx::Function& function = kernel.kernel();
  exec::ExecOptions exec_options;
  exec_options.budget = options.exec_budget;
  // Five blocks that are all cut off, and come to an end, take a little less than a small budget.
  if (options.exec_budget < AnalysisOptions().exec_budget)
    exec_options.block_budget = std::min(exec_options.block_budget, options.exec_budget / 8);
  exec_options.trace_accesses = std::min(exec_options.trace_accesses, options.exec_budget / 2);
  exec_options.warp_width = static_cast<int32_t>(gpu.units.warp_width);
  exec_options.shared_banks = static_cast<int32_t>(gpu.shared_memory.banks);
  exec_options.bank_bytes = static_cast<int32_t>(gpu.shared_memory.bank_bytes);
  exec_options.clock_mhz = gpu.clocks.boost_mhz;
  exec_options.ends_at_bounds =
      launch.assumed.any() || assumed_contents(launch) != AssumedFill::Nothing;
  KCAST_TRY(const exec::ExecResult exec,
            exec::execute(kernel.module, function, launch, exec_options));

  const Costs costs = costs_for_arguments(kernel, launch, exec_options);

  Analysis out;
  Features& features = out.features;
  features.kernel = function.name;
  features.gpu = gpu.id;
  time::OccupancyInput shape;
  shape.registers = resources ? resources->registers
                              : cost::estimate_registers(function, gpu.registers.per_unit,
                                                         gpu.registers.per_thread_max);
  shape.registers_exact = resources.has_value();
  shape.shared_bytes = ptx::static_shared_bytes(kernel.module, function) + launch.shared_bytes;
  shape.block_threads = launch.block[0] * launch.block[1] * launch.block[2];
  shape.blocks = static_cast<double>(launch.grid[0]) * static_cast<double>(launch.grid[1]) *
                 static_cast<double>(launch.grid[2]);
  features.occupancy = time::occupancy_of(shape, gpu);

  memory::MemoryOptions memory_options;
  memory_options.budget = options.memory_budget;
  const memory::Residency residency{features.occupancy.blocks_per_unit,
                                    features.occupancy.carveout_bytes};
  const memory::MemoryTraffic traffic =
      memory::model_memory(exec.traces, gpu, residency, memory_options);

  const FeatureInput input{kernel.module, function, costs, exec, traffic, launch, gpu};
  features.operations = count_operations(input);
  features.memory = memory_features(input);
  features.control = control_features(input);
  features.control.critical_path_cycles =
      critical_path(kernel, costs[kernel.index], exec, traffic, gpu,
                    {features.control.warps, features.occupancy.waves}) +
      exec.waited_cycles;
  features.lines = line_costs(input);
  add_notes(exec, traffic, features);
  features.assumed = assumed_contents(launch);
  features.launch = launch.assumed;
  features.lost_call = exec.lost_call;
  out.faults = faults_of(exec);

  Prediction& prediction = out.prediction;
  prediction.kernel = function.name;
  prediction.gpu = gpu.id;
  prediction.source = PredictionSource::Analytic;
  prediction.values = base_quantities(features);
  time::TimeEstimate time = time::estimate_time(features, gpu);
  time::add_at_end(time::team_reduction_us(kernel.module, function.name, shape.blocks,
                                           latencies_of(gpu).l2_cycles, gpu.clocks.boost_mhz),
                   time);
  // No roof may be exceeded, whatever the terms say.
  prediction.values.time_us = std::max(time.time_us, roof_time_us(prediction.values, gpu));
  prediction.bottleneck = std::move(time.terms);
  prediction.reasons = explain(features, gpu, prediction.bottleneck);
  add_local_reason(kernel.module, exec, traffic, prediction.reasons);
  prediction.notes = features.notes;
  add_intervals(features, gpu, prediction);
  return out;
}

// Values of which nothing is known: both sides of a branch are weighed, loops are short.
Launch without_assumed_contents(const Launch& launch) {
  Launch out = launch;
  const auto forget = [](LaunchArgument& argument) {
    if (argument.assumed == AssumedFill::Control) argument.fill_unknown = true;
  };
  for (LaunchArgument& argument : out.arguments) {
    forget(argument);
    std::for_each(argument.members.begin(), argument.members.end(), forget);
  }
  return out;
}

}  // namespace

Result<Analysis> analyze(const PreparedKernel& kernel, const Launch& launch, const Gpu& gpu,
                         const std::optional<ResourceUse>& resources,
                         const AnalysisOptions& options) {
  KCAST_TRY(Analysis first, analyze_once(kernel, launch, gpu, resources, options));
  const std::string doubt = implausible(first, kernel.kernel(), launch);
  if (doubt.empty()) return first;
  const Launch open = without_assumed_contents(launch);
  if (open != launch) {
    KCAST_TRY(Analysis second, analyze_once(kernel, open, gpu, resources, options));
    if (implausible(second, kernel.kernel(), open).empty()) {
      second.prediction.notes.push_back("with the assumed contents of its buffers " + doubt +
                                        ", so nothing was assumed of them");
      return second;
    }
  }
  return Error{ErrorCode::Unsupported,
               "no number that could be believed: " + doubt +
                   "; give the sizes with --arg and what buffers hold with --fill"};
}

}  // namespace kcast::analyze
