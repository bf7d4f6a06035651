// Whole kernels with counts that were worked out by hand or by a direct C++ loop.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>

#include "analyze/exec/test_util.h"
#include "schema/fill.h"

namespace kcast::exec {
namespace {

using exec::buffer;
using exec::count_of;
using exec::integer;
using exec::kernel_text;
using exec::launch_of;
using exec::run;
using exec::try_run;
using exec::warp_instructions;

// %r1 = blockIdx.x * blockDim.x + threadIdx.x
const std::string kIndex =
    "mov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\nmov.u32 %r4, %tid.x;\n"
    "mad.lo.s32 %r1, %r2, %r3, %r4;\n";

std::string saxpy() {
  return kernel_text({"u32 n", "f32 s", "u64 x", "u64 y"}, kIndex + R"(
ld.param.u32 %r5, [n];
setp.ge.s32 %p1, %r1, %r5;
@%p1 bra $done;
ld.param.u64 %rd1, [x];
ld.param.u64 %rd2, [y];
mul.wide.s32 %rd3, %r1, 4;
add.s64 %rd4, %rd1, %rd3;
add.s64 %rd5, %rd2, %rd3;
ld.global.f32 %f1, [%rd4];
ld.global.f32 %f2, [%rd5];
ld.param.f32 %f3, [s];
fma.rn.f32 %f4, %f1, %f3, %f2;
st.global.f32 [%rd5], %f4;
$done:
ret;)");
}

TEST(exec_kernels, counts_saxpy_with_a_partial_last_block) {
  // 1000 blocks of 256 threads; the last block has 100 elements: three whole warps and
  // one of 4 lanes, and four that leave at once.
  const int64_t n = 999 * 256 + 100;
  LaunchArgument s;
  s.name = "s";
  s.element_type = "float";
  s.real = 2.0;
  const Launch launch =
      launch_of({1000, 1, 1}, {256, 1, 1},
                {integer("n", n), s, buffer("x", "float", n), buffer("y", "float", n)});
  const ExecResult result = run(saxpy(), launch);
  const InstructionCount fma = count_of(saxpy(), result, "fma");
  EXPECT_EQ(fma.warps, 999 * 8 + 4);
  EXPECT_EQ(fma.lanes, static_cast<double>(n));
  const InstructionCount branch = count_of(saxpy(), result, "bra");
  EXPECT_EQ(branch.warps, 8000);
  EXPECT_EQ(branch.lanes, 1000.0 * 256 - static_cast<double>(n));
  EXPECT_EQ(result.branches, 8000);
  EXPECT_EQ(result.divergent_branches, 1);
  // Seven instructions, the body of ten, and ret, which the divergent warp issues twice.
  EXPECT_EQ(warp_instructions(result), 8000 * 7 + (999 * 8 + 4) * 10 + 8001);
  EXPECT_FALSE(result.estimated);
  EXPECT_EQ(result.out_of_range, 0);
  // Requests: every site is one, at stride 4 from the start of its buffer.
  const BlockTrace& block = result.traces.blocks[0];
  ASSERT_EQ(block.accesses.size(), 8U * 3);
  const Access& first = block.accesses[0];
  EXPECT_EQ(result.traces.sites[first.site].buffer, 2);
  EXPECT_EQ(first.base - result.traces.extents[0].base,
            static_cast<uint64_t>(block.block[0]) * 1024);
  const Pattern& pattern = result.traces.patterns[first.pattern];
  ASSERT_EQ(pattern.offsets.size(), 32U);
  EXPECT_EQ(pattern.offsets[31], 124);
  double weight = 0;
  for (const double w : result.traces.weights)
    weight += w;
  EXPECT_NEAR(weight, 1000, 1e-9);
}

TEST(exec_kernels, counts_both_sides_of_a_divergent_branch) {
  const std::string text = kernel_text({"u64 a"}, R"(
mov.u32 %r1, %tid.x;
and.b32 %r2, %r1, 1;
setp.eq.s32 %p1, %r2, 0;
@%p1 bra $even;
mul.lo.s32 %r3, %r1, 3;
mul.lo.s32 %r4, %r1, 5;
bra.uni $join;
$even:
sub.s32 %r5, %r1, 7;
$join:
xor.b32 %r6, %r1, 1;
ret;)");
  const ExecResult result = run(text, launch_of({4, 1, 1}, {64, 1, 1}, {buffer("a", "float", 16)}));
  EXPECT_EQ(count_of(text, result, "mul").warps, 8);
  EXPECT_EQ(count_of(text, result, "mul").lanes, 4 * 32);
  EXPECT_EQ(count_of(text, result, "sub").warps, 8);
  EXPECT_EQ(count_of(text, result, "sub").lanes, 4 * 32);
  EXPECT_EQ(count_of(text, result, "xor").warps, 8);
  EXPECT_EQ(count_of(text, result, "xor").lanes, 4 * 64);
  EXPECT_EQ(result.divergent_branches, 8);
}

TEST(exec_kernels, counts_lanes_under_guards_one_by_one) {
  const std::string text = kernel_text({}, R"(
mov.u32 %r1, %tid.x;
setp.lt.u32 %p1, %r1, 5;
@%p1 add.s32 %r2, %r1, 1;
@!%p1 sub.s32 %r3, %r1, 1;
@%p1 exit;
neg.s32 %r4, %r1;
ret;)");
  const ExecResult result = run(text, launch_of({1, 1, 1}, {48, 1, 1}, {}));
  EXPECT_EQ(count_of(text, result, "add").warps, 2);
  EXPECT_EQ(count_of(text, result, "add").lanes, 5);
  EXPECT_EQ(count_of(text, result, "sub").lanes, 43);
  EXPECT_EQ(count_of(text, result, "neg").warps, 2);
  EXPECT_EQ(count_of(text, result, "neg").lanes, 43);
}

TEST(exec_kernels, two_dimensional_tails_have_their_own_weights) {
  // 100 x 70 blocks of 16 x 16 threads over 1590 x 1115 elements.
  const std::string text = kernel_text({"u32 w", "u32 h"}, R"(
mov.u32 %r1, %ctaid.x;
mov.u32 %r2, %tid.x;
mad.lo.s32 %r3, %r1, 16, %r2;
mov.u32 %r4, %ctaid.y;
mov.u32 %r5, %tid.y;
mad.lo.s32 %r6, %r4, 16, %r5;
ld.param.u32 %r7, [w];
ld.param.u32 %r8, [h];
setp.ge.s32 %p1, %r3, %r7;
setp.ge.s32 %p2, %r6, %r8;
or.pred %p3, %p1, %p2;
@%p3 bra $done;
add.f32 %f1, %f1, %f2;
$done:
ret;)");
  const ExecResult result =
      run(text, launch_of({100, 70, 1}, {16, 16, 1}, {integer("w", 1590), integer("h", 1115)}));
  EXPECT_EQ(count_of(text, result, "add.f32").lanes, 1590.0 * 1115.0);
  // Warps hold two rows of 16: the last row of blocks has 11 rows, so 6 warps of 8.
  EXPECT_EQ(count_of(text, result, "add.f32").warps, 100.0 * (69 * 8 + 6));
  EXPECT_TRUE(result.counts_uniform);
}

TEST(exec_kernels, reduces_with_shuffles_and_a_tree_in_shared_memory) {
  // The number of elements that pass a test decides a loop, through shared memory: the
  // value must come out right for the count of the last loop to be right.
  const std::string text = kernel_text({}, R"(
.shared .align 4 .b8 part[128];
mov.u32 %r1, %tid.x;
mov.u32 %r10, %r1;
shfl.sync.down.b32 %r11|%p5, %r10, 16, 31, -1;
add.s32 %r10, %r10, %r11;
shfl.sync.down.b32 %r11|%p5, %r10, 8, 31, -1;
add.s32 %r10, %r10, %r11;
shfl.sync.down.b32 %r11|%p5, %r10, 4, 31, -1;
add.s32 %r10, %r10, %r11;
shfl.sync.down.b32 %r11|%p5, %r10, 2, 31, -1;
add.s32 %r10, %r10, %r11;
shfl.sync.down.b32 %r11|%p5, %r10, 1, 31, -1;
add.s32 %r10, %r10, %r11;
and.b32 %r12, %r1, 31;
setp.ne.s32 %p1, %r12, 0;
@%p1 bra $wait;
shr.u32 %r13, %r1, 5;
shl.b32 %r14, %r13, 2;
mov.u32 %r15, part;
add.s32 %r16, %r15, %r14;
st.shared.u32 [%r16], %r10;
$wait:
bar.sync 0;
ld.shared.u32 %r20, [part];
ld.shared.u32 %r21, [part+4];
ld.shared.u32 %r22, [part+8];
ld.shared.u32 %r23, [part+12];
add.s32 %r24, %r20, %r21;
add.s32 %r25, %r22, %r23;
add.s32 %r26, %r24, %r25;
mov.u32 %r27, 0;
$loop:
xor.b32 %r28, %r27, 3;
add.s32 %r27, %r27, 1;
setp.lt.u32 %p2, %r27, %r26;
@%p2 bra $loop;
ret;)");
  const ExecResult result = run(text, launch_of({1, 1, 1}, {128, 1, 1}, {}));
  EXPECT_EQ(count_of(text, result, "xor").warps, 4.0 * 8128);
  EXPECT_EQ(result.barriers, 4);
  EXPECT_FALSE(result.estimated);
  // A broadcast is one wavefront.
  for (const SharedCount& count : result.shared)
    EXPECT_EQ(count.wavefronts, count.requests);
}

TEST(exec_kernels, bank_conflicts_follow_the_stride) {
  const auto wavefronts = [](int shift, const std::string& type) {
    const std::string text = kernel_text({}, R"(
.shared .align 16 .b8 tile[65536];
mov.u32 %r1, %tid.x;
shl.b32 %r2, %r1, )" + std::to_string(shift) + R"(;
mov.u32 %r3, tile;
add.s32 %r4, %r3, %r2;
ld.shared.)" + type + R"(, [%r4];
ret;)");
    const ExecResult result = run(text, launch_of({1, 1, 1}, {32, 1, 1}, {}));
    return result.shared.empty() ? -1.0 : result.shared[0].wavefronts;
  };
  EXPECT_EQ(wavefronts(2, "f32 %f1"), 1);
  EXPECT_EQ(wavefronts(3, "f32 %f1"), 2);
  EXPECT_EQ(wavefronts(6, "f32 %f1"), 16);
  EXPECT_EQ(wavefronts(7, "f32 %f1"), 32);
  EXPECT_EQ(wavefronts(3, "f64 %fd1"), 2);
  EXPECT_EQ(wavefronts(4, "v4.f32 {%f1, %f2, %f3, %f4}"), 4);
  EXPECT_EQ(wavefronts(5, "v4.f32 {%f1, %f2, %f3, %f4}"), 8);
}

// Half of a warp that reads 16 bytes a lane is served at once where neighbours read the same.
TEST(exec_kernels, wide_loads_of_the_same_words_come_together) {
  const auto wavefronts = [](int lanes_bits) {
    const std::string text = kernel_text({}, R"(
.shared .align 16 .b8 tile[65536];
mov.u32 %r1, %tid.x;
shr.u32 %r5, %r1, )" + std::to_string(lanes_bits) +
                                                 R"(;
shl.b32 %r2, %r5, 4;
mov.u32 %r3, tile;
add.s32 %r4, %r3, %r2;
ld.shared.v4.f32 {%f1, %f2, %f3, %f4}, [%r4];
ret;)");
    const ExecResult result = run(text, launch_of({1, 1, 1}, {32, 1, 1}, {}));
    return result.shared.empty() ? -1.0 : result.shared[0].wavefronts;
  };
  EXPECT_EQ(wavefronts(0), 4);
  EXPECT_EQ(wavefronts(1), 2);
  EXPECT_EQ(wavefronts(5), 2);
}

TEST(exec_kernels, follows_a_sparse_matrix_through_its_offsets) {
  // One thread per row: for (j = row[i]; j < row[i + 1]; ++j) touch x[col[j]].
  const std::string text = kernel_text({"u64 row", "u64 col", "u64 x", "u32 rows"}, kIndex + R"(
ld.param.u32 %r5, [rows];
setp.ge.s32 %p1, %r1, %r5;
@%p1 bra $done;
ld.param.u64 %rd1, [row];
ld.param.u64 %rd2, [col];
ld.param.u64 %rd3, [x];
mul.wide.s32 %rd4, %r1, 4;
add.s64 %rd5, %rd1, %rd4;
ld.global.u32 %r6, [%rd5];
ld.global.u32 %r7, [%rd5+4];
setp.ge.s32 %p2, %r6, %r7;
@%p2 bra $done;
$loop:
mul.wide.s32 %rd6, %r6, 4;
add.s64 %rd7, %rd2, %rd6;
ld.global.u32 %r8, [%rd7];
mul.wide.s32 %rd8, %r8, 4;
add.s64 %rd9, %rd3, %rd8;
ld.global.f32 %f1, [%rd9];
add.s32 %r6, %r6, 1;
setp.lt.s32 %p3, %r6, %r7;
@%p3 bra $loop;
$done:
ret;)");
  const int64_t rows = 500;
  const int64_t entries = 4000;
  Fill offsets;
  offsets.kind = FillKind::OffsetsInto;
  offsets.target = "col";
  Fill indices;
  indices.kind = FillKind::IndexInto;
  indices.target = "x";
  const Launch launch =
      launch_of({4, 1, 1}, {128, 1, 1},
                {buffer("row", "int", rows + 1, offsets), buffer("col", "int", entries, indices),
                 buffer("x", "float", 777), integer("rows", rows)});
  const ExecResult result = run(text, launch);
  // The same, directly.
  const FillNumbers row_fill = {FillKind::OffsetsInto, 1, 2, entries, rows + 1};
  const auto row = [&](int64_t i) {
    return static_cast<int64_t>(fill_value(fill_seed(1, 0), row_fill, i));
  };
  double lanes = 0;
  double warps = 0;
  for (int64_t warp = 0; warp * 32 < rows; ++warp) {
    int64_t longest = 0;
    for (int64_t i = warp * 32; i < std::min(rows, warp * 32 + 32); ++i) {
      lanes += static_cast<double>(row(i + 1) - row(i));
      longest = std::max(longest, row(i + 1) - row(i));
    }
    warps += static_cast<double>(longest);
  }
  EXPECT_EQ(lanes, static_cast<double>(entries));
  EXPECT_EQ(count_of(text, result, "ld.global.f32").lanes, lanes);
  EXPECT_EQ(count_of(text, result, "ld.global.f32").warps, warps);
  EXPECT_FALSE(result.estimated);
  // Every gathered address is x[col[j]] of some entry.
  const FillNumbers col_fill = {FillKind::IndexInto, 1, 2, 777, entries};
  std::set<uint64_t> allowed;
  for (int64_t j = 0; j < entries; ++j) {
    allowed.insert(result.traces.extents[2].base +
                   4 * static_cast<uint64_t>(fill_value(fill_seed(1, 1), col_fill, j)));
  }
  size_t checked = 0;
  for (const auto& [warp, time, site, base, lanes_at] : expanded(result, 0)) {
    if (result.traces.sites[site].buffer != 2) continue;
    for (const int32_t offset : lanes_at) {
      EXPECT_TRUE(allowed.count(base + static_cast<uint64_t>(int64_t{offset})));
      ++checked;
    }
  }
  EXPECT_GT(checked, 100U);
}

TEST(exec_kernels, follows_the_escape_loop_of_a_fractal) {
  const std::string text = kernel_text({"u32 width"}, kIndex + R"(
ld.param.u32 %r5, [width];
rem.u32 %r6, %r1, %r5;
div.u32 %r7, %r1, %r5;
cvt.rn.f32.u32 %f1, %r6;
cvt.rn.f32.u32 %f2, %r7;
fma.rn.f32 %f3, %f1, 0f3D4CCCCD, 0fC0000000;
fma.rn.f32 %f4, %f2, 0f3D4CCCCD, 0fBF800000;
mov.f32 %f5, 0f00000000;
mov.f32 %f6, 0f00000000;
mov.u32 %r8, 0;
$loop:
mul.f32 %f7, %f5, %f5;
mul.f32 %f8, %f6, %f6;
add.f32 %f9, %f7, %f8;
setp.gt.f32 %p1, %f9, 0f40800000;
@%p1 bra $done;
sub.f32 %f10, %f7, %f8;
add.f32 %f10, %f10, %f3;
mul.f32 %f11, %f5, %f6;
fma.rn.f32 %f6, %f11, 0f40000000, %f4;
mov.f32 %f5, %f10;
add.s32 %r8, %r8, 1;
setp.lt.s32 %p2, %r8, 50;
@%p2 bra $loop;
$done:
ret;)");
  const ExecResult result = run(text, launch_of({10, 1, 1}, {128, 1, 1}, {integer("width", 64)}));
  double lanes = 0;
  double warps = 0;
  for (int i = 0; i < 1280; i += 32) {
    int longest = 0;
    for (int t = i; t < i + 32; ++t) {
      const float cx = std::fma(static_cast<float>(t % 64), 0.05F, -2.0F);
      const float cy = std::fma(static_cast<float>((t - t % 64) >> 6), 0.05F, -1.0F);
      float x = 0;
      float y = 0;
      int iterations = 0;
      while (iterations < 50) {
        const float xx = x * x;
        const float yy = y * y;
        const float sum = xx + yy;
        if (sum > 4.0F) break;
        const float difference = xx - yy;
        const float product = x * y;
        x = difference + cx;
        y = std::fma(product, 2.0F, cy);
        ++iterations;
      }
      lanes += iterations;
      longest = std::max(longest, iterations);
    }
    warps += longest;
  }
  EXPECT_EQ(count_of(text, result, "sub.f32").lanes, lanes);
  EXPECT_EQ(count_of(text, result, "sub.f32").warps, warps);
}

TEST(exec_kernels, an_argument_without_value_splits_a_branch) {
  const std::string text = kernel_text({"u32 flag"}, R"(
ld.param.u32 %r1, [flag];
setp.eq.s32 %p1, %r1, 0;
@%p1 bra $other;
mul.lo.s32 %r2, %r1, 3;
bra.uni $join;
$other:
sub.s32 %r3, %r1, 7;
$join:
neg.s32 %r4, %r1;
ret;)");
  LaunchArgument flag;
  flag.name = "flag";
  flag.element_type = "int";
  const ExecResult result = run(text, launch_of({2, 1, 1}, {64, 1, 1}, {flag}));
  EXPECT_EQ(count_of(text, result, "mul").warps, 2);
  EXPECT_EQ(count_of(text, result, "sub").warps, 2);
  EXPECT_EQ(count_of(text, result, "sub").lanes, 64);
  EXPECT_EQ(count_of(text, result, "neg").warps, 4);
  EXPECT_TRUE(result.estimated);
  ASSERT_EQ(result.unknown.size(), 1U);
  EXPECT_EQ(result.unknown[0].cause, "argument 'flag'");
  EXPECT_EQ(result.unknown[0].touched, "branch");
  EXPECT_EQ(result.unknown[0].warps, 4);
  EXPECT_GT(result.estimated_share, 0);
}

TEST(exec_kernels, an_unknown_loop_bound_means_eight_iterations) {
  const std::string text = kernel_text({"u32 n"}, R"(
ld.param.u32 %r1, [n];
mov.u32 %r2, 0;
$loop:
xor.b32 %r3, %r2, 1;
add.s32 %r2, %r2, 1;
setp.lt.u32 %p1, %r2, %r1;
@%p1 bra $loop;
ret;)");
  LaunchArgument n;
  n.name = "n";
  n.element_type = "int";
  const ExecResult result = run(text, launch_of({1, 1, 1}, {32, 1, 1}, {n}));
  EXPECT_EQ(count_of(text, result, "xor").warps, 8);
  ASSERT_EQ(result.unknown.size(), 1U);
  EXPECT_EQ(result.unknown[0].touched, "loop bound");
}

TEST(exec_kernels, a_spin_on_memory_of_others_ends) {
  const std::string text = kernel_text({"u64 flag"}, R"(
ld.param.u64 %rd1, [flag];
$loop:
ld.volatile.global.u32 %r1, [%rd1];
setp.eq.s32 %p1, %r1, 0;
@%p1 bra $loop;
ret;)");
  Fill zero;
  zero.kind = FillKind::Zero;
  const ExecResult result =
      run(text, launch_of({1, 1, 1}, {32, 1, 1}, {buffer("flag", "int", 1, zero)}));
  EXPECT_LE(count_of(text, result, "ld.volatile").warps, 4);
  EXPECT_TRUE(result.estimated);
  EXPECT_FALSE(result.notes.empty());
}

TEST(exec_kernels, reports_accesses_outside_every_buffer) {
  const std::string text = saxpy();
  LaunchArgument s;
  s.name = "s";
  s.element_type = "float";
  s.real = 2.0;
  const ExecResult result = run(
      text, launch_of({1, 1, 1}, {64, 1, 1},
                      {integer("n", 64), s, buffer("x", "float", 60), buffer("y", "float", 64)}));
  EXPECT_EQ(result.out_of_range, 4);
  EXPECT_EQ(result.out_of_range_buffer, "x");
}

TEST(exec_kernels, warps_of_sixty_four_lanes_work) {
  ExecOptions options;
  options.warp_width = 64;
  LaunchArgument s;
  s.name = "s";
  s.element_type = "float";
  s.real = 2.0;
  const ExecResult result =
      run(saxpy(),
          launch_of({2, 1, 1}, {128, 1, 1},
                    {integer("n", 200), s, buffer("x", "float", 200), buffer("y", "float", 200)}),
          options);
  EXPECT_EQ(count_of(saxpy(), result, "fma").warps, 4);
  EXPECT_EQ(count_of(saxpy(), result, "fma").lanes, 200);
}

TEST(exec_kernels, impossible_launches_are_errors) {
  const std::string text = saxpy();
  LaunchArgument s;
  s.name = "s";
  s.element_type = "float";
  s.real = 2.0;
  const std::vector<LaunchArgument> arguments = {integer("n", 10), s, buffer("x", "float", 10),
                                                 buffer("y", "float", 10)};
  const auto fails = [&](const Launch& launch) {
    const Result<ExecResult> result = try_run(text, launch);
    return !result.has_value() && result.error().code == ErrorCode::InvalidInput;
  };
  EXPECT_TRUE(fails(launch_of({0, 1, 1}, {32, 1, 1}, arguments)));
  EXPECT_TRUE(fails(launch_of({int64_t{1} << 31, 1, 1}, {32, 1, 1}, arguments)));
  EXPECT_TRUE(fails(launch_of({1, 1, 1}, {0, 1, 1}, arguments)));
  EXPECT_TRUE(fails(launch_of({1, 1, 1}, {64, 32, 1}, arguments)));
  EXPECT_TRUE(fails(launch_of({1, 1, 1}, {32, 1, 1}, {integer("n", 10)})));
  EXPECT_TRUE(fails(launch_of(
      {1, 1, 1}, {32, 1, 1},
      {integer("n", 10), s, buffer("x", "float", INT64_MAX / 2), buffer("y", "float", 10)})));
  // Very many blocks and empty buffers are possible.
  const ExecResult huge = run(text, launch_of({INT32_MAX, 1, 1}, {32, 1, 1}, arguments));
  EXPECT_EQ(count_of(text, huge, "setp").warps, static_cast<double>(INT32_MAX));
  LaunchArgument empty = buffer("x", "float", 0);
  empty.element_bytes = 4;
  const ExecResult outside =
      run(text,
          launch_of({1, 1, 1}, {32, 1, 1}, {integer("n", 10), s, empty, buffer("y", "float", 10)}));
  EXPECT_EQ(outside.out_of_range, 10);
}

}  // namespace
}  // namespace kcast::exec
