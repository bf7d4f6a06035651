#include "analyze/time/team_reduction.h"

#include <gtest/gtest.h>

namespace kcast::time {
namespace {

ptx::Module module_with(const std::string& name, int64_t bytes) {
  ptx::Module out;
  ptx::Variable variable;
  variable.name = name;
  variable.bytes = bytes;
  out.variables.push_back(variable);
  return out;
}

TEST(TeamReduction, takes_a_wait_for_each_sector_of_the_records) {
  const ptx::Module module = module_with("dot_reduction_buffer", 1024 * 8);
  // 256 sectors of 32 bytes, 300 cycles at 2 GHz each.
  EXPECT_DOUBLE_EQ(team_reduction_us(module, "dot", 3200, 300, 2000), 256 * 0.15);
  EXPECT_DOUBLE_EQ(team_reduction_us(module, "dot", 1024, 300, 2000), 256 * 0.15);
  EXPECT_DOUBLE_EQ(team_reduction_us(module, "dot", 4, 300, 2000), 0.15);
  EXPECT_EQ(team_reduction_us(module, "saxpy", 3200, 300, 2000), 0);
}

TEST(TeamReduction, is_latency_behind_everything_else) {
  TimeEstimate time{10, {{TimePart::Dram, 8, 0.8}, {TimePart::Latency, 4, 0.4}}};
  add_at_end(30, time);
  EXPECT_DOUBLE_EQ(time.time_us, 40);
  ASSERT_EQ(time.terms.size(), 2U);
  EXPECT_EQ(time.terms[0].part, TimePart::Latency);
  EXPECT_DOUBLE_EQ(time.terms[0].time_us, 34);
  EXPECT_DOUBLE_EQ(time.terms[1].share, 0.2);
}

}  // namespace
}  // namespace kcast::time
