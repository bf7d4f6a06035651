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
#include "analyze/ptx/rare_ways.h"
#include "analyze/ptx/slice.h"
#include "analyze/ptx/static_shared.h"
#include "analyze/ptx/webs.h"
#include "analyze/ptx/wide_loads.h"
#include "analyze/reasons.h"
#include "analyze/time/grid_barrier.h"
#include "analyze/time/occupancy.h"
#include "analyze/time/team_reduction.h"
#include "analyze/time/time_model.h"
#include "analyze/unit_program.h"
#include "analyze/waits.h"
#include "analyze/warp_latency.h"
#include "schema/gpu/roof_time.h"
#include "schema/ptx_text.h"

namespace kcast::analyze {

constexpr int64_t kArgumentBudget = 20000;  // warp instructions

namespace {

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
    if (cost == cost::MachineCost()) continue;  // machine code does without it
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
  for (size_t f = 0; f < out->module.functions.size(); ++f) {
    ptx::Function& function = out->module.functions[f];
    if (!function.is_machine()) continue;
    ptx::split_registers(function);
    function.name.resize(function.name.size() - kMachineSuffix.size());
    out->lifted[function.name] = f;
  }
  for (const auto& [name, f] : out->lifted) {
    if (!ptx::has_rare_ways(out->module.functions[f])) continue;
    ptx::Function usual = ptx::without_rare_ways(out->module.functions[f]);
    out->usual[name] = out->module.functions.size();
    out->module.functions.push_back(std::move(usual));
  }
  out->functions.resize(out->module.functions.size());
  return out;
}

namespace {

std::shared_ptr<PreparedKernel> prepare_function(const std::shared_ptr<PreparedModule>& module,
                                                 size_t index) {
  auto out = std::make_shared<PreparedKernel>(module);
  out->index = index;
  out->costs.resize(out->module.functions.size());
  out->guarded.resize(out->module.functions.size());
  for (const size_t f : reached_functions(out->module, index)) {
    const PreparedModule::FunctionCosts& function = costs_of(*module, f);
    out->costs[f] = function.costs;
    out->guarded[f] = function.guarded;
    out->asks_arguments = out->asks_arguments || function.asks_arguments;
  }
  return out;
}

}  // namespace

Result<std::shared_ptr<const PreparedKernel>> prepare_kernel(
    const std::shared_ptr<PreparedModule>& module, const std::string& kernel) {
  const ptx::Function* found = module->module.find(kernel);
  if (const auto why = module->left_out.find(kernel); why != module->left_out.end())
    return Error{ErrorCode::InvalidInput, why->second};
  if (found == nullptr || !found->is_entry || !found->has_body) {
    return Error{ErrorCode::NotFound, "the PTX has no kernel '" + kernel + "'"};
  }
  const std::vector<exec::BufferUse> uses = exec::buffer_uses(module->module, *found);
  const int64_t demand = cost::register_demand(module->module, *found);
  const auto prepared = [&](size_t index, std::shared_ptr<const PreparedKernel> otherwise) {
    std::shared_ptr<PreparedKernel> out = prepare_function(module, index);
    out->uses = uses;
    out->register_demand = demand;
    out->otherwise = std::move(otherwise);
    return std::shared_ptr<const PreparedKernel>(std::move(out));
  };
  auto out = prepared(static_cast<size_t>(found - module->module.functions.data()), nullptr);
  // The last that is there comes first.
  for (const auto* lifted : {&module->usual, &module->lifted}) {
    const auto at = lifted->find(kernel);
    if (at != lifted->end()) out = prepared(at->second, out);
  }
  return out;
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

// Whether L2 still has the kernel's instructions and constants.
bool finds_code(const AnalysisOptions& options) {
  return options.l2 == L2State::Warm || (options.l2 == L2State::Program && options.before.code);
}

// What the warps of the busiest unit wait for becomes features.
sim::SimulatedUnit simulate_unit(const PreparedKernel& kernel, const FeatureInput& input,
                                 Features& features) {
  const std::vector<double> latencies =
      result_latencies(kernel, input.exec, input.traffic, input.gpu);
  sim::SimulatedUnit unit =
      simulate_busiest_unit({input, features, latencies_of(input.gpu), latencies});
  unit.cycles += input.exec.waited_cycles;
  ControlFeatures& control = features.control;
  control.unit_cycles = unit.cycles;
  control.active_warps = unit.active_warps;
  add_waits(input.kernel, unit.waited, control);
  return unit;
}

exec::ExecOptions execution_options(const Launch& launch, const Gpu& gpu,
                                    const AnalysisOptions& options) {
  exec::ExecOptions out;
  out.budget = options.exec_budget;
  // Five blocks that are all cut off, and come to an end, take a little less than a small budget.
  if (options.exec_budget < AnalysisOptions().exec_budget)
    out.block_budget = std::min(out.block_budget, options.exec_budget / 8);
  out.trace_accesses = std::min(out.trace_accesses, options.exec_budget / 2);
  out.warp_width = static_cast<int32_t>(gpu.units.warp_width);
  out.shared_banks = static_cast<int32_t>(gpu.shared_memory.banks);
  out.bank_bytes = static_cast<int32_t>(gpu.shared_memory.bank_bytes);
  out.clock_mhz = gpu.clocks.boost_mhz;
  out.ends_at_bounds = launch.assumed.any() || assumed_contents(launch) != AssumedFill::Nothing;
  return out;
}

time::OccupancyInput occupancy_input(const PreparedKernel& kernel, const Launch& launch,
                                     const Gpu& gpu, const std::optional<ResourceUse>& resources) {
  const ptx::Function& function = kernel.kernel();
  time::OccupancyInput out;
  out.registers =
      resources ? resources->registers
                : cost::estimate_registers(function, kernel.register_demand, gpu.registers.per_unit,
                                           gpu.registers.per_thread_max);
  out.registers_exact = resources.has_value();
  out.shared_bytes = ptx::static_shared_bytes(kernel.module, function) + launch.shared_bytes;
  out.block_threads = launch.block[0] * launch.block[1] * launch.block[2];
  out.blocks = static_cast<double>(launch.grid[0]) * static_cast<double>(launch.grid[1]) *
               static_cast<double>(launch.grid[2]);
  return out;
}

bool runs_to_end(const exec::ExecResult& exec) {
  return std::all_of(exec.blocks.begin(), exec.blocks.end(),
                     [](const exec::BlockSummary& block) { return block.complete; });
}

// Machine code that is too long to be followed to its end is analysed otherwise.
Result<Analysis> analyze_once(const PreparedKernel& kernel, const Launch& launch, const Gpu& gpu,
                              const std::optional<ResourceUse>& resources,
                              const AnalysisOptions& options) {
  const ptx::Function& function = kernel.kernel();
  const exec::ExecOptions exec_options = execution_options(launch, gpu, options);
  KCAST_TRY(const exec::ExecResult exec,
            exec::execute(kernel.module, function, launch, exec_options));
  if (kernel.otherwise && !runs_to_end(exec))
    return analyze_once(*kernel.otherwise, launch, gpu, resources, options);

  const Costs costs = costs_for_arguments(kernel, launch, exec_options);

  Analysis out;
  Features& features = out.features;
  features.kernel = function.name;
  features.gpu = gpu.id;
  const time::OccupancyInput shape = occupancy_input(kernel, launch, gpu, resources);
  features.occupancy = time::occupancy_of(shape, gpu);

  memory::MemoryOptions memory_options;
  memory_options.budget = options.memory_budget;
  memory_options.l2 = options.l2;
  memory_options.before = &options.before;
  const memory::Residency residency{features.occupancy.blocks_per_unit,
                                    features.occupancy.carveout_bytes};
  const memory::MemoryTraffic traffic =
      memory::model_memory(exec.traces, gpu, residency, memory_options);
  out.l2_left = traffic.left;

  const FeatureInput input{kernel.module, function, costs, exec, traffic, launch, gpu};
  features.operations = count_operations(input);
  features.operations.machine_code = function.is_machine();
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
  features.control.parts_us = time.time_us;
  const sim::SimulatedUnit unit = simulate_unit(kernel, input, features);
  time = time::with_simulated_unit(unit.cycles, features, gpu, std::move(time));
  time::add_at_end(time::team_reduction_us(kernel.module, function.name, shape.blocks,
                                           latencies_of(gpu).l2_cycles, gpu.clocks.boost_mhz),
                   time);
  time::add_at_end(
      time::grid_barriers_us(time::grid_barriers(kernel.module, function, exec, shape.blocks),
                             latencies_of(gpu), gpu.clocks.boost_mhz),
      time);
  if (finds_code(options)) time.time_us -= gpu.machine.launch.code_us;
  // No roof may be exceeded, whatever the terms say.
  prediction.values.time_us = std::max(time.time_us, roof_time_us(prediction.values, gpu));
  prediction.bottleneck = std::move(time.terms);
  prediction.reasons = explain(features, gpu, prediction.bottleneck);
  prediction.warp_time = warp_time(function, unit);
  add_wait_reason(kernel.module, function, unit.waited, prediction.reasons);
  add_local_reason(kernel.module, exec, traffic, prediction.reasons);
  prediction.notes = features.notes;
  add_intervals(features, gpu, prediction, function.is_machine());
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
