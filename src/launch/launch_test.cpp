// Regimes, points and rebalancing, on contracts and kernels written by hand.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

#include "launch/contract_launch.h"
#include "launch/draw_point.h"
#include "launch/rebalance.h"
#include "launch/regime.h"

namespace kcast::launch {
namespace {

Gpu gpu_of(int64_t units) {
  Gpu gpu;
  gpu.units.count = units;
  return gpu;
}

TEST(Launch, regimes_follow_the_blocks_per_unit) {
  const Gpu gpu = gpu_of(132);
  EXPECT_EQ(regime_of(1, gpu), Regime::Idle);
  EXPECT_EQ(regime_of(131, gpu), Regime::Idle);
  EXPECT_EQ(regime_of(132, gpu), Regime::UnderUtilised);
  EXPECT_EQ(regime_of(40 * 132, gpu), Regime::UnderUtilised);
  EXPECT_EQ(regime_of(40 * 132 + 1, gpu), Regime::FullyUtilised);
  for (const Regime regime : kRegimes) {
    const BlockRange range = blocks_of(regime, gpu);
    EXPECT_EQ(regime_of(range.low, gpu), regime);
    EXPECT_EQ(regime_of(range.high, gpu), regime);
  }
}

TEST(Launch, regimes_are_drawn_in_the_papers_proportion) {
  Rng rng(7);
  std::map<Regime, int> counts;
  for (int i = 0; i < 20000; ++i)
    ++counts[draw_regime(rng)];
  EXPECT_NEAR(counts[Regime::Idle], 5000, 200);
  EXPECT_NEAR(counts[Regime::UnderUtilised], 12000, 200);
  EXPECT_NEAR(counts[Regime::FullyUtilised], 3000, 200);
}

// y[i] = sum of `rounds` values of x, a table of m values beside it.
struct Subject {
  KernelContract contract;
  Kernel kernel;
};

Subject table_kernel() {
  Subject out;
  out.contract.scalars = {{"n", ScalarRole::Size, 256, 100e6, 1, false, ""},
                          {"m", ScalarRole::Size, 1024, 200e6, 1, false, ""},
                          {"rounds", ScalarRole::Count, 1, 64, 1, false, ""},
                          {"a", ScalarRole::Real, 0.5, 2, 1, false, ""}};
  out.contract.buffers = {{"table", "m", {}}, {"y", "n", {}}};
  out.contract.blocks = {{128, 1, 1}, {256, 1, 1}};
  out.contract.grid = {"ceil_div(n, bx)", "1", "1"};
  const auto parameter = [&](const char* name, const char* type, bool pointer) {
    Parameter p;
    p.name = name;
    p.element_type = type;
    p.is_pointer = pointer;
    p.size_bytes = pointer ? 8 : 4;
    p.element_bytes = 4;
    p.address_space = pointer ? "generic" : "value";
    out.kernel.parameters.push_back(p);
  };
  parameter("table", "float", true);
  parameter("y", "float", true);
  parameter("a", "float", false);
  parameter("n", "int", false);
  parameter("m", "int", false);
  parameter("rounds", "int", false);
  return out;
}

TEST(Launch, points_meet_the_blocks_that_are_asked_for) {
  const Subject subject = table_kernel();
  const Gpu gpu = gpu_of(132);
  const PointDrawer drawer(subject.contract, subject.kernel);
  Rng rng(3);
  for (const Regime regime : kRegimes) {
    for (int i = 0; i < 50; ++i) {
      const auto point = drawer.draw({blocks_of(regime, gpu), 64e6}, rng);
      ASSERT_TRUE(point) << point.error().message;
      const auto shape = shape_of(subject.contract, *point);
      ASSERT_TRUE(shape) << shape.error().message;
      EXPECT_EQ(regime_of(block_count(shape->grid), gpu), regime) << point_text(*point);
    }
  }
}

// The table does not set the grid, so memory is free under any number of blocks.
TEST(Launch, data_grows_under_a_fixed_grid) {
  const Subject subject = table_kernel();
  const PointDrawer drawer(subject.contract, subject.kernel);
  Rng rng(4);
  int near = 0;
  for (int i = 0; i < 100; ++i) {
    const auto point = drawer.draw({{64, 64}, 100e6}, rng);
    ASSERT_TRUE(point);
    const auto shape = shape_of(subject.contract, *point);
    ASSERT_TRUE(shape);
    EXPECT_LE(block_count(shape->grid), 64);
    const auto bytes = static_cast<double>(footprint_bytes(*shape, subject.kernel));
    if (bytes > 95e6 && bytes < 105e6) ++near;
  }
  EXPECT_GT(near, 50);
}

TEST(Launch, any_grid_is_drawn_apart_from_the_sizes) {
  Subject subject = table_kernel();
  subject.contract.any_grid = true;
  const PointDrawer drawer(subject.contract, subject.kernel);
  Rng rng(5);
  std::set<bool> own;
  for (int i = 0; i < 40; ++i) {
    const auto point = drawer.draw({{10, 20}, 1e6}, rng);
    ASSERT_TRUE(point);
    own.insert(point->grid.has_value());
    if (point->grid) {
      EXPECT_GE((*point->grid)[0], 10);
      EXPECT_LE((*point->grid)[0], 20);
    }
  }
  EXPECT_EQ(own.size(), 2U);
}

TEST(Launch, points_become_arguments) {
  const Subject subject = table_kernel();
  LaunchPoint point;
  point.sizes = {{"n", 1000}, {"m", 5000}, {"rounds", 3}};
  point.reals = {{"a", 1.25}};
  point.block = {128, 1, 1};
  point.seed = 12;
  const auto launch = launch_of(subject.contract, subject.kernel, point);
  ASSERT_TRUE(launch) << launch.error().message;
  EXPECT_EQ(launch->grid, (Dims3{8, 1, 1}));
  EXPECT_EQ(launch->seed, 12U);
  EXPECT_EQ(launch->arguments[0].elements, 5000);
  EXPECT_EQ(launch->arguments[1].elements, 1000);
  EXPECT_EQ(launch->arguments[2].real, 1.25);
  EXPECT_EQ(launch->arguments[5].integer, 3);
  EXPECT_EQ(footprint_bytes(*launch), 24000);
  Kernel other = subject.kernel;
  other.parameters[3].name = "count";
  EXPECT_EQ(launch_of(subject.contract, other, point).error().message,
            "the contract has no value for parameter count");
}

// Time is 2 us + 0.01 us a block: nine short launches and one of 1000 blocks. The fence lies at
// 2.35 us (Q1 = 2.125, Q3 = 2.215 by hand), so blocks between 35 and 1000 are missing.
TEST(Launch, rebalancing_fills_the_times_that_are_missing) {
  std::vector<TimedBlocks> points;
  for (const double blocks : {5, 8, 12, 14, 15, 18, 20, 21, 22, 1000})
    points.push_back({blocks, 2 + 0.01 * blocks});
  Rng rng(9);
  const std::vector<int64_t> blocks = missing_blocks(points, 200, rng);
  ASSERT_EQ(blocks.size(), 200U);
  int64_t low = 1000;
  int64_t high = 0;
  double sum = 0;
  for (const int64_t b : blocks) {
    low = std::min(low, b);
    high = std::max(high, b);
    sum += static_cast<double>(b) / 200;
  }
  EXPECT_GE(low, 30);
  EXPECT_LE(high, 1000);
  EXPECT_NEAR(sum, 517, 60);  // evenly spread
}

TEST(Launch, rebalancing_needs_times_that_grow) {
  Rng rng(9);
  const std::vector<TimedBlocks> few = {{1, 1}, {2, 2}, {3, 3}};
  EXPECT_TRUE(missing_blocks(few, 3, rng).empty());
  const std::vector<TimedBlocks> flat = {{1, 5}, {20, 5}, {300, 5}, {4000, 5}};
  EXPECT_TRUE(missing_blocks(flat, 3, rng).empty());
  const std::vector<TimedBlocks> falling = {{1, 9}, {20, 8}, {300, 7}, {4000, 1}};
  EXPECT_TRUE(missing_blocks(falling, 3, rng).empty());
}

}  // namespace
}  // namespace kcast::launch
