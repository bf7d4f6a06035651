#include "predict/states/device_answers.h"

#include <algorithm>

namespace kcast::predict {

std::string arch_of(const Gpu& gpu) {
  return gpu.target.starts_with("sm_") ? gpu.target : "sm_90";
}

std::vector<std::pair<std::string, int64_t>> device_answers(const Gpu& gpu) {
  constexpr int64_t kLargestBlock = 1024;  // what most kernels are advised to use
  const int64_t threads = gpu.occupancy.threads_per_unit;
  return {
      {"prop.multiProcessorCount", gpu.units.count},
      {"prop.maxThreadsPerMultiProcessor", threads},
      {"prop.maxBlocksPerMultiProcessor", gpu.occupancy.blocks_per_unit},
      {"prop.sharedMemPerBlock", gpu.shared_memory.per_block_default_bytes},
      {"prop.sharedMemPerBlockOptin", gpu.shared_memory.per_block_max_bytes},
      {"prop.sharedMemPerMultiprocessor", gpu.shared_memory.per_unit_bytes},
      {"prop.maxSharedMemoryPerMultiProcessor", gpu.shared_memory.per_unit_bytes},
      {"prop.regsPerBlock", gpu.registers.per_block_max},
      {"prop.regsPerMultiprocessor", gpu.registers.per_unit},
      {"prop.l2CacheSize", gpu.l2.size_bytes},
      {"prop.totalGlobalMem", gpu.dram.size_bytes},
      {"free memory", gpu.dram.size_bytes / 100 * 99},  // the driver and the context have the rest
      {"prop.clockRate", static_cast<int64_t>(gpu.clocks.boost_mhz * 1000)},
      {"active threads per multiprocessor", threads},
      {"occupancy block size", kLargestBlock},
      {"occupancy grid size", gpu.units.count * std::max<int64_t>(threads / kLargestBlock, 1)},
  };
}

}  // namespace kcast::predict
