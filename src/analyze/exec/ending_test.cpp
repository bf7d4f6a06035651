// Blocks whose budget is spent: what is behind their loops, around them and in warps that were
// not begun.
#include "analyze/exec/test_util.h"

namespace kcast::exec {
namespace {

using exec::buffer;
using exec::count_of;
using exec::integer;
using exec::kernel_text;
using exec::launch_of;
using exec::run;
using exec::warp_instructions;

ExecOptions budget_of(int64_t warp_instructions) {
  ExecOptions options;
  options.budget = warp_instructions;
  options.block_budget = warp_instructions;
  return options;
}

double requests_at(const ExecResult& result, uint32_t site) {
  double sum = 0;
  for (const Access& access : result.traces.blocks[0].accesses)
    sum += access.site == site ? requests_of(result.traces.blocks[0], access) : 0;
  return sum;
}

// 200 rounds, each with 60 inner rounds that load, a branch on what was loaded, which keeps both
// loops from being skipped ahead, and a store. Then one store to the place where the pointer of
// the outer loop ends.
std::string nest_text() {
  return kernel_text({"u64 a", "u64 b"}, R"(
ld.param.u64 %rd1, [a];
ld.param.u64 %rd2, [b];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd3, %r1, 4;
add.s64 %rd4, %rd1, %rd3;
add.s64 %rd5, %rd2, %rd3;
mov.u32 %r2, 0;
$outer:
mov.u32 %r3, 0;
$inner:
ld.global.f32 %f1, [%rd4];
setp.lt.f32 %p1, %f1, 0f3FC00000;
@%p1 bra $skip;
mul.f32 %f3, %f3, %f1;
$skip:
add.f32 %f2, %f2, %f1;
add.s64 %rd4, %rd4, 128;
add.s32 %r3, %r3, 1;
setp.lt.s32 %p2, %r3, 60;
@%p2 bra $inner;
st.global.f32 [%rd5], %f2;
add.s64 %rd5, %rd5, 128;
add.s32 %r2, %r2, 1;
setp.lt.s32 %p3, %r2, 200;
@%p3 bra $outer;
st.global.f32 [%rd5], %f2;
ret;)");
}

Launch nest_launch() {
  return launch_of({1, 1, 1}, {32, 1, 1},
                   {buffer("a", "float", 32 * 200 * 61), buffer("b", "float", 32 * 201)});
}

TEST(exec_ending, enclosing_loops_and_what_is_behind_them_count) {
  const std::string text = nest_text();
  // Two and a half of the 200 rounds fit.
  const ExecResult result = run(text, nest_launch(), budget_of(1200));
  EXPECT_TRUE(result.estimated);
  EXPECT_NEAR(count_of(text, result, "add.f32").warps, 200 * 60, 0.01 * 200 * 60);
  EXPECT_NEAR(count_of(text, result, "st.global").warps, 200, 1);
  EXPECT_EQ(count_of(text, result, "st.global", 1).warps, 1);
  EXPECT_LT(result.interpreted, 1.5 * 1200 + 32);
}

// A counter that comes to 3 and goes on in steps of 7 passes 1000 after 143 rounds, not 142.4.
TEST(exec_ending, an_even_loop_has_a_whole_number_of_rounds) {
  std::string text = nest_text();
  const auto put = [&](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  put("mov.u32 %r2, 0;", "mov.u32 %r2, 3;");
  put("add.s32 %r2, %r2, 1;", "add.s32 %r2, %r2, 7;");
  put("setp.lt.s32 %p3, %r2, 200;", "setp.lt.s32 %p3, %r2, 1000;");
  const ExecResult result = run(text, nest_launch(), budget_of(1200));
  EXPECT_EQ(count_of(text, result, "st.global").warps, 143);
}

TEST(exec_ending, the_trace_stands_for_all_requests) {
  const ExecResult result = run(nest_text(), nest_launch(), budget_of(1200));
  ASSERT_EQ(result.traces.blocks.size(), 1U);
  EXPECT_FALSE(result.traces.blocks[0].complete);
  EXPECT_NEAR(requests_at(result, 0), 200 * 60, 0.01 * 200 * 60);
  EXPECT_NEAR(requests_at(result, 1), 200, 1);
  EXPECT_EQ(requests_at(result, 2), 1);
  const Access& last = result.traces.blocks[0].accesses.back();
  EXPECT_EQ(last.site, 2U);
  EXPECT_EQ(last.base, result.traces.extents[1].base + 200 * 128);
}

TEST(exec_ending, a_complete_trace_is_not_scaled) {
  const ExecResult result = run(nest_text(), nest_launch(), budget_of(1 << 20));
  EXPECT_TRUE(result.traces.blocks[0].complete);
  EXPECT_TRUE(result.traces.blocks[0].scale.empty());
  EXPECT_EQ(requests_at(result, 0), 200 * 60);
}

// Numbers are drawn until one ends in five zeroes, 50 times. The budget is spent by the first of
// eight warps; the others count like it, and do nearly as much in truth.
TEST(exec_ending, warps_that_were_not_begun_count_like_others) {
  const std::string text = kernel_text({"u64 a"}, R"(
ld.param.u64 %rd1, [a];
mov.u32 %r1, %tid.x;
mul.lo.s32 %r2, %r1, 747796405;
mov.u32 %r3, 0;
$outer:
$draw:
mul.lo.s32 %r2, %r2, 1664525;
add.s32 %r2, %r2, 1013904223;
shr.u32 %r4, %r2, 16;
and.b32 %r5, %r4, 31;
setp.ne.s32 %p1, %r5, 0;
@%p1 bra $draw;
add.s32 %r3, %r3, 1;
setp.lt.s32 %p2, %r3, 50;
@%p2 bra $outer;
st.global.u32 [%rd1], %r2;
ret;)");
  const Launch launch = launch_of({1, 1, 1}, {256, 1, 1}, {buffer("a", "int", 64)});
  const ExecResult whole = run(text, launch, budget_of(int64_t{1} << 30));
  const ExecResult cut = run(text, launch, budget_of(20000));
  ASSERT_GT(warp_instructions(whole), 10 * 20000);
  EXPECT_NEAR(warp_instructions(cut) / warp_instructions(whole), 1, 0.1);
  EXPECT_NEAR(count_of(text, cut, "shr").lanes / count_of(text, whole, "shr").lanes, 1, 0.1);
  EXPECT_EQ(count_of(text, cut, "st.global").warps, 8);
}

// `n` rounds that each load, with a branch on what was loaded, which keeps the loop from being
// skipped ahead; then a store.
std::string uneven_loop(int64_t stride, const std::string& in_round, const std::string& behind) {
  return kernel_text({"u64 a", "u32 n"}, R"(
ld.param.u64 %rd1, [a];
ld.param.u32 %r1, [n];
mov.u32 %r2, %tid.x;
mul.wide.u32 %rd2, %r2, 4;
add.s64 %rd3, %rd1, %rd2;
mov.u32 %r3, 0;
$loop:
ld.global.f32 %f1, [%rd3];
setp.lt.f32 %p1, %f1, 0f3FC00000;
@%p1 bra $skip;
mul.f32 %f3, %f3, %f1;
$skip:
)" + in_round + "\nadd.s64 %rd3, %rd3, " + std::to_string(stride) +
                                             R"(;
add.s32 %r3, %r3, 1;
setp.lt.s32 %p2, %r3, %r1;
@%p2 bra $loop;
)" + behind + R"(
st.global.f32 [%rd3], %f3;
ret;)");
}

ExecResult run_rounds(const std::string& text, int64_t threads, int64_t n, int64_t budget) {
  return run(text,
             launch_of({1, 1, 1}, {threads, 1, 1},
                       {buffer("a", "float", threads * (n + 1)), integer("n", n)}),
             budget_of(budget));
}

// 4,000 rounds of about 8 instructions do not fit into a budget of 4,000. By hand: every round
// adds once, and half of the lanes multiply.
TEST(exec_ending, a_loop_goes_on_as_it_began) {
  const int64_t n = 4000;
  const std::string text = uneven_loop(128, "add.f32 %f2, %f2, %f1;", "");
  const ExecResult result = run_rounds(text, 32, n, 4000);
  EXPECT_TRUE(result.estimated);
  EXPECT_NEAR(count_of(text, result, "add.f32").lanes, 32.0 * n, 32.0);
  EXPECT_NEAR(count_of(text, result, "mul.f32").lanes, 16.0 * n, 0.05 * 16 * n);
  ASSERT_FALSE(result.notes.empty());
  EXPECT_NE(result.notes.back().find("cut off by the budget"), std::string::npos);
}

// Every round has a barrier: the warps go on together, and none is said to wait in vain.
TEST(exec_ending, barriers_in_loops_that_are_left_early_are_no_fault) {
  const int64_t n = 3000;
  const std::string text = uneven_loop(512, "bar.sync 0;", "bar.sync 0;");
  const ExecResult result = run_rounds(text, 128, n, 8000);
  EXPECT_NEAR(count_of(text, result, "ld.global").warps, 4.0 * n, 40);
  EXPECT_NEAR(count_of(text, result, "bar").warps, 4.0 * n, 40);
  EXPECT_EQ(count_of(text, result, "st.global").warps, 4);
  EXPECT_FALSE(result.barrier_use.divergent);
  EXPECT_FALSE(result.barrier_use.after_exit);
  EXPECT_EQ(result.out_of_range, 0);
}

}  // namespace
}  // namespace kcast::exec
