#include "analyze/time/occupancy.h"

#include <algorithm>
#include <cmath>

namespace kcast::time {

namespace {

int64_t round_up(int64_t value, int64_t step) {
  return step > 1 ? (value + step - 1) / step * step : value;
}

// Shared memory that a resident block takes from its unit.
int64_t shared_per_block(int64_t shared_bytes, const Gpu& gpu) {
  const GpuSharedMemory& shared = gpu.shared_memory;
  return round_up(shared_bytes, shared.granularity_bytes) + shared.reserved_per_block_bytes;
}

int64_t limit_by_registers(const OccupancyInput& input, int64_t warps, const Gpu& gpu) {
  const int64_t per_warp = allocated_registers(input.registers, gpu);
  if (per_warp <= 0) return gpu.occupancy.blocks_per_unit;
  // Each partition has its share of the registers and holds whole warps.
  const int64_t partitions = std::max<int64_t>(1, gpu.units.partitions);
  const int64_t resident = gpu.registers.per_unit / partitions / per_warp * partitions;
  // What a launch is checked for is rounded up to warp_allocation; where blocks go is not.
  const bool fits =
      per_warp * round_up(warps, gpu.registers.warp_allocation) <= gpu.registers.per_unit;
  return fits ? resident / warps : 0;
}

}  // namespace

int64_t allocated_registers(int64_t registers_per_thread, const Gpu& gpu) {
  return round_up(registers_per_thread * gpu.units.warp_width, gpu.registers.allocation_unit);
}

int64_t carveout_for(int64_t shared_bytes, const Gpu& gpu) {
  for (const int64_t size : gpu.shared_memory.carveout_bytes) {
    if (size >= shared_bytes) return size;
  }
  return gpu.shared_memory.per_unit_bytes;
}

OccupancyFeatures occupancy_of(const OccupancyInput& input, const Gpu& gpu) {
  OccupancyFeatures out;
  const int64_t width = std::max<int64_t>(1, gpu.units.warp_width);
  out.warps_per_block = std::max<int64_t>(1, (input.block_threads + width - 1) / width);
  out.registers = input.registers;
  out.registers_exact = input.registers_exact;
  out.shared_bytes = input.shared_bytes;

  const GpuOccupancy& limits = gpu.occupancy;
  const int64_t most_blocks = out.warps_per_block == 1 && limits.one_warp_blocks_per_unit
                                  ? *limits.one_warp_blocks_per_unit
                                  : limits.blocks_per_unit;
  out.blocks_per_unit = most_blocks;
  out.limiter = OccupancyLimit::Blocks;
  const auto limit = [&out](int64_t blocks, OccupancyLimit by) {
    if (blocks < out.blocks_per_unit) {
      out.blocks_per_unit = blocks;
      out.limiter = by;
    }
  };
  limit(limits.warps_per_unit / out.warps_per_block, OccupancyLimit::Warps);
  limit(limit_by_registers(input, out.warps_per_block, gpu), OccupancyLimit::Registers);
  const int64_t shared = shared_per_block(input.shared_bytes, gpu);
  if (shared > 0) limit(gpu.shared_memory.per_unit_bytes / shared, OccupancyLimit::SharedMemory);
  out.blocks_per_unit = std::max<int64_t>(1, out.blocks_per_unit);

  const double units = static_cast<double>(std::max<int64_t>(1, gpu.units.count));
  const int64_t launched = static_cast<int64_t>(std::ceil(input.blocks / units));
  if (launched < out.blocks_per_unit) {
    out.limiter = OccupancyLimit::Grid;
  }
  const int64_t resident = std::clamp<int64_t>(launched, 1, out.blocks_per_unit);
  // The driver sets aside what the blocks that can be resident together need, even
  // when the grid is too small to bring them.
  out.carveout_bytes = input.shared_bytes > 0 ? carveout_for(shared * out.blocks_per_unit, gpu) : 0;
  out.blocks_per_unit = resident;
  out.occupancy = static_cast<double>(resident * out.warps_per_block) /
                  static_cast<double>(std::max<int64_t>(1, limits.warps_per_unit));
  const double wave = units * static_cast<double>(resident);
  out.waves = input.blocks / wave;
  const double full = std::floor(out.waves);
  const double rest = out.waves - full;
  out.tail_share = rest > 0 ? (1 - rest) / std::ceil(out.waves) : 0;
  return out;
}

}  // namespace kcast::time
