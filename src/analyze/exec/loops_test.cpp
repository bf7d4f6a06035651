// Fast-forward: the same counts and the same requests as stepping through.
#include <gtest/gtest.h>

#include "analyze/exec/test_util.h"
#include "base/rng.h"

namespace kcast::exec {
namespace {

using exec::buffer;
using exec::count_of;
using exec::integer;
using exec::kernel_text;
using exec::launch_of;
using exec::run;

std::string long_loop() {
  return kernel_text({"u64 a", "u32 n"}, R"(
ld.param.u64 %rd1, [a];
ld.param.u32 %r1, [n];
mov.u32 %r2, %tid.x;
mul.wide.u32 %rd2, %r2, 4;
add.s64 %rd3, %rd1, %rd2;
mov.u32 %r3, 0;
$loop:
ld.global.f32 %f1, [%rd3];
add.f32 %f2, %f2, %f1;
add.s64 %rd3, %rd3, 128;
add.s32 %r3, %r3, 1;
setp.lt.s32 %p1, %r3, %r1;
@%p1 bra $loop;
st.global.f32 [%rd3], %f2;
ret;)");
}

TEST(exec_loops, a_million_iterations_are_skipped_and_counted) {
  const int64_t n = 1000000;
  const ExecResult result =
      run(long_loop(),
          launch_of({1, 1, 1}, {32, 1, 1}, {buffer("a", "float", 32 * (n + 1)), integer("n", n)}));
  EXPECT_EQ(count_of(long_loop(), result, "add.f32").warps, static_cast<double>(n));
  EXPECT_EQ(count_of(long_loop(), result, "add.f32").lanes, static_cast<double>(32 * n));
  EXPECT_LT(result.interpreted, 200);
  EXPECT_GT(result.fast_forwarded, 6.0 * 999000);
  EXPECT_EQ(result.out_of_range, 0);
  // The requests are the whole array in order, and the store is where the loop ended.
  uint64_t requests = 0;
  uint64_t last = 0;
  const uint64_t base = result.traces.extents[0].base;
  for (const Access& access : result.traces.blocks[0].accesses) {
    requests += access.repeat;
    if (result.traces.sites[access.site].kind == AccessKind::Store) last = access.base;
  }
  EXPECT_EQ(requests, static_cast<uint64_t>(n) + 1);
  EXPECT_EQ(last, base + 128 * static_cast<uint64_t>(n));
  EXPECT_LT(result.traces.blocks[0].accesses.size(), 20U);
}

TEST(exec_loops, leaving_the_buffer_is_counted_exactly) {
  // 5000 iterations over room for 4000: the last 1000 requests are outside.
  const ExecResult result =
      run(long_loop(), launch_of({1, 1, 1}, {32, 1, 1},
                                 {buffer("a", "float", int64_t{32} * 4000), integer("n", 5000)}));
  EXPECT_EQ(result.out_of_range, 32.0 * 1001);
}

TEST(exec_loops, lanes_that_leave_one_by_one_are_followed) {
  // Lane t runs t * 100 + 1 iterations.
  const std::string text = kernel_text({}, R"(
mov.u32 %r1, %tid.x;
mul.lo.s32 %r2, %r1, 100;
mov.u32 %r3, 0;
$loop:
xor.b32 %r4, %r3, 1;
add.s32 %r3, %r3, 1;
setp.le.s32 %p1, %r3, %r2;
@%p1 bra $loop;
ret;)");
  const ExecResult result = run(text, launch_of({1, 1, 1}, {32, 1, 1}, {}));
  EXPECT_EQ(count_of(text, result, "xor").warps, 3101);
  EXPECT_EQ(count_of(text, result, "xor").lanes, 100 * (31 * 32 / 2) + 32);
  EXPECT_LT(result.interpreted, 1500);
}

TEST(exec_loops, a_barrier_in_the_loop_does_not_stop_it) {
  const std::string text = kernel_text({}, R"(
mov.u32 %r3, 0;
$loop:
bar.sync 0;
add.s32 %r3, %r3, 1;
bar.sync 0;
setp.lt.s32 %p1, %r3, 5000;
@%p1 bra $loop;
ret;)");
  const ExecResult result = run(text, launch_of({1, 1, 1}, {256, 1, 1}, {}));
  EXPECT_EQ(result.barriers, 8.0 * 2 * 5000);
  EXPECT_LT(result.interpreted, 3000);
  EXPECT_FALSE(result.estimated);
}

// A random loop nest: bounds, strides, triangular and masked variants, an access per
// level and a branch inside.
struct Nest {
  std::string text;
  Launch launch;
};

// `growing`: inner loops may take one round more in each round of the one around them.
Nest random_nest(Rng& rng, bool growing) {
  const int depth = 1 + static_cast<int>(rng.below(3));
  std::string body = R"(
ld.param.u64 %rd1, [a];
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
mul.wide.u32 %rd2, %r1, 4;
mov.u32 %r60, 0;
mov.u64 %rd40, 0;
mov.u32 %r61, %r1;
)";
  const auto r = [](int level, int k) { return "%r" + std::to_string(10 + 10 * level + k); };
  const auto label = [](int level) { return "$loop" + std::to_string(level); };
  std::string tail;
  for (int level = 0; level < depth; ++level) {
    const int64_t trips = rng.between(1, level == 0 ? 60 : 25);
    const bool triangular = level > 0 && rng.chance(0.25) && growing;
    const bool per_lane = rng.chance(0.2);
    const int64_t step = rng.between(1, 3);
    body += "mov.u32 " + r(level, 0) + ", 0;\n";
    body += "mov.u32 " + r(level, 1) + ", " + std::to_string(trips * step) + ";\n";
    if (triangular) body += "add.s32 " + r(level, 1) + ", " + r(level - 1, 0) + ", 1;\n";
    if (per_lane) {
      body += "and.b32 " + r(level, 2) + ", %r1, 3;\n";
      body += "add.s32 " + r(level, 1) + ", " + r(level, 1) + ", " + r(level, 2) + ";\n";
    }
    body += label(level) + ":\n";
    // An address that follows all counters so far.
    body += "mul.lo.s32 " + r(level, 3) + ", " + r(level, 0) + ", " +
            std::to_string(rng.between(-2, 5)) + ";\n";
    for (int outer = 0; outer < level; ++outer) {
      body += "mad.lo.s32 " + r(level, 3) + ", " + r(outer, 0) + ", " +
              std::to_string(rng.between(0, 40)) + ", " + r(level, 3) + ";\n";
    }
    if (rng.chance(0.2))
      body += "mad.lo.s32 " + r(level, 3) + ", " + r(level, 0) + ", %r1, " + r(level, 3) + ";\n";
    if (rng.chance(0.25)) body += "and.b32 " + r(level, 3) + ", " + r(level, 3) + ", 63;\n";
    if (rng.chance(0.25)) body += "or.b32 " + r(level, 3) + ", " + r(level, 3) + ", 1;\n";
    if (rng.chance(0.25)) body += "shr.s32 " + r(level, 3) + ", " + r(level, 3) + ", 1;\n";
    if (rng.chance(0.25)) body += "min.s32 " + r(level, 3) + ", " + r(level, 3) + ", 50;\n";
    body += "mul.wide.s32 %rd5, " + r(level, 3) +
            ", 4;\nadd.s64 %rd6, %rd1, %rd5;\n"
            "add.s64 %rd7, %rd6, %rd2;\nld.global.f32 %f1, [%rd7+4096];\n";
    if (rng.chance(0.3)) {
      const std::string skip = "$skip" + std::to_string(level);
      body += "setp.gt.s32 %p" + std::to_string(4 + level) + ", " + r(level, 0) + ", " +
              std::to_string(rng.between(0, 30)) + ";\n@%p" + std::to_string(4 + level) + " bra " +
              skip + ";\nst.global.f32 [%rd7+4096], %f1;\n" + skip + ":\n";
    }
    if (rng.chance(0.3))
      body += "setp.lt.s32 %p8, " + r(level, 0) + ", %r1;\n@%p8 ld.global.f32 %f2, [%rd1+8];\n";
    tail = "add.s32 " + r(level, 0) + ", " + r(level, 0) + ", " + std::to_string(step) +
           ";\nsetp.lt.s32 %p" + std::to_string(level) + ", " + r(level, 0) + ", " + r(level, 1) +
           ";\n@%p" + std::to_string(level) + " bra " + label(level) + ";\n" + tail;
  }
  Nest nest;
  nest.text = kernel_text({"u64 a"}, body + tail + "ret;");
  nest.launch = launch_of({3, 1, 1}, {40, 1, 1}, {buffer("a", "float", 1 << 16)});
  return nest;
}

ExecOptions unlimited() {
  ExecOptions options;
  options.budget = int64_t{1} << 40;
  options.block_budget = int64_t{1} << 40;
  return options;
}

TEST(exec_loops, random_nests_agree_with_stepping) {
  Rng rng(2024);
  double skipped = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Nest nest = random_nest(rng, true);
    ExecOptions options = unlimited();
    options.trace_accesses = int64_t{1} << 40;
    const ExecResult fast = run(nest.text, nest.launch, options);
    options.fast_forward = false;
    const ExecResult slow = run(nest.text, nest.launch, options);
    skipped += fast.fast_forwarded;
    EXPECT_EQ(slow.fast_forwarded, 0);
    ASSERT_EQ(fast.counts.size(), slow.counts.size());
    for (size_t i = 0; i < fast.counts.size(); ++i) {
      ASSERT_EQ(fast.counts[i].warps, slow.counts[i].warps) << trial << "\n" << nest.text;
      ASSERT_EQ(fast.counts[i].lanes, slow.counts[i].lanes) << trial << "\n" << nest.text;
    }
    ASSERT_EQ(fast.branches, slow.branches);
    ASSERT_EQ(fast.divergent_branches, slow.divergent_branches);
    ASSERT_EQ(fast.out_of_range, slow.out_of_range);
    ASSERT_EQ(fast.traces.blocks.size(), slow.traces.blocks.size());
    for (size_t b = 0; b < fast.traces.blocks.size(); ++b) {
      ASSERT_TRUE(fast.traces.blocks[b].complete);
      ASSERT_EQ(fast.traces.blocks[b].duration, slow.traces.blocks[b].duration);
      ASSERT_TRUE(expanded(fast, b) == expanded(slow, b)) << trial << "\n" << nest.text;
    }
  }
  EXPECT_GT(skipped, 20000);
}

// A quarter of what stepping takes is enough to come within a tenth, where rounds do not grow.
TEST(exec_loops, random_nests_that_are_cut_off_count_nearly_the_same) {
  Rng rng(2025);
  int cut = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Nest nest = random_nest(rng, false);
    ExecOptions options = unlimited();
    options.fast_forward = false;
    const ExecResult whole = run(nest.text, nest.launch, options);
    const double instructions = warp_instructions(whole);
    if (instructions < 20000) continue;
    options.block_budget = static_cast<int64_t>(instructions / 3 / 4);
    const ExecResult part = run(nest.text, nest.launch, options);
    cut += part.estimated ? 1 : 0;
    EXPECT_NEAR(warp_instructions(part) / instructions, 1, 0.1) << trial << "\n" << nest.text;
  }
  EXPECT_GT(cut, 10);
}

TEST(exec_loops, long_loops_over_scattered_addresses_keep_exact_counts) {
  // A linear congruential generator picks the addresses: only the counts can be skipped.
  const std::string text = kernel_text({"u64 a"}, R"(
ld.param.u64 %rd1, [a];
mov.u32 %r1, %tid.x;
mov.u32 %r2, 0;
$loop:
mad.lo.s32 %r1, %r1, 1664525, 1013904223;
shr.u32 %r3, %r1, 20;
mul.wide.u32 %rd2, %r3, 4;
add.s64 %rd3, %rd1, %rd2;
ld.global.f32 %f1, [%rd3];
add.s32 %r2, %r2, 1;
setp.lt.s32 %p1, %r2, 300000;
@%p1 bra $loop;
ret;)");
  const ExecResult result =
      run(text, launch_of({8, 1, 1}, {256, 1, 1}, {buffer("a", "float", 4096)}));
  EXPECT_EQ(count_of(text, result, "ld.global").warps, 64.0 * 300000);
  EXPECT_TRUE(result.blocks[0].complete);
  EXPECT_FALSE(result.traces.blocks[0].complete);
  EXPECT_FALSE(result.estimated);
  EXPECT_FALSE(result.notes.empty());
}

TEST(exec_loops, a_loop_that_data_decides_is_cut_off_and_said) {
  const std::string text = kernel_text({}, R"(
mov.u32 %r1, %tid.x;
$loop:
mad.lo.s32 %r1, %r1, 1664525, 1013904223;
shr.u32 %r3, %r1, 4;
setp.ne.u32 %p1, %r3, 0;
@%p1 bra $loop;
ret;)");
  const ExecResult result = run(text, launch_of({1, 1, 1}, {32, 1, 1}, {}));
  EXPECT_FALSE(result.blocks[0].complete);
  EXPECT_TRUE(result.estimated);
  EXPECT_LT(result.interpreted, 210000);
}

TEST(exec_loops, a_wrapping_counter_ends_where_the_hardware_would) {
  // An unsigned counter near the top counts up by 3 until it wraps to zero.
  const std::string text = kernel_text({}, R"(
mov.u32 %r1, 4294966000;
$loop:
xor.b32 %r2, %r1, 1;
add.s32 %r1, %r1, 3;
setp.gt.u32 %p1, %r1, 100;
@%p1 bra $loop;
ret;)");
  const ExecResult result = run(text, launch_of({1, 1, 1}, {32, 1, 1}, {}));
  // 1296 below 2^32: 432 steps of 3 reach it exactly.
  EXPECT_EQ(count_of(text, result, "xor").warps, 432);
}

// Waits until the clock is `cycles` later than at the start.
std::string waiting(const std::string& clock, int64_t cycles) {
  return kernel_text({"u64 a"}, "mov.u64 %rd1, %" + clock + R"(;
$loop:
mov.u64 %rd2, %)" + clock + R"(;
sub.s64 %rd3, %rd2, %rd1;
setp.lt.u64 %p1, %rd3, )" + std::to_string(cycles) +
                                    R"(;
@%p1 bra $loop;
ret;)");
}

TEST(exec_loops, what_waits_for_the_clock_takes_as_long) {
  const Launch launch = launch_of({1, 1, 1}, {64, 1, 1}, {buffer("a", "float", 32)});
  for (const int64_t cycles : {1000, 100000000}) {
    const ExecResult result = run(waiting("clock64", cycles), launch);
    EXPECT_GE(result.waited_cycles, static_cast<double>(cycles));
    EXPECT_LE(result.waited_cycles, 1.03 * static_cast<double>(cycles) + 100);
    EXPECT_TRUE(result.unknown.empty());
    EXPECT_LT(result.interpreted, 20000);
  }
  ExecOptions options;
  options.clock_mhz = 2000;
  const ExecResult result = run(waiting("globaltimer", 1000000), launch, options);
  EXPECT_NEAR(result.waited_cycles, 2000000, 60000);
}

TEST(exec_loops, an_endless_loop_is_left_and_said) {
  const std::string text = kernel_text({}, R"(
mov.u32 %r1, 0;
$loop:
add.s32 %r1, %r1, 0;
setp.lt.s32 %p1, %r1, 10;
@%p1 bra $loop;
ret;)");
  const ExecResult result = run(text, launch_of({1, 1, 1}, {32, 1, 1}, {}));
  EXPECT_TRUE(result.estimated);
  EXPECT_FALSE(result.notes.empty());
}

// Blocks on and below the diagonal of 100 x 100 work: 5,050 of them.
TEST(exec_loops, blocks_that_leave_at_once_are_counted_exactly) {
  const std::string text = kernel_text({"u64 a"}, R"(
ld.param.u64 %rd1, [a];
mov.u32 %r1, %ctaid.x;
mov.u32 %r2, %ctaid.y;
setp.gt.u32 %p1, %r1, %r2;
@%p1 bra $end;
mov.u32 %r3, 0;
$loop:
add.f32 %f1, %f1, %f1;
xor.b32 %r4, %r3, 1;
add.s32 %r3, %r3, 1;
setp.lt.s32 %p2, %r3, 100;
@%p2 bra $loop;
st.global.f32 [%rd1], %f1;
$end:
ret;)");
  const ExecResult result =
      run(text, launch_of({100, 100, 1}, {64, 1, 1}, {buffer("a", "float", 64)}));
  EXPECT_NEAR(count_of(text, result, "st.global").lanes, 5050.0 * 64, 1e-3);
  EXPECT_NEAR(count_of(text, result, "add.f32").warps, 5050.0 * 2 * 100, 1e-3);
}

// Too short to be worth skipping: the first block finds out, and all record the same runs.
TEST(exec_loops, all_blocks_cut_a_loop_into_the_same_runs) {
  const ExecResult result =
      run(long_loop(),
          launch_of({50, 1, 1}, {128, 1, 1}, {buffer("a", "float", 4096), integer("n", 6)}));
  ASSERT_GT(result.traces.blocks.size(), 4U);
  const auto runs = [&](size_t block) {
    std::vector<std::pair<uint32_t, uint32_t>> out;
    for (const Access& access : result.traces.blocks[block].accesses)
      out.emplace_back(access.warp, access.repeat);
    return out;
  };
  for (size_t i = 1; i < result.traces.blocks.size(); ++i)
    EXPECT_EQ(runs(i), runs(0));
}

}  // namespace
}  // namespace kcast::exec
