#include "analyze/waits.h"

#include <gtest/gtest.h>

#include "analyze/ptx/parse/parse.h"

namespace kcast::analyze {
namespace {

// Instructions 0 to 4 of lines 3, 4, 4, 5 and 6.
ptx::Module module_with_lines() {
  auto module = ptx::parse_ptx(
      ".version 8.5\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
      ".reg .f32 %f<4>;\n.reg .b64 %rd<4>;\n"
      ".loc 1 3 0\nld.global.f32 %f1, [%rd1];\n.loc 1 4 0\nbar.sync 0;\nld.shared.f32 %f2, "
      "[%rd2];\n"
      ".loc 1 5 0\nadd.f32 %f3, %f1, %f2;\n.loc 1 6 0\nret;\n}\n.file 1 \"a.cu\"\n");
  EXPECT_TRUE(module);
  return module ? *std::move(module) : ptx::Module{};
}

TEST(waits, loads_and_barriers_are_told_apart) {
  const ptx::Module module = module_with_lines();
  ControlFeatures control;
  add_waits(module.functions.at(0), {0.5, 0.2, 0.1, 0.05}, control);
  EXPECT_DOUBLE_EQ(control.memory_wait_share, 0.5);
  EXPECT_DOUBLE_EQ(control.barrier_wait_share, 0.2);
}

TEST(waits, all_of_the_warps_time_has_a_name) {
  const ptx::Module module = module_with_lines();
  sim::SimulatedUnit unit;
  unit.cycles = 100;
  unit.waited = {0.3, 0.2, 0.1, 0.05};
  unit.issued = 0.15;
  unit.not_selected = 0.05;
  unit.throttled = 0.05;
  const std::vector<WarpTime> time = warp_time(module.functions.at(0), unit);
  ASSERT_EQ(time.size(), 8U);
  EXPECT_EQ(time[0].state, WarpState::Memory);
  EXPECT_EQ(time[1].state, WarpState::Barrier);
  EXPECT_EQ(time[2].state, WarpState::Issuing);
  double sum = 0;
  for (const WarpTime& part : time) {
    sum += part.share;
    if (part.state == WarpState::Shared) EXPECT_NEAR(part.share, 0.1, 1e-9);
    if (part.state == WarpState::Other) EXPECT_NEAR(part.share, 0.1, 1e-9);
  }
  EXPECT_NEAR(sum, 1, 1e-9);
  EXPECT_TRUE(warp_time(module.functions.at(0), {}).empty());
}

TEST(waits, the_line_that_is_waited_for_most_is_named) {
  const ptx::Module module = module_with_lines();
  std::vector<Reason> reasons;
  add_wait_reason(module, module.functions.at(0), {0.5, 0.2, 0.9, 0.05}, reasons);
  ASSERT_EQ(reasons.size(), 1U);
  EXPECT_EQ(reasons[0].line, 3);
  EXPECT_EQ(reasons[0].file, "a.cu");
  EXPECT_EQ(reasons[0].text,
            "what is loaded here is waited for: 50 % of the warps' time; more loads under way at "
            "once, or more warps, would hide it");
  reasons.clear();
  add_wait_reason(module, module.functions.at(0), {0.1, 0.3}, reasons);
  ASSERT_EQ(reasons.size(), 1U);
  EXPECT_EQ(reasons[0].line, 4);
  EXPECT_EQ(reasons[0].text, "warps wait here for others of their block: 30 % of the warps' time");
}

TEST(waits, little_is_not_said) {
  const ptx::Module module = module_with_lines();
  std::vector<Reason> reasons;
  add_wait_reason(module, module.functions.at(0), {0.2, 0.2}, reasons);
  EXPECT_TRUE(reasons.empty());
}

}  // namespace
}  // namespace kcast::analyze
