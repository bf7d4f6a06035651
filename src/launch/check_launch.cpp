#include "launch/check_launch.h"

#include <utility>

#include "analyze/exec/run_launch.h"
#include "launch/contract_launch.h"

namespace kcast::launch {
namespace {

CheckedLaunch faulty(Fault fault, std::string reason) {
  CheckedLaunch out;
  out.fault = fault;
  out.reason = std::move(reason);
  return out;
}

// What the interpreter found, worst first.
std::pair<Fault, std::string> fault_of(const analyze::Analysis& analysis,
                                       const CheckLimits& limits) {
  const analyze::LaunchFaults& faults = analysis.faults;
  if (!faults.out_of_bounds.empty()) return {Fault::OutOfBounds, faults.out_of_bounds};
  if (faults.divergent_barrier) {
    return {Fault::DivergentBarrier, "some threads miss a barrier that others wait at"};
  }
  if (faults.barrier_after_exit) {
    return {Fault::DivergentBarrier, "threads leave the kernel before a barrier"};
  }
  if (faults.endless_loop) return {Fault::EndlessLoop, "a loop does not end"};
  const MemoryFeatures& memory = analysis.features.memory;
  // Blocks that the budget cut off may store at their end.
  const bool cut_off = analysis.features.estimated;
  if (memory.global_store_requests + memory.atomic_requests <= 0 && !cut_off) {
    return {Fault::NoWork, "no thread stores anything"};
  }
  const double time_us = analysis.prediction.values.time_us;
  if (time_us > limits.time_us) {
    return {Fault::TooLong,
            "it would take about " + std::to_string(static_cast<int64_t>(time_us)) + " us"};
  }
  return {Fault::None, ""};
}

// A block that waits for others looks endless alone. Blocks one after the other end where each
// waits for those before it, and these get a processor first on a GPU.
bool ends_in_order(const analyze::PreparedKernel& prepared, const Launch& launch) {
  const auto output = exec::run_whole_launch(
      prepared, launch, {.warp_instructions = 8'000'000, .block_instructions = 100'000});
  return output && output->lost.empty() && output->fault.empty();
}

}  // namespace

std::string_view fault_name(Fault fault) {
  switch (fault) {
    case Fault::None:
      return "valid";
    case Fault::OutOfBounds:
      return "out of bounds";
    case Fault::DivergentBarrier:
      return "divergent barrier";
    case Fault::EndlessLoop:
      return "endless loop";
    case Fault::NoWork:
      return "no work";
    case Fault::Refused:
      return "refused";
    case Fault::TooLarge:
      return "too large";
    case Fault::TooLong:
      break;
  }
  return "too long";
}

CheckedLaunch check_launch(const analyze::PreparedKernel& prepared, const Kernel& kernel,
                           const Launch& launch, const Gpu& gpu, const CheckLimits& limits) {
  const int64_t threads = launch.block[0] * launch.block[1] * launch.block[2];
  const int64_t most =
      kernel.launch_bounds.max_threads > 0 ? kernel.launch_bounds.max_threads : threads;
  if (threads > gpu.occupancy.threads_per_block || threads > most) {
    return faulty(Fault::Refused, "a block of " + std::to_string(threads) + " threads");
  }
  // Without opting in, a launch gets the default amount.
  const int64_t shared = launch.shared_bytes + kernel.static_shared_bytes;
  if (shared > gpu.shared_memory.per_block_default_bytes) {
    return faulty(Fault::Refused, std::to_string(shared) + " bytes of shared memory");
  }
  for (size_t axis = 0; axis < 3; ++axis) {
    if (launch.grid[axis] > gpu.occupancy.grid_dim_max[axis]) {
      return faulty(Fault::Refused, "a grid of " + std::to_string(launch.grid[axis]) + " blocks");
    }
  }
  if (footprint_bytes(launch) > limits.footprint_bytes) {
    return faulty(Fault::TooLarge, std::to_string(footprint_bytes(launch)) + " bytes of buffers");
  }
  auto analysis = analyze::analyze(prepared, launch, gpu, kernel.resources, limits.analysis);
  if (!analysis) return faulty(Fault::Refused, analysis.error().message);
  bool& is_endless = analysis->faults.endless_loop;
  is_endless = is_endless && !ends_in_order(prepared, launch);
  CheckedLaunch out;
  std::tie(out.fault, out.reason) = fault_of(*analysis, limits);
  out.analysis = *std::move(analysis);
  return out;
}

}  // namespace kcast::launch
