// Blocks that work together: counters that they share, barriers of the grid, buffers that
// they write in place.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "analyze/exec/test_util.h"

namespace kcast::exec {
namespace {

using exec::buffer;
using exec::count_of;
using exec::integer;
using exec::kernel_text;
using exec::launch_of;
using exec::run;

constexpr char kCounter[] = ".global .u32 counter;\n.global .u32 flag;\n";

// Addresses of the n-th site, one for each interpreted block.
std::set<uint64_t> addresses_of(const ExecResult& result, AccessKind kind) {
  std::set<uint64_t> out;
  for (const BlockTrace& trace : result.traces.blocks) {
    for (const Access& access : trace.accesses)
      if (result.traces.sites[access.site].kind == kind) out.insert(access.base);
  }
  return out;
}

// Every thread draws elements until none is left.
TEST(exec_blocks, blocks_and_warps_share_a_queue) {
  const std::string text = kernel_text({"u64 a", "u32 n"}, R"(
ld.param.u64 %rd1, [a];
ld.param.u32 %r1, [n];
$next:
atom.global.add.u32 %r2, [counter], 1;
setp.ge.u32 %p1, %r2, %r1;
@%p1 bra $end;
mul.wide.u32 %rd2, %r2, 4;
add.s64 %rd3, %rd1, %rd2;
ld.global.f32 %f1, [%rd3];
bra $next;
$end:
ret;)",
                                       kCounter);
  const int64_t n = 50 * 64 * 7;
  const ExecResult result =
      run(text, launch_of({50, 1, 1}, {64, 1, 1}, {buffer("a", "float", n), integer("n", n)}));
  EXPECT_EQ(count_of(text, result, "ld.global").lanes, static_cast<double>(n));
  EXPECT_TRUE(result.unknown.empty());
  EXPECT_EQ(result.out_of_range, 0);
  // Seven rounds and one more that finds nothing.
  for (const BlockSummary& block : result.blocks)
    EXPECT_LT(block.longest_warp, 9 * 7);
}

// Of all blocks the one that draws the last number goes on, once.
TEST(exec_blocks, the_block_that_finishes_last_works_once) {
  for (const char* draw :
       {"atom.global.add.u32 %r2, [counter], 1;\n", "atom.global.inc.u32 %r2, [counter], 100;\n"}) {
    const std::string text =
        kernel_text({"u64 a"}, std::string("ld.param.u64 %rd1, [a];\n") + draw + R"(
setp.ne.u32 %p1, %r2, 99;
@%p1 bra $end;
mov.u32 %r3, 0;
$next:
ld.global.f32 %f1, [%rd1];
add.s32 %r3, %r3, 1;
setp.lt.u32 %p2, %r3, 500;
@%p2 bra $next;
$end:
ret;)",
                    kCounter);
    const ExecResult result =
        run(text, launch_of({100, 1, 1}, {1, 1, 1}, {buffer("a", "float", 1)}));
    EXPECT_EQ(count_of(text, result, "ld.global").warps, 500) << draw;
    // That block is the longest: its loop runs 500 times.
    EXPECT_EQ(*std::max_element(result.longest_block.begin(), result.longest_block.end()), 500)
        << draw;
  }
}

// The number that a block draws stands for its index.
TEST(exec_blocks, a_ticket_differs_from_block_to_block) {
  const std::string text = kernel_text({"u64 a"}, R"(
ld.param.u64 %rd1, [a];
atom.global.add.u32 %r2, [counter], 1;
mul.wide.u32 %rd2, %r2, 512;
add.s64 %rd3, %rd1, %rd2;
st.global.u32 [%rd3], %r2;
ret;)",
                                       kCounter);
  const ExecResult result =
      run(text, launch_of({100, 1, 1}, {1, 1, 1}, {buffer("a", "int", 100 * 128)}));
  EXPECT_EQ(addresses_of(result, AccessKind::Store).size(), result.traces.blocks.size());
  EXPECT_EQ(result.out_of_range, 0);
  // In which order blocks come is not known all the same.
  EXPECT_EQ(result.unknown.size(), 1U);
}

// Two warps append what they keep: a block's part lies behind those of the blocks before.
TEST(exec_blocks, appended_parts_do_not_overlap) {
  const std::string text = kernel_text({"u64 a"}, R"(
ld.param.u64 %rd1, [a];
atom.global.add.u32 %r2, [counter], 2;
mul.wide.u32 %rd2, %r2, 4;
add.s64 %rd3, %rd1, %rd2;
st.global.u32 [%rd3], %r2;
ret;)",
                                       kCounter);
  const ExecResult result =
      run(text, launch_of({100, 1, 1}, {64, 1, 1}, {buffer("a", "int", 100 * 128)}));
  EXPECT_EQ(addresses_of(result, AccessKind::Store).size(), 2 * result.traces.blocks.size());
  EXPECT_EQ(result.out_of_range, 0);
}

TEST(exec_blocks, one_block_finds_that_all_others_are_done) {
  const std::string text = kernel_text({"u64 a"}, R"(
ld.param.u64 %rd1, [a];
mov.u32 %r1, %nctaid.x;
sub.u32 %r1, %r1, 1;
atom.global.add.u32 %r2, [counter], 1;
setp.ne.u32 %p1, %r2, %r1;
@%p1 bra $end;
st.global.u32 [%rd1], %r2;
$end:
ret;)",
                                       kCounter);
  const ExecResult result = run(text, launch_of({1000, 1, 1}, {1, 1, 1}, {buffer("a", "int", 4)}));
  EXPECT_EQ(count_of(text, result, "st.global").warps, 1);
}

// A counter of its own for every block is nobody else's.
TEST(exec_blocks, a_counter_per_block_is_not_shared) {
  const std::string text = kernel_text({"u64 a"}, R"(
ld.param.u64 %rd1, [a];
mov.u32 %r1, %ctaid.x;
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd3, %rd1, %rd2;
atom.global.add.u32 %r2, [%rd3], 1;
setp.ne.u32 %p1, %r2, 0;
@%p1 bra $end;
add.f32 %f1, %f1, %f1;
$end:
ret;)");
  const ExecResult result =
      run(text, launch_of({100, 1, 1}, {1, 1, 1}, {buffer("a", "int", 100, {FillKind::Zero})}));
  EXPECT_EQ(count_of(text, result, "add.f32").warps, 100);
}

constexpr char kBarrier[] = R"(
atom.global.add.u32 %r2, [counter], 1;
$wait:
ld.volatile.global.u32 %r3, [flag];
and.b32 %r4, %r3, 255;
setp.eq.u32 %p1, %r4, 0;
@%p1 bra $wait;
)";

TEST(exec_blocks, a_barrier_of_the_grid_leaves_nothing_unknown) {
  const std::string text = kernel_text({"u64 a"}, std::string(kBarrier) + R"(
ld.param.u64 %rd1, [a];
st.global.u32 [flag], 1;
st.global.u32 [%rd1], 1;
ret;)",
                                       kCounter);
  const ExecResult result = run(text, launch_of({100, 1, 1}, {1, 1, 1}, {buffer("a", "int", 4)}));
  EXPECT_TRUE(result.unknown.empty());
  EXPECT_EQ(count_of(text, result, "st.global", 1).warps, 100);
}

TEST(exec_blocks, what_a_flag_says_is_unknown_where_it_is_used) {
  const std::string text = kernel_text({"u64 a"}, std::string(kBarrier) + R"(
ld.param.u64 %rd1, [a];
setp.eq.u32 %p2, %r4, 1;
@%p2 bra $end;
st.global.u32 [%rd1], 1;
$end:
ret;)",
                                       kCounter);
  const ExecResult result = run(text, launch_of({100, 1, 1}, {1, 1, 1}, {buffer("a", "int", 4)}));
  ASSERT_EQ(result.unknown.size(), 1U);
  EXPECT_EQ(result.unknown[0].cause, "a flag that other threads set");
}

// Threads of several blocks lie in turns; each updates the element at `offset` from its own.
ExecResult run_in_place(int offset) {
  const std::string text = kernel_text({"u64 a"}, R"(
ld.param.u64 %rd1, [a];
mov.u32 %r1, %ctaid.x;
mov.u32 %r2, %tid.x;
mad.lo.u32 %r3, %r2, 100, %r1;
mul.wide.u32 %rd2, %r3, 4;
add.s64 %rd3, %rd1, %rd2;
ld.global.u32 %r4, [%rd3+)" + std::to_string(offset) +
                                                      R"(];
setp.eq.u32 %p1, %r4, 7;
@%p1 bra $end;
st.global.u32 [%rd3], %r4;
$end:
ret;)");
  return run(text, launch_of({100, 1, 1}, {32, 1, 1}, {buffer("a", "int", 100 * 33)}));
}

TEST(exec_blocks, elements_of_its_own_depend_on_no_other_block) {
  EXPECT_TRUE(run_in_place(0).unknown.empty());
  EXPECT_EQ(run_in_place(4).unknown.size(), 1U);
}

// The work ends early in a grid that is much too large: 15 whole blocks and a part of one.
TEST(exec_blocks, a_tail_of_idle_blocks_is_found) {
  const std::string text = kernel_text({"u64 a", "u32 n"}, R"(
ld.param.u64 %rd1, [a];
ld.param.u32 %r1, [n];
mov.u32 %r2, %ctaid.x;
mov.u32 %r3, %ntid.x;
mov.u32 %r4, %tid.x;
mad.lo.s32 %r5, %r2, %r3, %r4;
setp.ge.s32 %p1, %r5, %r1;
@%p1 bra $end;
mul.wide.u32 %rd2, %r5, 4;
add.s64 %rd3, %rd1, %rd2;
ld.global.f32 %f1, [%rd3];
add.f32 %f2, %f1, %f1;
st.global.f32 [%rd3], %f2;
$end:
ret;)");
  const ExecResult result = run(
      text, launch_of({2714, 1, 1}, {256, 1, 1}, {buffer("a", "float", 3877), integer("n", 3877)}));
  EXPECT_EQ(count_of(text, result, "st.global").lanes, 3877);
}

// Blocks below a diagonal work: a border that moves from row to row is not one for all.
TEST(exec_blocks, a_diagonal_is_no_border) {
  const std::string text = kernel_text({"u64 a"}, R"(
ld.param.u64 %rd1, [a];
mov.u32 %r1, %ctaid.x;
mov.u32 %r2, %ctaid.y;
setp.gt.s32 %p1, %r1, %r2;
@%p1 bra $end;
mad.lo.s32 %r3, %r2, 200, %r1;
mul.wide.u32 %rd2, %r3, 4;
add.s64 %rd3, %rd1, %rd2;
st.global.u32 [%rd3], %r1;
$end:
ret;)");
  const ExecResult result =
      run(text, launch_of({200, 200, 1}, {32, 1, 1}, {buffer("a", "int", 40000)}));
  const double expected = 32.0 * 200 * 201 / 2;
  EXPECT_NEAR(count_of(text, result, "st.global").lanes / expected, 1, 0.05);
}

}  // namespace
}  // namespace kcast::exec
