#include "analyze/sim/unit.h"

#include <gtest/gtest.h>

#include "analyze/sim/extrapolate.h"

namespace kcast::sim {
namespace {

constexpr double kL1Cycles = 40;
constexpr double kDramCycles = 500;
constexpr double kBarrierCycles = 30;

// A unit of which nothing takes time but what a test adds.
UnitShape plain_shape(int32_t partitions) {
  UnitShape shape;
  shape.partitions = partitions;
  shape.l1_cycles = kL1Cycles;
  shape.dram_cycles = kDramCycles;
  shape.barrier_cycles = kBarrierCycles;
  shape.store_queue_cycles = 1e9;
  shape.data_queue_cycles = 1e9;
  return shape;
}

Step step_of(float slots, float latency, std::vector<int32_t> after = {}) {
  Step step;
  step.slots = slots;
  step.latency = latency;
  step.after = std::move(after);
  return step;
}

// A program of one piece, which every warp runs once.
Program program_of(std::vector<Step> steps, std::vector<Request> requests = {}) {
  Program out;
  out.pieces.push_back({std::move(steps)});
  out.requests = std::move(requests);
  Node piece;
  piece.number = 1;
  piece.piece = 0;
  out.whole.body.push_back(piece);
  out.nodes = 2;
  return out;
}

// The piece again and again.
Program loop_of(std::vector<Step> steps, double rounds) {
  Program out = program_of(std::move(steps));
  Node loop = out.whole;
  loop.number = 2;
  loop.rounds = rounds;
  out.whole.body = {loop};
  out.nodes = 3;
  return out;
}

// `outer` times the step `first`, and then the others `inner` times.
Program nest_of(const Step& first, std::vector<Step> others, double outer, double inner) {
  Program out = loop_of(std::move(others), inner);
  out.pieces.push_back({{first}});
  out.requests = {Request()};
  Node piece;
  piece.number = 3;
  piece.piece = 1;
  Node loop;
  loop.number = 4;
  loop.rounds = outer;
  loop.body = {piece, out.whole.body[0]};
  out.whole.body = {loop};
  out.nodes = 5;
  return out;
}

UnitRun run_of(int64_t blocks, int32_t resident, int32_t warps) {
  UnitRun run;
  run.blocks = blocks;
  run.resident = resident;
  run.warps = warps;
  return run;
}

double cycles_of(const Program& program, const UnitShape& shape, const UnitRun& run) {
  return run_unit(program, shape, run).cycles;
}

TEST(unit, a_warp_waits_for_results_and_not_for_others) {
  const Program chain = program_of({step_of(1, 4), step_of(1, 4, {0}), step_of(1, 4, {1})});
  EXPECT_DOUBLE_EQ(cycles_of(chain, plain_shape(1), run_of(1, 1, 1)), 12);  // 0, 4, 8, and 4
  const Program apart = program_of({step_of(1, 4), step_of(1, 4), step_of(1, 4)});
  EXPECT_DOUBLE_EQ(cycles_of(apart, plain_shape(1), run_of(1, 1, 1)), 6);  // 0, 1, 2, and 4
}

TEST(unit, code_with_branches_is_waited_for) {
  Step division = step_of(1, 40);
  division.waits = true;
  const Program program = program_of({division, step_of(1, 4)});
  EXPECT_DOUBLE_EQ(cycles_of(program, plain_shape(1), run_of(1, 1, 1)), 44);
}

TEST(unit, warps_share_the_scheduler_of_their_partition) {
  const Program program = program_of(std::vector<Step>(10, step_of(1, 0)));
  EXPECT_DOUBLE_EQ(cycles_of(program, plain_shape(1), run_of(1, 1, 2)), 20);
  EXPECT_DOUBLE_EQ(cycles_of(program, plain_shape(2), run_of(1, 1, 2)), 10);
}

TEST(unit, a_pipe_of_half_the_rate_halves_it) {
  Step step = step_of(1, 0);
  step.pipes[kAlu] = 2;
  const Program program = program_of(std::vector<Step>(5, step));
  // The last of 20 begins when 19 have taken two cycles each.
  EXPECT_DOUBLE_EQ(cycles_of(program, plain_shape(1), run_of(1, 1, 4)), 39);
}

TEST(unit, loads_come_from_where_their_request_says) {
  Step load = step_of(1, 0);
  load.kind = StepKind::Load;
  load.request = 0;
  const Program near = program_of({load, step_of(1, 4, {0})}, {Request()});
  EXPECT_DOUBLE_EQ(cycles_of(near, plain_shape(1), run_of(1, 1, 1)), 1 + kL1Cycles + 4);
  Request far;
  far.l2_share = far.dram_share = 1;
  far.dram_cycles = 10;
  const Program dram = program_of({load, step_of(1, 4, {0})}, {far});
  EXPECT_DOUBLE_EQ(cycles_of(dram, plain_shape(1), run_of(1, 1, 1)), 1 + 10 + kDramCycles + 4);
}

TEST(unit, bandwidth_bounds_many_loads) {
  Step load = step_of(1, 0);
  load.kind = StepKind::Load;
  load.request = 0;
  Request far;
  far.l2_share = far.dram_share = 1;
  far.dram_cycles = 10;
  const Program program = program_of(std::vector<Step>(10, load), {far});
  // 8 warps x 10 loads x 10 cycles, behind the first that L1 passes on after a cycle.
  EXPECT_DOUBLE_EQ(cycles_of(program, plain_shape(4), run_of(1, 1, 8)), 801 + kDramCycles);
}

TEST(unit, what_is_waited_for_is_said) {
  Step load = step_of(1, 0);
  load.kind = StepKind::Load;
  load.request = 0;
  load.instruction = 3;
  Step use = step_of(1, 4, {0});
  use.instruction = 5;
  const UnitTime time =
      run_unit(program_of({load, use}, {Request()}), plain_shape(1), run_of(1, 1, 1));
  ASSERT_EQ(time.waited.size(), 6U);
  EXPECT_DOUBLE_EQ(time.waited[3], kL1Cycles);  // from the cycle after the load
  EXPECT_DOUBLE_EQ(time.waited[5], 0);
}

TEST(unit, a_barrier_lets_go_when_the_last_has_come) {
  Step barrier = step_of(1, 0);
  barrier.kind = StepKind::Barrier;
  barrier.instruction = 1;
  // Four warps of one partition come one after the other.
  const UnitTime time = run_unit(program_of({step_of(1, 0), barrier, step_of(1, 4)}),
                                 plain_shape(1), run_of(1, 1, 4));
  // Two steps of each: the last comes at 7, and their last steps begin at 37, 38, 39 and 40.
  EXPECT_DOUBLE_EQ(time.cycles, 7 + kBarrierCycles + 3 + 4);
}

TEST(unit, warps_that_have_ended_are_not_waited_for) {
  Step barrier = step_of(1, 0);
  barrier.kind = StepKind::Barrier;
  Program program = program_of({barrier, step_of(1, 4)});
  program.whole.body[0].chance = 0.5;  // of two warps one comes there
  EXPECT_DOUBLE_EQ(cycles_of(program, plain_shape(1), run_of(1, 1, 2)), kBarrierCycles + 4);
}

TEST(unit, blocks_follow_each_other_in_their_place) {
  UnitShape shape = plain_shape(1);
  shape.turn_cycles = 100;
  const Program program = program_of({step_of(10, 10)});
  EXPECT_DOUBLE_EQ(cycles_of(program, shape, run_of(3, 1, 1)), 10 + 100 + 10 + 100 + 10);
  EXPECT_DOUBLE_EQ(cycles_of(program, shape, run_of(3, 3, 1)), 30);  // one scheduler for all
}

TEST(unit, blocks_start_no_faster_than_they_are_handed_out) {
  UnitShape shape = plain_shape(4);
  shape.block_cycles = 50;
  const Program program = program_of({step_of(1, 1)});
  EXPECT_DOUBLE_EQ(cycles_of(program, shape, run_of(4, 4, 1)), 3 * 50 + 1);
}

TEST(unit, fractions_add_up_over_the_warps) {
  Program program = loop_of({step_of(1, 0)}, 2.5);
  EXPECT_DOUBLE_EQ(cycles_of(program, plain_shape(1), run_of(1, 1, 4)), 10);
  program.whole.body[0].chance = 0.25;  // one of four
  EXPECT_DOUBLE_EQ(cycles_of(program, plain_shape(1), run_of(1, 1, 4)), 2);
}

TEST(unit, too_much_work_ends_early_and_says_so) {
  const UnitTime time = run_unit(loop_of({step_of(1, 0)}, 1e8), plain_shape(1), run_of(1, 1, 1));
  EXPECT_FALSE(time.whole);
  EXPECT_NEAR(time.cycles / 1e8, 1, 0.01);
}

TEST(unit, loops_without_instructions_come_to_an_end) {
  EXPECT_GE(cycles_of(loop_of({step_of(0, 0)}, 1e18), plain_shape(1), run_of(1, 1, 1)), 0);
}

TEST(extrapolate, many_blocks_take_as_long_as_if_all_were_run) {
  UnitShape shape = plain_shape(4);
  shape.turn_cycles = 40;
  const Program program = loop_of({step_of(1, 20), step_of(1, 20, {0})}, 10);
  const UnitRun run = run_of(400, 4, 2);
  const double whole = cycles_of(program, shape, run);
  EXPECT_NEAR(simulate_unit(program, shape, 400, run).cycles / whole, 1, 0.01);
}

TEST(extrapolate, long_loops_take_their_rounds) {
  const Program program = loop_of({step_of(1, 20), step_of(1, 20, {0})}, 200000);
  const double cycles = simulate_unit(program, plain_shape(1), 1, run_of(1, 1, 1)).cycles;
  // A round issues its second step after 20 cycles, and the next round a cycle later.
  EXPECT_NEAR(cycles / (200000.0 * 21), 1, 0.01);
}

TEST(extrapolate, waits_of_outer_loops_are_counted_once_a_round) {
  // What is waited for in the outer loop takes as long as 2, 20 and 200 rounds of the inner one.
  for (const double inner : {200.0, 2000.0, 20000.0}) {
    Step load = step_of(1, 4000);
    load.kind = StepKind::Load;
    load.request = 0;
    load.waits = true;
    const Program program = nest_of(load, {step_of(1, 20), step_of(1, 20, {0})}, 40, inner);
    const double cycles = simulate_unit(program, plain_shape(4), 1, run_of(1, 1, 8)).cycles;
    // Two warps of a scheduler hide nothing of each other's chain but its issue.
    EXPECT_NEAR(cycles / (40 * (4000 + kL1Cycles + inner * 21)), 1, 0.03) << inner;
  }
}

TEST(extrapolate, waits_are_shares_of_the_warps_time) {
  Step load = step_of(1, 0);
  load.kind = StepKind::Load;
  load.request = 0;
  const SimulatedUnit unit = simulate_unit(program_of({load, step_of(1, 4, {0})}, {Request()}),
                                           plain_shape(1), 1, run_of(1, 1, 1));
  ASSERT_EQ(unit.waited.size(), 1U);
  EXPECT_NEAR(unit.waited[0], kL1Cycles / (1 + kL1Cycles + 1), 1e-9);
  EXPECT_LE(unit.active_warps, 1);
  EXPECT_NEAR(unit.issued, 2 / (1 + kL1Cycles + 1), 1e-9);
  EXPECT_EQ(unit.not_selected, 0);
}

}  // namespace
}  // namespace kcast::sim
