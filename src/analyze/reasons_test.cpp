#include "analyze/reasons.h"

#include <gtest/gtest.h>

namespace kcast::analyze {
namespace {

Gpu ten_units() {
  Gpu gpu;
  gpu.units.count = 10;
  gpu.l2.sector_bytes = 32;
  return gpu;
}

// A launch that gives no reason: enough blocks, all resident warps, no last wave.
Features plain_launch() {
  Features features;
  features.control.blocks = 100;
  features.occupancy.occupancy = 1;
  return features;
}

LineCost load(int32_t line, double sectors, double stride) {
  LineCost cost;
  cost.file = "a.cu";
  cost.line = line;
  cost.buffer = "x";
  cost.access = LineAccess::Load;
  cost.requests = 100;
  cost.sectors = sectors;
  cost.l2_sectors = sectors;
  cost.stride_bytes = stride;
  return cost;
}

TEST(reasons, plain_launch_has_none) {
  EXPECT_TRUE(explain(plain_launch(), ten_units(), {}).empty());
}

TEST(reasons, loads_say_how_lanes_lie_and_what_part_of_the_traffic_they_are) {
  Features features = plain_launch();
  features.memory.l2_sm_bytes = 4000 * 32;
  features.lines = {load(7, 3200, 128), load(9, 100, 0)};
  const std::vector<Reason> reasons = explain(features, ten_units(), {{TimePart::Dram, 5, 0.5}});
  ASSERT_EQ(reasons.size(), 1);  // 100 of 4000 sectors are under 3 %
  EXPECT_EQ(reasons[0].file, "a.cu");
  EXPECT_EQ(reasons[0].line, 7);
  EXPECT_EQ(reasons[0].text,
            "loads of 'x': stride of 128 bytes between lanes, 32.0 sectors per request; 80 % of "
            "the L2 traffic");
  EXPECT_DOUBLE_EQ(reasons[0].share, 0.8);
}

TEST(reasons, lanes_on_one_address_and_scattered_ones_differ) {
  Features features = plain_launch();
  features.memory.l2_sm_bytes = 1000 * 32;
  features.lines = {load(1, 100, 0), load(2, 900, 0)};
  features.lines[1].access = LineAccess::Atomic;
  const std::vector<Reason> reasons = explain(features, ten_units(), {{TimePart::L2, 5, 0.5}});
  ASSERT_EQ(reasons.size(), 2);
  EXPECT_EQ(reasons[0].text,
            "atomics of 'x': scattered, 9.0 sectors per request; 90 % of the L2 traffic");
  EXPECT_EQ(reasons[1].text,
            "loads of 'x': one address for all lanes, 1.0 sectors per request; 10 % of the L2 "
            "traffic");
}

TEST(reasons, bank_conflicts_are_named_from_one_and_a_half_ways) {
  Features features = plain_launch();
  features.memory.shared_wavefronts = 1000;
  LineCost line;
  line.line = 3;
  line.access = LineAccess::Shared;
  line.requests = 100;
  line.wavefronts = 800;
  features.lines = {line};
  const std::vector<Reason> reasons = explain(features, ten_units(), {});
  ASSERT_EQ(reasons.size(), 1);
  EXPECT_EQ(reasons[0].text, "shared memory: 8.0-way bank conflicts; 80 % of its cycles");
  features.lines[0].wavefronts = 140;
  EXPECT_TRUE(explain(features, ten_units(), {}).empty());
}

TEST(reasons, arithmetic_counts_from_a_tenth_of_the_instructions) {
  Features features = plain_launch();
  features.operations.warp_instructions = 1000;
  LineCost line;
  line.line = 4;
  line.access = LineAccess::Arithmetic;
  line.issue_slots = 250;
  features.lines = {line};
  const std::vector<Reason> reasons = explain(features, ten_units(), {{TimePart::Issue, 5, 0.5}});
  ASSERT_EQ(reasons.size(), 1);
  EXPECT_EQ(reasons[0].text, "25 % of the issued machine instructions");
  features.lines[0].issue_slots = 90;
  EXPECT_TRUE(explain(features, ten_units(), {}).empty());
}

TEST(reasons, the_launch_itself_can_be_one) {
  Features few = plain_launch();
  few.control.blocks = 4;
  EXPECT_EQ(explain(few, ten_units(), {}).at(0).text,
            "the grid has 4 blocks for 10 units: the rest idles");
  Features thin = plain_launch();
  thin.occupancy.occupancy = 0.25;
  thin.occupancy.limiter = OccupancyLimit::Registers;
  EXPECT_EQ(explain(thin, ten_units(), {}).at(0).text, "occupancy 25 %, limited by registers");
  Features tail = plain_launch();
  tail.occupancy.waves = 1.25;
  tail.occupancy.tail_share = 0.4;
  EXPECT_EQ(explain(tail, ten_units(), {}).at(0).text,
            "1.25 waves: the last one leaves 40 % of the time partly idle");
  Features split = plain_launch();
  split.control.branches = 100;
  split.control.divergent_branches = 50;
  EXPECT_EQ(explain(split, ten_units(), {}).at(0).text,
            "50 % of the branches diverge within a warp");
}

TEST(reasons, come_by_weight_of_their_term_and_no_more_than_asked_for) {
  Features features = plain_launch();
  features.memory.l2_sm_bytes = 1000 * 32;
  features.operations.warp_instructions = 1000;
  LineCost sum;
  sum.line = 8;
  sum.access = LineAccess::Arithmetic;
  sum.issue_slots = 500;
  features.lines = {load(5, 600, 4), sum};
  // 0.6 of the traffic x 0.2 of the time against 0.5 of the instructions x 0.9.
  const std::vector<BottleneckTerm> by_issue = {{TimePart::Fp32Pipe, 9, 0.9},
                                                {TimePart::Dram, 2, 0.2}};
  const std::vector<Reason> reasons = explain(features, ten_units(), by_issue);
  ASSERT_EQ(reasons.size(), 2);
  EXPECT_EQ(reasons[0].line, 8);
  EXPECT_EQ(reasons[1].line, 5);
  EXPECT_EQ(explain(features, ten_units(), by_issue, 1).size(), 1);
  const std::vector<BottleneckTerm> by_dram = {{TimePart::Dram, 9, 0.9}, {TimePart::Issue, 2, 0.2}};
  EXPECT_EQ(explain(features, ten_units(), by_dram).at(0).line, 5);
}

}  // namespace
}  // namespace kcast::analyze
