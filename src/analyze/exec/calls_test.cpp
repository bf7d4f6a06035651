// Calls of device functions, by name and through pointers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "analyze/exec/test_util.h"

namespace kcast::exec {
namespace {

TEST(exec_calls, calls_functions_and_counts_them_apart) {
  const std::string before = R"(
.func (.param .b32 func_retval0) twice(.param .b32 twice_param_0)
{
.reg .b32 %r<4>;
ld.param.u32 %r1, [twice_param_0];
shl.b32 %r2, %r1, 1;
st.param.b32 [func_retval0+0], %r2;
ret;
}
)";
  const std::string text = kernel_text({"u64 a"}, R"(
mov.u32 %r1, %tid.x;
{
.param .b32 param0;
st.param.b32 [param0+0], %r1;
.param .b32 retval0;
call.uni (retval0), twice, (param0);
ld.param.b32 %r2, [retval0+0];
}
ld.param.u64 %rd1, [a];
mul.wide.u32 %rd2, %r2, 4;
add.s64 %rd3, %rd1, %rd2;
st.global.u32 [%rd3], %r1;
ret;)",
                                       before);
  const ExecResult result = run(text, launch_of({1, 1, 1}, {32, 1, 1}, {buffer("a", "int", 64)}));
  ASSERT_EQ(result.traces.blocks[0].accesses.size(), 1U);
  const Access& store = result.traces.blocks[0].accesses[0];
  EXPECT_EQ(result.traces.patterns[store.pattern].offsets[3], 24);
  EXPECT_EQ(result.out_of_range, 0);
  size_t called = 0;
  for (const std::vector<InstructionCount>& counts : result.callee_counts) {
    for (const InstructionCount& count : counts)
      called += count.warps == 1 && count.lanes == 32 ? 1 : 0;
  }
  EXPECT_EQ(called, 4U);
}

// Two functions that store 1 and 2 to what they are given, and a table of both.
const char* const kTable = R"(
.func one(.param .b64 one_param_0)
{
.reg .b64 %rd<2>;
ld.param.u64 %rd1, [one_param_0];
st.global.u32 [%rd1], 1;
ret;
}
.func two(.param .b64 two_param_0)
{
.reg .b64 %rd<2>;
ld.param.u64 %rd1, [two_param_0];
st.global.u32 [%rd1], 2;
st.global.u32 [%rd1+4096], 2;
ret;
}
.visible .global .align 8 .u64 table[2] = {one, two};
)";

const char* const kCallsThroughTable = R"(
mov.u32 %r1, %tid.x;
ld.param.u64 %rd1, [a];
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd3, %rd1, %rd2;
mov.u64 %rd4, table;
add.s64 %rd6, %rd4, %rd5;
ld.global.u64 %rd7, [%rd6];
{
.param .b64 param0;
st.param.b64 [param0+0], %rd3;
prototype_0 : .callprototype ()_ (.param .b64 _);
call %rd7, (param0), prototype_0;
}
ret;)";

TEST(exec_calls, each_lane_calls_what_its_pointer_leads_to) {
  // Lanes 0 to 15 call one, the others two.
  const std::string text = kernel_text({"u64 a"}, R"(
mov.u32 %r2, %tid.x;
shr.u32 %r3, %r2, 4;
mul.wide.u32 %rd5, %r3, 8;)" + std::string(kCallsThroughTable),
                                       kTable);
  const ExecResult result = run(text, launch_of({1, 1, 1}, {32, 1, 1}, {buffer("a", "int", 2048)}));
  EXPECT_FALSE(result.lost_call);
  ASSERT_EQ(result.traces.blocks[0].accesses.size(), 4U);  // the table, one, two twice
  std::vector<int64_t> lanes;
  for (const std::vector<InstructionCount>& counts : result.callee_counts) {
    for (const InstructionCount& count : counts)
      lanes.push_back(static_cast<int64_t>(count.lanes));
  }
  EXPECT_EQ(lanes, (std::vector<int64_t>(7, 16)));
}

// A round of the loop for each that the caller asks for: 7 by 32 lanes.
TEST(exec_calls, arguments_reach_what_a_pointer_leads_to) {
  const std::string text = kernel_text({"u64 a", "u32 n"}, R"(
ld.param.u32 %r1, [n];
mov.u64 %rd4, rounds_of;
ld.global.u64 %rd7, [%rd4];
{
.param .b32 param0;
st.param.b32 [param0+0], %r1;
prototype_0 : .callprototype ()_ (.param .b32 _);
call %rd7, (param0), prototype_0;
}
ret;)",
                                       R"(
.func repeat(.param .b32 repeat_param_0)
{
.reg .pred %p<2>;
.reg .b32 %r<3>;
ld.param.u32 %r1, [repeat_param_0];
AGAIN:
add.s32 %r1, %r1, -1;
setp.gt.s32 %p1, %r1, 0;
@%p1 bra AGAIN;
ret;
}
.visible .global .align 8 .u64 rounds_of[1] = {repeat};
)");
  LaunchArgument n;
  n.name = "n";
  n.element_type = "int";
  n.integer = 7;
  const ExecResult result =
      run(text, launch_of({1, 1, 1}, {32, 1, 1}, {buffer("a", "int", 64), n}));
  EXPECT_TRUE(result.unknown.empty());
  double most = 0;
  for (const std::vector<InstructionCount>& counts : result.callee_counts) {
    for (const InstructionCount& count : counts)
      most = std::max(most, count.lanes);
  }
  EXPECT_EQ(most, 7 * 32);
}

TEST(exec_calls, a_call_without_known_target_runs_a_function_of_its_kind) {
  const std::string text = kernel_text({"u64 a", "u64 where"}, R"(
ld.param.u64 %rd5, [where];)" + std::string(kCallsThroughTable),
                                       kTable);
  LaunchArgument where;
  where.name = "where";
  where.element_type = "long";
  const ExecResult result =
      run(text, launch_of({1, 1, 1}, {32, 1, 1}, {buffer("a", "int", 2048), where}));
  EXPECT_TRUE(result.lost_call);
  ASSERT_FALSE(result.traces.blocks[0].accesses.empty());
}

}  // namespace
}  // namespace kcast::exec
