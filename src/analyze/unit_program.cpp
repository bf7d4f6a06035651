#include "analyze/unit_program.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "analyze/time/shared_swaps.h"
#include "analyze/time/time_model.h"
#include "analyze/warp_latency.h"

namespace kcast::analyze {

namespace {

constexpr double kWholeSectors = 0.95;  // of what stores write
constexpr float kOwnSlots = 4;          // of a call whose cost is that of the function's code
constexpr double kDenseLines = 3;       // sectors of a line that are asked for: neighbours

double at_least_one(int64_t value) {
  return static_cast<double>(std::max<int64_t>(1, value));
}

// How long the unit at hand is kept from L2 and DRAM by its own requests and by those that the
// other units at work make meanwhile.
struct Shares {
  double slice_cycle = 0;    // of L2
  double read_byte = 0;      // of DRAM
  double stored_sector = 0;  // of DRAM, for what is stored into L2
};

// Sectors that are written into L2, atomically or not.
double written_sectors(const exec::Site& site, const memory::SiteTraffic& use) {
  if (site.kind == exec::AccessKind::Load) return 0;
  return exec::is_atomic(site) ? use.sectors : use.l2_sectors;
}

Shares shares_of(const UnitInput& input, double units_at_work) {
  const Gpu& gpu = input.launch.gpu;
  const Machine& machine = gpu.machine;
  const MemoryFeatures& memory = input.features.memory;
  const double mhz = gpu.clocks.boost_mhz;
  const double slices = gpu.l2.slices ? static_cast<double>(*gpu.l2.slices) : machine.l2.slices;
  const double l2_mhz = gpu.clocks.l2_mhz.value_or(mhz);
  Shares out;
  out.slice_cycle = units_at_work / slices * mhz / l2_mhz / machine.l2.efficiency_share;
  const time::DramTime dram = time::dram_time(memory, gpu);
  const double cycles_of_us = mhz * units_at_work;
  double read = 0;
  double stored = 0;
  const std::vector<exec::Site>& sites = input.launch.exec.traces.sites;
  for (size_t site = 0; site < sites.size() && site < input.launch.traffic.sites.size(); ++site) {
    const memory::SiteTraffic& use = input.launch.traffic.sites[site];
    read += use.dram_read_bytes;
    stored += written_sectors(sites[site], use);
  }
  if (read > 0) out.read_byte = dram.read_us * cycles_of_us / read;
  if (stored > 0) out.stored_sector = dram.write_us * cycles_of_us / stored;
  return out;
}

double tensor_cycles(const ptx::Instruction& i, const Gpu& gpu) {
  if (i.op != ptx::Op::WmmaMma && i.op != ptx::Op::Mma && i.op != ptx::Op::Wgmma) return 0;
  double rate = gpu.rates.tensor_fp16_fma;
  if (gpu.measured && gpu.measured->tensor_fp16_gflops) {
    rate = *gpu.measured->tensor_fp16_gflops * 1000 / 2 / gpu.clocks.boost_mhz /
           at_least_one(gpu.units.count);
  }
  const double of_partition = rate / at_least_one(gpu.units.partitions);
  return of_partition > 0 ? 1.0 * i.tensor_m * i.tensor_n * i.tensor_k / of_partition : 0;
}

size_t kernel_index(const FeatureInput& launch) {
  return static_cast<size_t>(&launch.kernel - launch.module.functions.data());
}

// Issue slots that each call of the kernel brings with it.
double slots_of_calls(const FeatureInput& launch) {
  double slots = 0;
  for (size_t f = 0; f < launch.exec.callee_counts.size() && f < launch.costs.size(); ++f) {
    const std::vector<exec::InstructionCount>& counts = launch.exec.callee_counts[f];
    for (size_t i = 0; i < counts.size() && i < launch.costs[f].size(); ++i)
      slots += static_cast<double>(launch.costs[f][i].slots) * counts[i].warps;
  }
  double calls = 0;
  const std::vector<cost::MachineCost>& costs = launch.costs[kernel_index(launch)];
  for (size_t i = 0; i < costs.size() && i < launch.exec.counts.size(); ++i) {
    if (launch.kernel.instructions[i].op == ptx::Op::Call && costs[i].slots < kOwnSlots)
      calls += launch.exec.counts[i].warps;
  }
  return calls > 0 ? slots / calls : 0;
}

// A step for each instruction, as if it asked nothing of the memory.
std::vector<sim::Step> plain_steps(const UnitInput& input) {
  const FeatureInput& launch = input.launch;
  const GpuRates& rates = launch.gpu.rates;
  const std::vector<cost::MachineCost>& costs = launch.costs[kernel_index(launch)];
  const double width = at_least_one(launch.gpu.units.warp_width);
  const double partitions = at_least_one(launch.gpu.units.partitions);
  const auto cycles_at = [&](float work, double rate) {
    return static_cast<float>(rate > 0 ? static_cast<double>(work) * width / rate : 0);
  };
  const auto called = static_cast<float>(slots_of_calls(launch));
  const auto more = static_cast<float>(launch.gpu.machine.unit.slots_share);
  std::vector<sim::Step> out(launch.kernel.instructions.size());
  for (size_t i = 0; i < out.size() && i < costs.size(); ++i) {
    const ptx::Instruction& instruction = launch.kernel.instructions[i];
    const cost::MachineCost& cost = costs[i];
    sim::Step& step = out[i];
    step.instruction = static_cast<int32_t>(i);
    if (instruction.op == ptx::Op::Bar || instruction.op == ptx::Op::BarRed)
      step.kind = sim::StepKind::Barrier;
    const bool is_machine = launch.kernel.is_machine();
    step.slots = cost.slots * (is_machine ? 1 : more);
    if (is_machine) step.stall = static_cast<float>(launch.kernel.machine[i].stall);
    const auto each = static_cast<float>(partitions);
    step.pipes[sim::kFma] = each * cycles_at(cost.pipe_fma, rates.fp32);
    step.pipes[sim::kAlu] = each * cycles_at(cost.pipe_alu, rates.int32_add);
    step.pipes[sim::kFp64] = each * cycles_at(cost.pipe_fp64, rates.fp64);
    step.pipes[sim::kXu] = each * cycles_at(cost.pipe_xu, rates.sfu);
    step.pipes[sim::kTensor] = static_cast<float>(tensor_cycles(instruction, launch.gpu));
    step.lsu = cycles_at(cost.pipe_lsu, rates.load_store);
    // Stalls see to results of fixed latency.
    const bool is_fixed = is_machine && launch.kernel.machine[i].barrier < 0;
    step.latency = is_fixed ? 0 : static_cast<float>(input.latencies[i]);
    step.waits = branches_inside(instruction, cost);
    if (instruction.op == ptx::Op::Call && cost.slots < kOwnSlots) {
      step.slots += called;
      step.latency += 2 * called;
    }
  }
  return out;
}

// Requests of the launch's memory instructions; what is known of each step beside them is added
// to it.
class RequestBuilder {
 public:
  RequestBuilder(const UnitInput& input, double units_at_work, std::vector<sim::Step>& steps)
      : input_(input),
        launch_(input.launch),
        shares_(shares_of(input, units_at_work)),
        cycles_(cost_of_sectors(input.launch.exec.traces, input.launch.gpu)),
        steps_(steps) {}

  std::vector<sim::Request> build() {
    for (const exec::SharedCount& shared : launch_.exec.shared)
      add_shared(shared);
    for (size_t s = 0; s < launch_.exec.traces.sites.size() && s < launch_.traffic.sites.size();
         ++s)
      add_site(s);
    return std::move(requests_);
  }

 private:
  bool is_own(int32_t function) const {
    return static_cast<size_t>(function) == kernel_index(launch_);
  }

  // Times that warps run the instruction.
  double executions(size_t instruction) const {
    const std::vector<exec::InstructionCount>& counts = launch_.exec.counts;
    return instruction < counts.size() ? std::max(1.0, counts[instruction].warps) : 1;
  }

  void attach(const sim::Request& request, sim::StepKind kind, sim::Step& step) {
    step.kind = kind;
    step.request = static_cast<int32_t>(requests_.size());
    requests_.push_back(request);
  }

  void add_shared(const exec::SharedCount& shared) {
    const auto i = static_cast<size_t>(shared.instruction);
    if (!is_own(shared.function) || i >= steps_.size() || shared.requests <= 0) return;
    sim::Step& step = steps_[i];
    const double times = executions(i);
    sim::Request request;
    request.chance = std::min(1.0, shared.requests / times);
    request.data_cycles = shared.wavefronts / std::min(shared.requests, times);
    // The unit adds the latency of shared memory and of the wavefronts.
    const double own = input_.latency.shared_cycles + request.data_cycles - 1;
    step.latency = static_cast<float>(std::max(0.0, static_cast<double>(step.latency) - own));
    if (shared.swap_attempts > 0) {
      // A loop of load, operation, swap, comparison and branch.
      const time::SharedSwaps swaps =
          time::shared_swaps(shared, launch_.exec.counts[i].lanes,
                             launch_.exec.traces.warps_per_block, launch_.gpu.machine.shared);
      request.data_cycles = std::max(request.data_cycles, swaps.cycles / times);
      step.waits = true;
      step.slots += static_cast<float>(std::max(0.0, 5 * swaps.rounds / times - 1));
      step.lsu += static_cast<float>(2 * swaps.rounds / times);
    }
    attach(request, sim::StepKind::Shared, step);
  }

  void add_site(size_t s) {
    const exec::Site& site = launch_.exec.traces.sites[s];
    const memory::SiteTraffic& use = launch_.traffic.sites[s];
    const auto i = static_cast<size_t>(site.instruction);
    if (!is_own(site.function) || i >= steps_.size() || use.requests <= 0 ||
        site.space == ptx::Space::Shared || steps_[i].request >= 0)
      return;
    sim::Step& step = steps_[i];
    // An instruction may make several requests.
    const double made = std::min(use.requests, executions(i));
    const double to_l2 = use.l2_sectors / made;
    const double lines = cycles_[s].l1_cycles * use.sectors / made;
    sim::Request request;
    request.chance = std::min(1.0, use.requests / executions(i));
    request.data_cycles = std::max(1.0, lines);
    request.port_cycles = to_l2 * static_cast<double>(launch_.gpu.l2.sector_bytes) /
                          launch_.gpu.machine.unit.port_bytes;
    request.dram_cycles = use.dram_read_bytes / made * shares_.read_byte +
                          written_sectors(site, use) / made * shares_.stored_sector;
    request.l2_share = 1;
    step.latency = 0;
    if (site.kind == exec::AccessKind::Load) {
      set_load(site, use, lines, use.sectors / made, request);
      request.l2_cycles = cycles_[s].l2_cycles * to_l2 * shares_.slice_cycle;
      attach(request, sim::StepKind::Load, step);
    } else if (site.kind == exec::AccessKind::Store) {
      request.l2_cycles = to_l2 * shares_.slice_cycle * store_cycles(site, use, i);
      attach(request, sim::StepKind::Store, step);
    } else {
      const bool answers = site.kind == exec::AccessKind::Atomic;
      request.l2_cycles =
          use.sectors / made * shares_.slice_cycle * launch_.gpu.machine.atomics.sector_cycles;
      attach(request, answers ? sim::StepKind::Atomic : sim::StepKind::Store, step);
    }
  }

  // Where the slowest of a request's sectors comes from. Addresses that follow data are apart;
  // others are alike.
  static void set_load(const exec::Site& site, const memory::SiteTraffic& use, double lines,
                       double sectors, sim::Request& request) {
    const auto any = [&](double share) {
      const double one = std::clamp(share, 0.0, 1.0);
      return site.follows_data ? 1 - std::pow(1 - one, std::max(1.0, lines)) : one;
    };
    const double in_l1 =
        use.sectors > 0 ? (use.l1_hit_sectors - use.l1_awaited_sectors) / use.sectors : 0;
    const double in_l2 = use.l2_sectors > 0 ? use.l2_hit_sectors / use.l2_sectors : 0;
    request.l2_share = any(1 - in_l1);
    request.dram_share = std::min(request.l2_share, any((1 - in_l1) * (1 - in_l2)));
    const bool dense = kDenseLines * lines <= sectors;
    request.lines = dense ? 1 : std::max(1.0, lines * (1 - in_l1));
  }

  double store_cycles(const exec::Site& site, const memory::SiteTraffic& use, size_t i) const {
    const MachineL2& l2 = launch_.gpu.machine.l2;
    const double lanes = i < launch_.exec.counts.size() ? launch_.exec.counts[i].lanes : 0;
    const auto sector_bytes = static_cast<double>(launch_.gpu.l2.sector_bytes);
    const bool whole = lanes * site.bytes >= kWholeSectors * sector_bytes * use.sectors;
    return whole ? l2.full_store_cycles : l2.partial_store_cycles;
  }

  const UnitInput& input_;
  const FeatureInput& launch_;
  Shares shares_;
  std::vector<SectorCost> cycles_;
  std::vector<sim::Step>& steps_;
  std::vector<sim::Request> requests_;
};

// Blocks of the grid that do alike.
struct BlockClass {
  double share = 1;                // of the grid
  double unevenness = 1;           // the longest warp of a block over the mean one
  std::vector<double> executions;  // of each block of the kernel's code, by a warp
};

std::vector<double> mean_executions(const FeatureInput& launch, double warps) {
  std::vector<double> out;
  for (const ptx::Block& block : launch.kernel.blocks) {
    const auto first = static_cast<size_t>(block.first);
    const bool none = block.first >= block.last || first >= launch.exec.counts.size();
    out.push_back(none ? 0 : launch.exec.counts[first].warps / std::max(1.0, warps));
  }
  return out;
}

// A grid that is larger than its work: most blocks find nothing to do, and those that do are not
// like their mean.
std::vector<BlockClass> classes_of(const UnitInput& input) {
  constexpr double kBusyShare = 0.5;   // of the work of the block with the most
  constexpr double kMostBusy = 0.75;   // of the blocks, if idle ones are a class
  constexpr double kIdleShare = 0.25;  // of the work of busy ones
  const exec::ExecResult& exec = input.launch.exec;
  const std::vector<double> mean = mean_executions(input.launch, input.features.control.warps);
  double most = 0;
  for (const exec::BlockSummary& block : exec.blocks)
    most = std::max(most, block.warp_instructions);
  const double least = kBusyShare * most;
  double busy = 0;
  double busy_work = 0;
  double all = 0;
  double work = 0;
  for (const exec::BlockSummary& block : exec.blocks) {
    const bool is_busy = block.warp_instructions >= least;
    all += block.weight;
    work += block.weight * block.warp_instructions;
    if (is_busy) busy += block.weight;
    if (is_busy) busy_work += block.weight * block.warp_instructions;
  }
  const BlockClass alike = {1, unevenness(exec), mean};
  if (exec.longest_block.size() != mean.size() || busy <= 0 || busy > kMostBusy * all)
    return {alike};
  if ((work - busy_work) / (all - busy) > kIdleShare * busy_work / busy) return {alike};
  BlockClass working = {busy / all, unevenness(exec, least), exec.longest_block};
  BlockClass idle = {1 - working.share, 1, {}};
  for (size_t b = 0; b < mean.size(); ++b) {
    const double left = mean[b] - working.share * working.executions[b];
    idle.executions.push_back(std::max(0.0, left) / idle.share);
  }
  return {std::move(working), std::move(idle)};
}

sim::UnitShape unit_shape(const UnitInput& input, double units_at_work) {
  const Gpu& gpu = input.launch.gpu;
  const MachineUnit& unit = gpu.machine.unit;
  const std::array<int64_t, 3>& block = input.launch.launch.block;
  const double block_ns = gpu.measured && gpu.measured->block_ns ? *gpu.measured->block_ns
                                                                 : gpu.machine.launch.block_ns;
  sim::UnitShape out;
  out.partitions = static_cast<int32_t>(std::max<int64_t>(1, gpu.units.partitions));
  out.l1_cycles = input.latency.l1_cycles;
  out.l2_cycles = input.latency.l2_cycles * unit.l2_latency_share;
  out.dram_cycles = input.latency.dram_cycles * unit.dram_latency_share;
  out.l2_spread = unit.latency_spread_share;
  out.dram_spread = unit.latency_spread_share;
  out.shared_cycles = input.latency.shared_cycles;
  out.barrier_cycles = input.latency.barrier_cycles;
  // The stalls of machine code have the rest of what a loop takes.
  const bool is_machine = input.launch.kernel.is_machine();
  out.branch_cycles = is_machine ? 0 : unit.branch_cycles;
  out.loop_cycles = is_machine ? unit.branch_cycles : unit.loop_cycles;
  out.block_cycles = block_ns / 1000 * gpu.clocks.boost_mhz * units_at_work;
  out.turn_cycles = unit.turn_cycles +
                    unit.turn_thread_cycles * static_cast<double>(block[0] * block[1] * block[2]);
  out.store_queue_cycles = unit.store_queue_cycles;
  out.pipe_queue_cycles = unit.pipe_queue_cycles;
  out.data_queue_cycles = unit.data_queue_cycles;
  return out;
}

// One after the other.
void add_in_turn(const sim::SimulatedUnit& next, sim::SimulatedUnit& out) {
  const double all = out.cycles + next.cycles;
  if (all <= 0) return;
  const double share = next.cycles / all;
  const auto mix = [share](double& own, double other) { own += share * (other - own); };
  mix(out.active_warps, next.active_warps);
  mix(out.issued, next.issued);
  mix(out.not_selected, next.not_selected);
  mix(out.throttled, next.throttled);
  out.waited.resize(std::max(out.waited.size(), next.waited.size()), 0);
  for (size_t i = 0; i < out.waited.size(); ++i) {
    mix(out.waited[i], i < next.waited.size() ? next.waited[i] : 0);
  }
  out.cycles = all;
}

}  // namespace

sim::SimulatedUnit simulate_busiest_unit(const UnitInput& input) {
  const FeatureInput& launch = input.launch;
  const double units = at_least_one(launch.gpu.units.count);
  const double mean = launch.gpu.units.count > 0 ? input.features.control.blocks / units : 1;
  const auto resident = std::max<int64_t>(1, input.features.occupancy.blocks_per_unit);
  const MachineTime& time = launch.gpu.machine.time;
  // Full waves are handed out as units become free, which evens them out.
  const bool many = mean > time.uneven_rounds * static_cast<double>(resident);
  const double blocks = std::max(1.0, many ? mean + time.uneven_blocks : std::ceil(mean));
  const double units_at_work = std::clamp(input.features.control.blocks / blocks, 1.0, units);
  std::vector<sim::Step> steps = plain_steps(input);
  const std::vector<sim::Request> requests = RequestBuilder(input, units_at_work, steps).build();
  const sim::UnitShape shape = unit_shape(input, units_at_work);
  sim::UnitRun run;
  run.resident = static_cast<int32_t>(resident);
  run.warps = std::max(1, launch.exec.traces.warps_per_block);
  sim::SimulatedUnit out;
  for (BlockClass& like : classes_of(input)) {
    const sim::Program program =
        sim::make_program({launch.kernel, steps, requests, std::move(like.executions)});
    run.unevenness = like.unevenness;
    const sim::SimulatedUnit unit =
        sim::simulate_unit(program, shape, std::max(1.0, blocks * like.share), run);
    add_in_turn(unit, out);
  }
  return out;
}

}  // namespace kcast::analyze
