#include "collect/openmp_launch.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "schema/openmp/offload_geometry.h"

namespace kcast::collect {
namespace {

// As clang-19 writes it for a dot product of doubles: u8 0, u8 0, u8 2 (SPMD), a byte of padding,
// then i32 1, 128, 0, 0 (threads and teams), 8 and 1024 (the reduction).
std::vector<unsigned char> environment_of(int32_t row_bytes, int32_t rows) {
  std::vector<unsigned char> bytes = {0, 0, 2, 0};
  for (const int32_t number : {1, 128, 0, 0, row_bytes, rows}) {
    const size_t at = bytes.size();
    bytes.resize(at + sizeof(number));
    std::memcpy(bytes.data() + at, &number, sizeof(number));
  }
  bytes.resize(48);  // addresses follow
  return bytes;
}

LaunchPlan plan_of(const char* first = kLaunchEnvironment) {
  Launch launch;
  launch.arguments = {
      {.name = first, .element_type = "unsigned char", .integer = 0, .size_bytes = 8},
      {.name = "n", .element_type = "int", .integer = -2, .size_bytes = 4},
      {.name = "s", .element_type = "double", .elements = 1, .element_bytes = 8}};
  return *plan_launch(launch);
}

TEST(OpenMpLaunch, the_size_of_a_reduction_is_read_where_clang_writes_it) {
  const auto dot = team_reduction(environment_of(8, 1024));
  ASSERT_TRUE(dot) << dot.error().message;
  EXPECT_EQ(*dot, (TeamReduction{.row_bytes = 8, .rows = 1024}));
  EXPECT_TRUE(dot->is_needed());
  const auto plain = team_reduction(environment_of(0, 0));
  ASSERT_TRUE(plain);
  EXPECT_FALSE(plain->is_needed());
}

TEST(OpenMpLaunch, an_environment_that_makes_no_sense_is_refused) {
  const std::vector<unsigned char> bytes = environment_of(8, 1024);
  EXPECT_FALSE(team_reduction(std::span(bytes).first(27)));
  EXPECT_FALSE(team_reduction(environment_of(-8, 1024)));
  EXPECT_FALSE(team_reduction(environment_of(1 << 30, 1024)));
}

TEST(OpenMpLaunch, without_a_reduction_the_first_parameter_has_all_bits_set) {
  LaunchPlan plan = plan_of();
  ASSERT_TRUE(add_launch_environment({}, plan));
  EXPECT_EQ(plan.buffers.size(), 1U);  // s
  EXPECT_EQ(plan.parameters[0].bytes, std::vector<unsigned char>(8, 0xFF));
  EXPECT_TRUE(plan.parameters[0].addresses.empty());
  // A number in the low bits of a slot.
  EXPECT_EQ(plan.parameters[1].bytes,
            (std::vector<unsigned char>{0xFE, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0}));
}

TEST(OpenMpLaunch, teams_that_reduce_get_counters_and_a_row_each) {
  LaunchPlan plan = plan_of();
  ASSERT_TRUE(add_launch_environment({.row_bytes = 24, .rows = 1024}, plan));
  ASSERT_EQ(plan.buffers.size(), 3U);
  EXPECT_EQ(plan.buffers[1].bytes, 24 * 1024);
  EXPECT_TRUE(plan.buffers[1].fills.empty());
  EXPECT_EQ(plan.buffers[2].bytes, 16);
  ASSERT_EQ(plan.buffers[2].fills.size(), 1U);
  EXPECT_EQ(plan.buffers[2].fills[0].numbers.kind, FillKind::Zero);
  EXPECT_EQ(plan.buffers[2].fills[0].values, 2);
  ASSERT_EQ(plan.buffers[2].addresses.size(), 1U);
  EXPECT_EQ(plan.buffers[2].addresses[0].buffer, 1);
  EXPECT_EQ(plan.buffers[2].addresses[0].place_bytes, 8);
  ASSERT_EQ(plan.parameters[0].addresses.size(), 1U);
  EXPECT_EQ(plan.parameters[0].addresses[0].buffer, 2);
  // The program's own buffer is still the first.
  EXPECT_EQ(plan.parameters[2].addresses.at(0).buffer, 0);
}

TEST(OpenMpLaunch, a_launch_without_an_environment_is_an_error) {
  LaunchPlan plan = plan_of("n");
  const Status added = add_launch_environment({}, plan);
  ASSERT_FALSE(added);
  EXPECT_NE(added.error().message.find("launch_environment"), std::string::npos);
}

}  // namespace
}  // namespace kcast::collect
