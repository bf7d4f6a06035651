#include "analyze/time/time_model.h"

#include <algorithm>
#include <cmath>

namespace kcast::time {

namespace {

struct Terms {
  std::vector<BottleneckTerm> list;
  double busiest_of_unit = 0;  // issue, pipes, L1 and shared memory work at the same time
  std::vector<double> apart;   // what adds to it and to each other in part

  void add(TimePart part, double us) {
    if (us <= 0) return;
    list.push_back({part, us, 0});
    apart.push_back(us);
  }
  void add_of_unit(TimePart part, double us) {
    if (us <= 0) return;
    list.push_back({part, us, 0});
    busiest_of_unit = std::max(busiest_of_unit, us);
  }
};

// How many times more blocks the busiest unit runs than the mean one.
double imbalance(const Features& features, const Gpu& gpu) {
  const double units = static_cast<double>(std::max<int64_t>(1, gpu.units.count));
  const double mean = features.control.blocks / units;
  if (mean <= 0) return 1;
  const double resident =
      static_cast<double>(std::max<int64_t>(1, features.occupancy.blocks_per_unit));
  // Full waves are handed out as units become free, which evens them out.
  const MachineTime& time = gpu.machine.time;
  if (mean > time.uneven_rounds * resident) return 1 + time.uneven_blocks / mean;
  return std::ceil(mean) / mean;
}

void add_unit_terms(const Features& features, const Gpu& gpu, Terms& terms) {
  const double units = static_cast<double>(std::max<int64_t>(1, gpu.units.count));
  const double clock_mhz = gpu.clocks.boost_mhz;
  const double width = static_cast<double>(std::max<int64_t>(1, gpu.units.warp_width));
  const double uneven = imbalance(features, gpu);
  // Warp-level work of the whole launch at a rate of warp instructions per clock and unit.
  const auto time_at = [&](double work, double per_clock) {
    return per_clock > 0 ? work * uneven / units / per_clock / clock_mhz : 0;
  };
  const OperationCounts& ops = features.operations;
  terms.add_of_unit(TimePart::Issue, time_at(ops.warp_instructions, gpu.rates.warp_instructions));
  terms.add_of_unit(TimePart::Fp32Pipe, time_at(ops.pipe_fma, gpu.rates.fp32 / width));
  terms.add_of_unit(TimePart::IntegerPipe, time_at(ops.pipe_alu, gpu.rates.int32_add / width));
  terms.add_of_unit(TimePart::Fp64Pipe, time_at(ops.pipe_fp64, gpu.rates.fp64 / width));
  terms.add_of_unit(TimePart::SpecialFunctions, time_at(ops.pipe_xu, gpu.rates.sfu / width));
  terms.add_of_unit(TimePart::LoadStoreUnit, time_at(ops.pipe_lsu, gpu.rates.load_store / width));
  terms.add_of_unit(TimePart::SharedMemory, time_at(features.memory.shared_wavefronts, 1));
  terms.add_of_unit(TimePart::L1, time_at(features.memory.l1_cycles, 1));
  if (ops.tensor_flops > 0 && gpu.rates.tensor_fp16_fma > 0) {
    terms.add_of_unit(TimePart::TensorCores,
                      time_at(ops.tensor_flops / 2, gpu.rates.tensor_fp16_fma));
  }
  const double resident =
      static_cast<double>(std::max<int64_t>(1, features.occupancy.blocks_per_unit));
  const double rounds = std::max(1.0, features.control.blocks / units / resident);
  const MachineTime& time = gpu.machine.time;
  const double whole =
      rounds > time.uneven_rounds ? rounds + time.uneven_blocks : (rounds + std::ceil(rounds)) / 2;
  terms.add(TimePart::Latency, features.control.critical_path_cycles * whole / clock_mhz);
}

void add_gpu_terms(const Features& features, const Gpu& gpu, Terms& terms) {
  const Machine& machine = gpu.machine;
  const MemoryFeatures& memory = features.memory;
  const Measured none;
  const Measured& measured = gpu.measured ? *gpu.measured : none;
  const DramTime dram = dram_time(memory, gpu);
  terms.add(TimePart::Dram, dram.read_us + dram.write_us);
  const double slices = gpu.l2.slices ? static_cast<double>(*gpu.l2.slices) : machine.l2.slices;
  const double l2_mhz = gpu.clocks.l2_mhz.value_or(gpu.clocks.boost_mhz);
  const double cycles = memory.l2_read_cycles +
                        machine.l2.full_store_cycles * memory.full_store_sectors +
                        machine.l2.partial_store_cycles * memory.partial_store_sectors;
  // Units that walk the same lines in the same order queue at the slice of the next one: of each
  // partition one slice is at work.
  const double partitions = static_cast<double>(std::max<int64_t>(1, gpu.l2.partitions));
  const double in_line = memory.l2_in_line_cycles / partitions / l2_mhz;
  terms.add(TimePart::L2,
            std::max(cycles / slices / l2_mhz / machine.l2.efficiency_share, in_line));
  const double atomic_lanes = memory.atomic_requests * features.control.active_lanes;
  const double atomic_cycles = machine.atomics.sector_cycles * memory.atomic_sectors +
                               machine.atomics.lane_cycles * atomic_lanes;
  terms.add(TimePart::Atomics, atomic_cycles / slices / l2_mhz);
  // Both are waits for the same line, so that only the longer one counts.
  const double chain_ns = measured.same_address_atomic_ns.value_or(machine.atomics.same_address_ns);
  const double on_address = memory.same_address_atomics * chain_ns / 1000 *
                            (memory.float_atomics ? 1 : machine.atomics.integer_share);
  const double waiting =
      1 + machine.atomics.line_wait * std::log2(std::max(1.0, memory.busy_atomic_lines));
  const double on_line = memory.same_line_atomics * waiting / l2_mhz;
  terms.add(on_address > on_line ? TimePart::AtomicsOnAddress : TimePart::AtomicsOnLine,
            std::max(on_address, on_line));
  terms.add(TimePart::BlockScheduling,
            features.control.blocks * measured.block_ns.value_or(machine.launch.block_ns) / 1000);
}

// (t1^p + t2^p + ...)^(1/p)
double add_up(const std::vector<double>& times, double sharpness) {
  const double longest = *std::max_element(times.begin(), times.end());
  if (longest <= 0) return 0;
  double sum = 0;
  for (const double us : times)
    sum += std::pow(us / longest, sharpness);
  return longest * std::pow(sum, 1 / sharpness);
}

double launch_us(const Features& features, const Gpu& gpu) {
  const double empty = gpu.measured && gpu.measured->launch_us
                           ? *gpu.measured->launch_us
                           : gpu.launch.overhead_us.value_or(gpu.machine.launch.empty_us);
  return empty + (features.control.prints >= 1 ? gpu.machine.launch.print_us : 0);
}

void set_shares(TimeEstimate& estimate) {
  for (BottleneckTerm& term : estimate.terms)
    term.share = term.time_us / estimate.time_us;
}

}  // namespace

DramTime dram_time(const MemoryFeatures& memory, const Gpu& gpu) {
  const MachineDram& dram = gpu.machine.dram;
  const Measured none;
  const Measured& measured = gpu.measured ? *gpu.measured : none;
  const double nominal = gpu.bandwidth.dram_gbs;
  const double read_gbs = measured.dram_read_gbs.value_or(dram.read_share * nominal);
  const double write_gbs = measured.dram_write_gbs.value_or(read_gbs);
  const double copy_gbs = measured.dram_copy_gbs.value_or(dram.copy_share * read_gbs);
  DramTime out;
  out.read_us = memory.dram_read_bytes / read_gbs / 1000;
  out.write_us = memory.dram_write_bytes / write_gbs / 1000;
  const double plain = out.read_us + out.write_us;
  if (plain <= 0) return out;
  // Turning the bus around between reading and writing costs.
  const double both = 2 * std::min(memory.dram_read_bytes, memory.dram_write_bytes);
  const double turning =
      std::max(0.0, 1 / copy_gbs - 0.5 / read_gbs - 0.5 / write_gbs) * both / 1000;
  out.read_us *= 1 + turning / plain;
  out.write_us *= 1 + turning / plain;
  return out;
}

TimeEstimate estimate_time(const Features& features, const Gpu& gpu) {
  const MachineTime& time = gpu.machine.time;
  Terms terms;
  add_unit_terms(features, gpu, terms);
  add_gpu_terms(features, gpu, terms);
  TimeEstimate out;
  terms.apart.push_back(terms.busiest_of_unit);
  const double busy = add_up(terms.apart, time.sharpness);
  const double launch = launch_us(features, gpu);
  out.time_us = launch + time.first_block_us + busy;
  if (busy > 0) out.time_us += time.start_us * busy / (busy + time.start_us);
  terms.add(TimePart::Launch, launch);
  std::stable_sort(
      terms.list.begin(), terms.list.end(),
      [](const BottleneckTerm& a, const BottleneckTerm& b) { return a.time_us > b.time_us; });
  out.terms = std::move(terms.list);
  set_shares(out);
  return out;
}

TimeEstimate with_simulated_unit(double unit_cycles, const Features& features, const Gpu& gpu,
                                 TimeEstimate parts) {
  // What is further from the sum of the parts is a mistake of the simulation.
  constexpr double kFar = 6;
  const double unit_us =
      std::clamp(unit_cycles / gpu.clocks.boost_mhz, parts.time_us / kFar, parts.time_us * kFar);
  std::vector<double> memory = {unit_us};
  std::vector<double> apart;
  for (const BottleneckTerm& term : parts.terms) {
    switch (term.part) {
      case TimePart::L2:
      case TimePart::Dram:
        memory.push_back(term.time_us);
        break;
      case TimePart::Atomics:
      case TimePart::AtomicsOnAddress:
      case TimePart::AtomicsOnLine:
        apart.push_back(term.time_us);
        break;
      default:
        break;
    }
  }
  apart.push_back(add_up(memory, gpu.machine.unit.sharpness));
  const double busy = add_up(apart, gpu.machine.time.sharpness);
  parts.time_us = launch_us(features, gpu) + gpu.machine.unit.start_us + busy;
  set_shares(parts);
  return parts;
}

}  // namespace kcast::time
