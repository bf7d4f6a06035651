#include "analyze/time/time_model.h"

#include <gtest/gtest.h>

namespace kcast::time {
namespace {

constexpr double kNear = 1e-9;  // us
constexpr double kLaunchUs = 2;
constexpr double kFirstBlockUs = 0.35;

// The constants that the tests' arithmetic uses.
Machine round_machine() {
  Machine machine;
  machine.time = {.sharpness = 2.5,
                  .first_block_us = kFirstBlockUs,
                  .start_us = 0.6,
                  .uneven_rounds = 4,
                  .uneven_blocks = 0.5};
  machine.launch = {.empty_us = 1.6, .block_ns = 0.6};
  machine.dram.read_share = 0.84;
  machine.dram.copy_share = 0.9;
  machine.l2.slices = 64;
  machine.l2.efficiency_share = 0.95;
  machine.l2.full_store_cycles = 1;
  machine.l2.partial_store_cycles = 2.2;
  machine.atomics = {.same_address_ns = 1.76,
                     .integer_share = 0.42,
                     .sector_cycles = 1.4,
                     .lane_cycles = 0.23,
                     .line_wait = 0.6};
  return machine;
}

// Figures that divide without a rest: 10 units at 1 GHz, an L2 of 10 slices at 500 MHz.
Gpu round_gpu() {
  Gpu gpu;
  gpu.machine = round_machine();
  gpu.units = {10, 4, 32};
  gpu.clocks.boost_mhz = 1000;
  gpu.clocks.l2_mhz = 500;
  gpu.rates.warp_instructions = 4;
  gpu.rates.fp32 = 128;
  gpu.rates.int32_add = 64;
  gpu.rates.fp64 = 32;
  gpu.rates.sfu = 16;
  gpu.rates.load_store = 32;
  gpu.rates.tensor_fp16_fma = 1024;
  gpu.l2.slices = 10;
  gpu.bandwidth.dram_gbs = 1000;
  Measured measured;
  measured.launch_us = kLaunchUs;
  measured.block_ns = 1;
  measured.same_address_atomic_ns = 2;
  measured.dram_read_gbs = 1000;
  measured.dram_write_gbs = 500;
  measured.dram_copy_gbs = 600;
  gpu.measured = measured;
  return gpu;
}

// A launch of one block a unit.
Features one_block_each() {
  Features features;
  features.control.blocks = 10;
  features.occupancy.blocks_per_unit = 1;
  return features;
}

// How long a term takes; 0 when the estimate has no such term.
double term_us(const TimeEstimate& estimate, TimePart part) {
  for (const BottleneckTerm& term : estimate.terms) {
    if (term.part == part) return term.time_us;
  }
  return 0;
}

double term_us(const Features& features, TimePart part) {
  return term_us(estimate_time(features, round_gpu()), part);
}

TEST(time_model, launch_of_nothing_costs_the_launch_alone) {
  const TimeEstimate estimate = estimate_time({}, round_gpu());
  EXPECT_NEAR(estimate.time_us, kLaunchUs + kFirstBlockUs, kNear);
  ASSERT_EQ(estimate.terms.size(), 1);
  EXPECT_EQ(estimate.terms[0].part, TimePart::Launch);
  EXPECT_NEAR(estimate.terms[0].time_us, kLaunchUs, kNear);
}

TEST(time_model, launch_is_the_measured_one_then_the_stated_one_then_the_machines) {
  Gpu gpu = round_gpu();
  gpu.launch.overhead_us = 3;
  EXPECT_NEAR(term_us(estimate_time({}, gpu), TimePart::Launch), 2, kNear);
  gpu.measured->launch_us.reset();
  EXPECT_NEAR(term_us(estimate_time({}, gpu), TimePart::Launch), 3, kNear);
  gpu.launch.overhead_us.reset();
  EXPECT_NEAR(term_us(estimate_time({}, gpu), TimePart::Launch), 1.6, kNear);
}

TEST(time_model, issue_takes_instructions_over_units_rate_and_clock) {
  Features features = one_block_each();
  features.operations.warp_instructions = 8000;
  // 8000 / 10 units / 4 a clock / 1000 MHz.
  EXPECT_NEAR(term_us(features, TimePart::Issue), 0.2, kNear);
}

TEST(time_model, each_pipe_takes_its_warps_at_its_own_rate) {
  Features features = one_block_each();
  features.operations.pipe_fma = 8000;
  features.operations.pipe_alu = 8000;
  features.operations.pipe_fp64 = 8000;
  features.operations.pipe_xu = 8000;
  features.operations.pipe_lsu = 8000;
  const TimeEstimate estimate = estimate_time(features, round_gpu());
  // 800 warp instructions a unit; 128, 64, 32, 16 and 32 lanes a clock are 4, 2, 1, 0.5 and 1
  // warps of 32.
  EXPECT_NEAR(term_us(estimate, TimePart::Fp32Pipe), 0.2, kNear);
  EXPECT_NEAR(term_us(estimate, TimePart::IntegerPipe), 0.4, kNear);
  EXPECT_NEAR(term_us(estimate, TimePart::Fp64Pipe), 0.8, kNear);
  EXPECT_NEAR(term_us(estimate, TimePart::SpecialFunctions), 1.6, kNear);
  EXPECT_NEAR(term_us(estimate, TimePart::LoadStoreUnit), 0.8, kNear);
}

TEST(time_model, shared_memory_and_l1_take_a_cycle_each) {
  Features features = one_block_each();
  features.memory.shared_wavefronts = 8000;
  features.memory.l1_cycles = 5000;
  const TimeEstimate estimate = estimate_time(features, round_gpu());
  // 800 and 500 cycles of a unit at 1000 MHz.
  EXPECT_NEAR(term_us(estimate, TimePart::SharedMemory), 0.8, kNear);
  EXPECT_NEAR(term_us(estimate, TimePart::L1), 0.5, kNear);
}

TEST(time_model, tensor_cores_take_multiply_adds) {
  Features features = one_block_each();
  features.operations.tensor_flops = 20'480'000;
  // 10,240,000 multiply-adds / 10 units / 1024 a clock / 1000 MHz.
  EXPECT_NEAR(term_us(features, TimePart::TensorCores), 1, kNear);
  Gpu none = round_gpu();
  none.rates.tensor_fp16_fma = 0;
  EXPECT_EQ(term_us(estimate_time(features, none), TimePart::TensorCores), 0);
}

TEST(time_model, busiest_unit_paces_its_parts) {
  Features features = one_block_each();
  features.operations.warp_instructions = 8000;
  // 15 blocks on 10 units: the busiest has 2, the mean 1.5, and 0.2 us become 4/3 of it.
  features.control.blocks = 15;
  EXPECT_NEAR(term_us(features, TimePart::Issue), 0.2 * 4 / 3, kNear);
  // 100 blocks, two at a time: 5 rounds even out but for half a block in 10.
  features.control.blocks = 100;
  features.occupancy.blocks_per_unit = 2;
  EXPECT_NEAR(term_us(features, TimePart::Issue), 0.2 * 1.05, kNear);
  // At four rounds exactly they do not yet, and there is nothing to even out.
  features.control.blocks = 80;
  EXPECT_NEAR(term_us(features, TimePart::Issue), 0.2, kNear);
}

TEST(time_model, latency_is_that_of_blocks_that_follow_each_other) {
  Features features = one_block_each();
  features.control.critical_path_cycles = 3000;
  EXPECT_NEAR(term_us(features, TimePart::Latency), 3, kNear);
  // 2.5 blocks a unit: between 2.5 and 3 rounds of 3 us.
  features.control.blocks = 25;
  EXPECT_NEAR(term_us(features, TimePart::Latency), 2.75 * 3, kNear);
  // 6 blocks a unit: half a round more.
  features.control.blocks = 60;
  EXPECT_NEAR(term_us(features, TimePart::Latency), 6.5 * 3, kNear);
  // As many at once: one round.
  features.occupancy.blocks_per_unit = 6;
  EXPECT_NEAR(term_us(features, TimePart::Latency), 3, kNear);
}

TEST(time_model, dram_reads_writes_and_turns_around) {
  Features features = one_block_each();
  features.memory.dram_read_bytes = 2e6;
  EXPECT_NEAR(term_us(features, TimePart::Dram), 2, kNear);
  // 2 us of reading at 1000 GB/s, 2 us of writing at 500. A copy at 600 GB/s takes
  // 1/600 - 0.5/1000 - 0.5/500 = 1/6000 ns a byte more: 2 MB of it are a third of a us.
  features.memory.dram_write_bytes = 1e6;
  EXPECT_NEAR(term_us(features, TimePart::Dram), 4 + 1.0 / 3, kNear);
}

TEST(time_model, dram_without_readings_has_shares_of_its_nominal_rate) {
  Gpu gpu = round_gpu();
  gpu.measured.reset();
  Features features = one_block_each();
  features.memory.dram_read_bytes = 840e3;
  features.memory.dram_write_bytes = 84e3;
  // Both at 840 GB/s, 1 and 0.1 us; a copy at 756: 1/756 - 1/840 = 1/7560 ns a byte for 168 kB.
  EXPECT_NEAR(term_us(estimate_time(features, gpu), TimePart::Dram), 1.1 + 168.0 / 7560, kNear);
}

TEST(time_model, l2_takes_cycles_of_its_slices) {
  Features features = one_block_each();
  features.memory.l2_read_cycles = 1000;
  features.memory.full_store_sectors = 500;
  features.memory.partial_store_sectors = 1000;
  // 1000 + 500 x 1 + 1000 x 2.2 = 3700 cycles / 10 slices / 500 MHz, at 95 %.
  EXPECT_NEAR(term_us(features, TimePart::L2), 0.74 / 0.95, kNear);
  Gpu unknown = round_gpu();
  unknown.l2.slices.reset();
  unknown.clocks.l2_mhz.reset();
  // 64 slices at the units' 1000 MHz.
  EXPECT_NEAR(term_us(estimate_time(features, unknown), TimePart::L2), 3.7 / 64 / 0.95, kNear);
}

TEST(time_model, units_that_walk_the_same_lines_queue_at_a_slice_of_each_partition) {
  Features features = one_block_each();
  features.memory.l2_read_cycles = 1000;
  features.memory.l2_in_line_cycles = 800;
  Gpu gpu = round_gpu();
  gpu.l2.partitions = 2;
  // 800 cycles / 2 partitions / 500 MHz, where 10 slices would take 1000 / 10 / 500.
  EXPECT_NEAR(term_us(estimate_time(features, gpu), TimePart::L2), 0.8, kNear);
}

TEST(time_model, atomics_take_cycles_of_sectors_and_lanes) {
  Features features = one_block_each();
  features.memory.atomic_sectors = 10000;
  features.memory.atomic_requests = 500;
  features.control.active_lanes = 20;
  // 10,000 x 1.4 + 500 x 20 x 0.23 = 16,300 cycles / 10 slices / 500 MHz.
  EXPECT_NEAR(term_us(features, TimePart::Atomics), 3.26, kNear);
}

TEST(time_model, atomics_on_one_address_wait_for_each_other) {
  Features features = one_block_each();
  features.memory.same_address_atomics = 1000;
  features.memory.float_atomics = true;
  EXPECT_NEAR(term_us(features, TimePart::AtomicsOnAddress), 2, kNear);
  // Integers are combined on the way.
  features.memory.float_atomics = false;
  EXPECT_NEAR(term_us(features, TimePart::AtomicsOnAddress), 0.84, kNear);
  Gpu unknown = round_gpu();
  unknown.measured->same_address_atomic_ns.reset();
  EXPECT_NEAR(term_us(estimate_time(features, unknown), TimePart::AtomicsOnAddress), 1.76 * 0.42,
              kNear);
}

TEST(time_model, only_the_longer_wait_for_a_line_counts) {
  Features features = one_block_each();
  features.memory.same_line_atomics = 1000;
  features.memory.busy_atomic_lines = 8;
  features.memory.same_address_atomics = 1000;
  features.memory.float_atomics = true;
  // 1000 x (1 + 0.6 x 3) / 500 MHz = 5.6 us on the line, 2 us on the address.
  EXPECT_NEAR(term_us(features, TimePart::AtomicsOnLine), 5.6, kNear);
  EXPECT_EQ(term_us(features, TimePart::AtomicsOnAddress), 0);
}

TEST(time_model, each_block_costs_its_scheduling) {
  Features features = one_block_each();
  features.control.blocks = 1000;
  EXPECT_NEAR(term_us(features, TimePart::BlockScheduling), 1, kNear);
  Gpu unknown = round_gpu();
  unknown.measured->block_ns.reset();
  EXPECT_NEAR(term_us(estimate_time(features, unknown), TimePart::BlockScheduling), 0.6, kNear);
}

// A launch whose blocks cost no time of their own, so that sums come out round.
Gpu free_blocks() {
  Gpu gpu = round_gpu();
  gpu.measured->block_ns = 0;
  return gpu;
}

TEST(time_model, parts_of_a_unit_work_at_the_same_time) {
  Features features = one_block_each();
  features.operations.warp_instructions = 160'000;  // 4 us
  features.operations.pipe_fma = 120'000;           // 3 us
  // Only the longer counts. First and last blocks add 0.6 x 4 / (4 + 0.6) us.
  EXPECT_NEAR(estimate_time(features, free_blocks()).time_us,
              kLaunchUs + kFirstBlockUs + 4 + 2.4 / 4.6, kNear);
}

TEST(time_model, parts_of_the_gpu_add_up_in_part) {
  Features features = one_block_each();
  features.operations.warp_instructions = 160'000;  // 4 us
  features.memory.dram_read_bytes = 4e6;            // 4 us
  // (4^2.5 + 4^2.5)^(1/2.5) = 4 x 2^0.4 = 5.2780316; 0.6 x 5.2780316 / 5.8780316 = 0.5387550.
  EXPECT_NEAR(estimate_time(features, free_blocks()).time_us,
              kLaunchUs + kFirstBlockUs + 5.2780316 + 0.5387550, 1e-6);
}

TEST(time_model, terms_come_by_length_with_their_share) {
  Features features = one_block_each();
  features.operations.warp_instructions = 160'000;  // 4 us
  features.operations.pipe_fma = 120'000;           // 3 us
  features.control.critical_path_cycles = 1000;     // 1 us
  const TimeEstimate estimate = estimate_time(features, free_blocks());
  ASSERT_EQ(estimate.terms.size(), 4);
  EXPECT_EQ(estimate.terms[0].part, TimePart::Issue);
  EXPECT_EQ(estimate.terms[1].part, TimePart::Fp32Pipe);
  EXPECT_EQ(estimate.terms[2].part, TimePart::Launch);
  EXPECT_EQ(estimate.terms[3].part, TimePart::Latency);
  // (4^2.5 + 1^2.5)^0.4 = 33^0.4 = 4.0495389; with the start, 0.6 x 4.0495389 / 4.6495389 =
  // 0.5225730, and the launch, 2.35, the whole is 6.9221119 us.
  EXPECT_NEAR(estimate.time_us, 6.9221119, 1e-6);
  EXPECT_NEAR(estimate.terms[0].share, 4 / 6.9221119, 1e-6);
  EXPECT_NEAR(estimate.terms[3].share, 1 / 6.9221119, 1e-6);
}

}  // namespace
}  // namespace kcast::time
