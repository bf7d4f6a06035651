#include "analyze/time/occupancy.h"

#include <gtest/gtest.h>

namespace kcast::time {
namespace {

// The limits of compute capability 9.0, as NVIDIA's occupancy calculator has them.
Gpu hopper() {
  Gpu gpu;
  gpu.units = {132, 4, 32};
  gpu.registers = {65536, 65536, 255, 256, 4};
  gpu.shared_memory.per_unit_bytes = 233472;
  gpu.shared_memory.reserved_per_block_bytes = 1024;
  gpu.shared_memory.granularity_bytes = 128;
  gpu.shared_memory.carveout_bytes = {0,      8192,   16384,  32768,  65536,
                                      102400, 135168, 167936, 200704, 233472};
  gpu.occupancy.threads_per_unit = 2048;
  gpu.occupancy.warps_per_unit = 64;
  gpu.occupancy.blocks_per_unit = 32;
  gpu.occupancy.threads_per_block = 1024;
  return gpu;
}

OccupancyFeatures occupancy(int64_t registers, int64_t shared, int64_t threads, double blocks) {
  return occupancy_of({registers, true, shared, threads, blocks}, hopper());
}

TEST(occupancy, counts_blocks_by_each_limit) {
  EXPECT_EQ(occupancy(32, 0, 256, 1e6).blocks_per_unit, 8);
  EXPECT_EQ(occupancy(32, 0, 256, 1e6).limiter, OccupancyLimit::Warps);
  EXPECT_EQ(occupancy(16, 0, 32, 1e6).blocks_per_unit, 32);
  EXPECT_EQ(occupancy(16, 0, 32, 1e6).limiter, OccupancyLimit::Blocks);
  // 64 x 32 = 2048 registers a warp, 8 warps a partition.
  EXPECT_EQ(occupancy(64, 0, 256, 1e6).blocks_per_unit, 4);
  // 40 x 32 = 1280: 12 warps a partition, 48 in all.
  EXPECT_EQ(occupancy(40, 0, 256, 1e6).blocks_per_unit, 6);
  EXPECT_EQ(occupancy(40, 0, 256, 1e6).limiter, OccupancyLimit::Registers);
  // Two warps of 170 registers: 5632 a warp, 2 a partition, 8 in all: four blocks, as
  // NVIDIA's cuda_occupancy.h counts. An H200 runs a program of the corpus in rounds of four.
  EXPECT_EQ(occupancy(170, 0, 64, 1e6).blocks_per_unit, 4);
  // A block of 1024 with 65 registers: 2304 a warp, 7 a partition, 28 warps: none fits
  // but one is run anyway, since a launch that cannot run is refused before.
  EXPECT_EQ(occupancy(65, 0, 1024, 1e6).blocks_per_unit, 1);
  // 48 KB and 1 KB that the system takes: 228 / 49 = 4.
  EXPECT_EQ(occupancy(32, int64_t{48} * 1024, 128, 1e6).blocks_per_unit, 4);
  EXPECT_EQ(occupancy(32, int64_t{48} * 1024, 128, 1e6).limiter, OccupancyLimit::SharedMemory);
}

TEST(occupancy, small_grids_leave_units_empty) {
  const OccupancyFeatures few = occupancy(32, 0, 256, 200);
  EXPECT_EQ(few.blocks_per_unit, 2);
  EXPECT_EQ(few.limiter, OccupancyLimit::Grid);
  EXPECT_DOUBLE_EQ(few.occupancy, 2.0 * 8 / 64);
}

TEST(occupancy, waves_and_tail) {
  // 8 x 132 = 1056 blocks a wave.
  const OccupancyFeatures whole = occupancy(32, 0, 256, 2112);
  EXPECT_DOUBLE_EQ(whole.waves, 2);
  EXPECT_DOUBLE_EQ(whole.tail_share, 0);
  const OccupancyFeatures half = occupancy(32, 0, 256, 1056 + 528);
  EXPECT_DOUBLE_EQ(half.waves, 1.5);
  EXPECT_DOUBLE_EQ(half.tail_share, 0.25);
}

// Readings of the H200: what is left of 256 KB for L1.
TEST(occupancy, carveout_is_what_was_measured) {
  // 64 KB a block, two resident: about 124 KB left.
  EXPECT_EQ(occupancy(32, int64_t{64} * 1024, 1024, 132).carveout_bytes, int64_t{132} * 1024);
  // 100 KB a block, two resident: 28 KB left.
  EXPECT_EQ(occupancy(32, int64_t{100} * 1024, 1024, 132).carveout_bytes, int64_t{228} * 1024);
  // 164 KB, one resident: about 60 KB left.
  EXPECT_EQ(occupancy(32, int64_t{164} * 1024, 1024, 132).carveout_bytes, int64_t{196} * 1024);
  EXPECT_EQ(occupancy(32, 0, 1024, 132).carveout_bytes, 0);
}

}  // namespace
}  // namespace kcast::time
