// Whole launches against results that were worked out by hand or by a direct C++ loop.
#include "analyze/exec/run_launch.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <numeric>
#include <set>

#include "analyze/analyze.h"
#include "analyze/exec/test_util.h"

namespace kcast::exec {
namespace {

using exec::buffer;
using exec::integer;
using exec::kernel_text;
using exec::launch_of;

// %r1 = blockIdx.x * blockDim.x + threadIdx.x, %r4 = threadIdx.x
const std::string kThread =
    "mov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\nmov.u32 %r4, %tid.x;\n"
    "mad.lo.s32 %r1, %r2, %r3, %r4;\n";

Result<LaunchOutput> try_launch(const std::string& text, const Launch& launch,
                                const RunLimits& limits = {}) {
  KCAST_TRY(const auto prepared, analyze::prepare_kernel(text, "k"));
  return run_whole_launch(*prepared, launch, limits);
}

LaunchOutput launched(const std::string& text, const Launch& launch, const RunLimits& limits = {}) {
  Result<LaunchOutput> output = try_launch(text, launch, limits);
  if (output) return *std::move(output);
  ADD_FAILURE() << output.error().message;
  return {};
}

template <typename T>
std::vector<T> values_of(const LaunchOutput& output, int32_t argument) {
  for (const BufferBytes& bytes : output.buffers) {
    if (bytes.argument != argument) continue;
    std::vector<T> values(bytes.bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.bytes.data(), values.size() * sizeof(T));
    return values;
  }
  return {};
}

bool all_known(const LaunchOutput& output) {
  for (const BufferBytes& bytes : output.buffers) {
    for (const uint8_t known : bytes.known)
      if (known == 0) return false;
  }
  return output.lost.empty();
}

Fill iota(double low, double step) {
  Fill fill;
  fill.kind = FillKind::Iota;
  fill.low = low;
  fill.step = step;
  return fill;
}

Fill zeros() {
  Fill fill;
  fill.kind = FillKind::Zero;
  return fill;
}

TEST(run_launch, stores_a_saxpy) {
  const std::string text = kernel_text({"u32 n", "f32 s", "u64 x", "u64 y"}, kThread + R"(
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
  LaunchArgument s;
  s.name = "s";
  s.element_type = "float";
  s.real = 0.5;
  // 100 of 128 threads have an element; y has four more that stay.
  const LaunchOutput output =
      launched(text, launch_of({2, 1, 1}, {64, 1, 1},
                               {integer("n", 100), s, buffer("x", "float", 100, iota(0, 2)),
                                buffer("y", "float", 104, iota(1000, 1))}));
  ASSERT_TRUE(all_known(output)) << output.lost;
  EXPECT_EQ(output.fault, "");
  ASSERT_EQ(output.buffers.size(), 2U);
  EXPECT_EQ(output.buffers[1].name, "y");
  const auto y = values_of<float>(output, 3);
  ASSERT_EQ(y.size(), 104U);
  for (size_t i = 0; i < y.size(); ++i) {
    const auto index = static_cast<float>(i);
    // 0.5 * 2 i + 1000 + i
    EXPECT_EQ(y[i], i < 100 ? 1000 + 2 * index : 1000 + index) << i;
  }
}

// Each block adds up its 64 elements by halves; the sums go to out.
std::string block_sum() {
  return kernel_text({"u64 x", "u64 out"}, kThread + R"(
.shared .align 4 .b8 sums[256];
ld.param.u64 %rd1, [x];
mul.wide.s32 %rd2, %r1, 4;
add.s64 %rd3, %rd1, %rd2;
ld.global.u32 %r5, [%rd3];
mov.u32 %r6, sums;
shl.b32 %r7, %r4, 2;
add.s32 %r8, %r6, %r7;
st.shared.u32 [%r8], %r5;
mov.u32 %r9, 32;
$round:
bar.sync 0;
setp.ge.u32 %p1, %r4, %r9;
@%p1 bra $next;
shl.b32 %r10, %r9, 2;
add.s32 %r11, %r8, %r10;
ld.shared.u32 %r12, [%r11];
ld.shared.u32 %r13, [%r8];
add.s32 %r14, %r12, %r13;
st.shared.u32 [%r8], %r14;
$next:
shr.u32 %r9, %r9, 1;
setp.ne.u32 %p2, %r9, 0;
@%p2 bra $round;
setp.ne.u32 %p3, %r4, 0;
@%p3 bra $done;
ld.shared.u32 %r15, [sums];
ld.param.u64 %rd4, [out];
mul.wide.u32 %rd5, %r2, 4;
add.s64 %rd6, %rd4, %rd5;
st.global.u32 [%rd6], %r15;
$done:
ret;)");
}

TEST(run_launch, keeps_shared_memory_apart_and_waits_at_barriers) {
  const Launch launch =
      launch_of({5, 1, 1}, {64, 1, 1},
                {buffer("x", "int", 320, iota(1, 1)), buffer("out", "int", 5, zeros())});
  const LaunchOutput output = launched(block_sum(), launch);
  ASSERT_TRUE(all_known(output)) << output.lost;
  // 64 consecutive numbers from 64 b + 1: 64 * 64 b + 64 * 65 / 2.
  for (int32_t b = 0; b < 5; ++b)
    EXPECT_EQ(values_of<int32_t>(output, 1)[static_cast<size_t>(b)], 4096 * b + 2080);
  RunLimits backwards;
  backwards.backwards = true;
  backwards.warp_width = 8;
  EXPECT_EQ(values_of<int32_t>(launched(block_sum(), launch, backwards), 1),
            values_of<int32_t>(output, 1));
}

TEST(run_launch, applies_atomics_of_all_blocks) {
  // bins[x[i] % 7] += 1
  const std::string text = kernel_text({"u64 x", "u64 bins"}, kThread + R"(
ld.param.u64 %rd1, [x];
ld.param.u64 %rd2, [bins];
mul.wide.s32 %rd3, %r1, 4;
add.s64 %rd4, %rd1, %rd3;
ld.global.u32 %r5, [%rd4];
rem.u32 %r6, %r5, 7;
mul.wide.u32 %rd5, %r6, 4;
add.s64 %rd6, %rd2, %rd5;
red.global.add.u32 [%rd6], 1;
ret;)");
  const LaunchOutput output = launched(
      text, launch_of({4, 1, 1}, {96, 1, 1},
                      {buffer("x", "int", 384, iota(0, 3)), buffer("bins", "int", 7, zeros())}));
  ASSERT_TRUE(all_known(output)) << output.lost;
  std::vector<int32_t> bins(7, 0);
  for (int i = 0; i < 384; ++i)
    ++bins[static_cast<size_t>(3 * i % 7)];
  EXPECT_EQ(values_of<int32_t>(output, 1), bins);
}

TEST(run_launch, scans_in_place_between_barriers) {
  // Inclusive sums of 128 numbers: each round adds the value 2^k places before.
  const std::string text = kernel_text({"u64 x"}, kThread + R"(
.shared .align 4 .b8 part[512];
ld.param.u64 %rd1, [x];
mul.wide.s32 %rd2, %r4, 4;
add.s64 %rd3, %rd1, %rd2;
ld.global.u32 %r5, [%rd3];
mov.u32 %r6, part;
shl.b32 %r7, %r4, 2;
add.s32 %r8, %r6, %r7;
mov.u32 %r9, 1;
$round:
st.shared.u32 [%r8], %r5;
bar.sync 0;
setp.lt.u32 %p1, %r4, %r9;
@%p1 bra $next;
shl.b32 %r10, %r9, 2;
sub.s32 %r11, %r8, %r10;
ld.shared.u32 %r12, [%r11];
add.s32 %r5, %r5, %r12;
$next:
bar.sync 0;
shl.b32 %r9, %r9, 1;
setp.lt.u32 %p2, %r9, 128;
@%p2 bra $round;
st.global.u32 [%rd3], %r5;
ret;)");
  const LaunchOutput output =
      launched(text, launch_of({1, 1, 1}, {128, 1, 1}, {buffer("x", "int", 128, iota(5, -1))}));
  ASSERT_TRUE(all_known(output)) << output.lost;
  std::vector<int32_t> sums(128);
  std::iota(sums.rbegin(), sums.rend(), 5 - 127);
  std::partial_sum(sums.begin(), sums.end(), sums.begin());
  EXPECT_EQ(values_of<int32_t>(output, 0), sums);
}

TEST(run_launch, reads_the_members_of_a_struct) {
  // struct { int scale; long long *out; }: out[i] = scale * i
  const std::string text = std::string(kHead) + R"(
.visible .entry k(.param .align 8 .b8 pair[16])
{
.reg .b32 %r<8>;
.reg .b64 %rd<8>;
mov.u32 %r1, %tid.x;
ld.param.u32 %r2, [pair];
ld.param.u64 %rd1, [pair+8];
mul.wide.s32 %rd2, %r1, %r2;
mul.wide.u32 %rd3, %r1, 8;
add.s64 %rd4, %rd1, %rd3;
st.global.u64 [%rd4], %rd2;
ret;
})";
  LaunchArgument pair;
  pair.name = "pair";
  pair.size_bytes = 16;
  pair.members = {integer("scale", -3), buffer("out", "long long", 32)};
  pair.members[0].size_bytes = 4;
  pair.members[1].member_offset = 8;
  const LaunchOutput output = launched(text, launch_of({1, 1, 1}, {32, 1, 1}, {pair}));
  ASSERT_TRUE(all_known(output)) << output.lost;
  ASSERT_EQ(output.buffers.size(), 1U);
  EXPECT_EQ(output.buffers[0].name, "out");
  const auto out = values_of<int64_t>(output, 0);
  for (int64_t i = 0; i < 32; ++i)
    EXPECT_EQ(out[static_cast<size_t>(i)], -3 * i);
}

// Every thread takes a place by an atomic and writes its own number there.
TEST(run_launch, shows_by_the_order_of_turns_what_depends_on_it) {
  const std::string text = kernel_text({"u64 counter", "u64 out"}, kThread + R"(
ld.param.u64 %rd1, [counter];
ld.param.u64 %rd2, [out];
atom.global.add.u32 %r5, [%rd1], 1;
mul.wide.u32 %rd3, %r5, 4;
add.s64 %rd4, %rd2, %rd3;
st.global.u32 [%rd4], %r1;
ret;)");
  const Launch launch =
      launch_of({2, 1, 1}, {40, 1, 1},
                {buffer("counter", "int", 1, zeros()), buffer("out", "int", 80, zeros())});
  RunLimits backwards;
  backwards.backwards = true;
  const LaunchOutput there = launched(text, launch);
  const LaunchOutput back = launched(text, launch, backwards);
  EXPECT_EQ(values_of<int32_t>(there, 0), std::vector<int32_t>{80});
  EXPECT_EQ(values_of<int32_t>(back, 0), std::vector<int32_t>{80});
  std::vector<int32_t> numbers(80);
  std::iota(numbers.begin(), numbers.end(), 0);
  EXPECT_EQ(values_of<int32_t>(there, 1), numbers);
  std::iota(numbers.rbegin(), numbers.rend(), 0);
  EXPECT_EQ(values_of<int32_t>(back, 1), numbers);
}

TEST(run_launch, says_which_bytes_it_does_not_know) {
  // Thread 3 stores the clock, the others their number.
  const std::string text = kernel_text({"u64 out"}, R"(
mov.u32 %r1, %tid.x;
mov.u32 %r2, %clock;
setp.eq.u32 %p1, %r1, 3;
selp.b32 %r3, %r2, %r1, %p1;
ld.param.u64 %rd1, [out];
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd3, %rd1, %rd2;
st.global.u32 [%rd3], %r3;
ret;)");
  const LaunchOutput output =
      launched(text, launch_of({1, 1, 1}, {8, 1, 1}, {buffer("out", "int", 8)}));
  EXPECT_EQ(output.lost, "");
  ASSERT_EQ(output.buffers.size(), 1U);
  for (size_t i = 0; i < 32; ++i)
    EXPECT_EQ(output.buffers[0].known[i], i / 4 == 3 ? 0 : 1) << i;
}

TEST(run_launch, knows_nothing_where_an_unknown_value_decides) {
  const std::string text = kernel_text({"u64 out"}, R"(
mov.u32 %r1, %clock;
setp.gt.u32 %p1, %r1, 1000;
@%p1 bra $done;
ld.param.u64 %rd1, [out];
st.global.u32 [%rd1], 1;
$done:
ret;)");
  const LaunchOutput output =
      launched(text, launch_of({1, 1, 1}, {1, 1, 1}, {buffer("out", "int", 2)}));
  EXPECT_NE(output.lost.find("branch hangs on the clock"), std::string::npos) << output.lost;
  EXPECT_EQ(output.buffers[0].known, std::vector<uint8_t>(8, 0));
}

TEST(run_launch, takes_the_liberties_of_another_implementation) {
  // out[0] = sin(1) by a call, out[1] = (int)1e10, out[2] = 1 / 3, rounded as IEEE says
  const std::string text = std::string(kHead) +
                           ".extern .func (.param .b32 result) __kc_sin_f32(.param .b32 x);\n" +
                           R"(
.visible .entry k(.param .u64 out)
{
.reg .b32 %r<4>;
.reg .f32 %f<8>;
.reg .b64 %rd<4>;
ld.param.u64 %rd1, [out];
{
.param .b32 x0;
.param .b32 y0;
st.param.f32 [x0], 0f3F800000;
call (y0), __kc_sin_f32, (x0);
ld.param.f32 %f1, [y0];
}
st.global.f32 [%rd1], %f1;
mov.f32 %f2, 0f501502F9;
cvt.rzi.s32.f32 %r1, %f2;
st.global.u32 [%rd1+4], %r1;
mov.f32 %f3, 0f40400000;
rcp.rn.f32 %f4, %f3;
st.global.f32 [%rd1+8], %f4;
ret;
})";
  const Launch launch = launch_of({1, 1, 1}, {1, 1, 1}, {buffer("out", "float", 3)});
  const auto as_integers = [&](const RunLimits& limits) {
    return values_of<int32_t>(launched(text, launch, limits), 0);
  };
  const std::vector<int32_t> exact = as_integers({});
  // 0.84147098 and 0.33333334 as bits.
  EXPECT_EQ(exact, (std::vector<int32_t>{0x3F576AA4, INT32_MAX, 0x3EAAAAAB}));
  RunLimits limits;
  limits.free_ulps = 8;
  std::array<std::set<int32_t>, 3> seen;
  for (limits.free_seed = 1; limits.free_seed < 40; ++limits.free_seed) {
    const std::vector<int32_t> free = as_integers(limits);
    EXPECT_LE(std::abs(free[0] - exact[0]), 8);
    for (size_t i = 0; i < 3; ++i)
      seen[i].insert(free[i]);
  }
  EXPECT_GT(seen[0].size(), 5U);
  EXPECT_GT(seen[1].size(), 30U);
  EXPECT_EQ(seen[2], std::set<int32_t>{exact[2]});
}

TEST(run_launch, names_what_leaves_a_buffer) {
  const std::string text = kernel_text({"u64 out"}, R"(
mov.u32 %r1, %tid.x;
ld.param.u64 %rd1, [out];
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd3, %rd1, %rd2;
st.global.u32 [%rd3], %r1;
ret;)");
  const LaunchOutput output =
      launched(text, launch_of({1, 1, 1}, {8, 1, 1}, {buffer("out", "int", 7)}));
  EXPECT_NE(output.fault.find("outside of 'out'"), std::string::npos) << output.fault;
  EXPECT_EQ(values_of<int32_t>(output, 0), (std::vector<int32_t>{0, 1, 2, 3, 4, 5, 6}));
}

TEST(run_launch, gives_up_at_its_limits) {
  const std::string text = kernel_text({"u64 out"}, "$again:\nbra $again;");
  RunLimits limits;
  limits.warp_instructions = 1000;
  const Launch launch = launch_of({1, 1, 1}, {1, 1, 1}, {buffer("out", "int", 2)});
  const auto endless = try_launch(text, launch, limits);
  ASSERT_FALSE(endless);
  EXPECT_NE(endless.error().message.find("did not end within 1000"), std::string::npos);
  const auto block = try_launch(text, launch, {.block_instructions = 500});
  ASSERT_FALSE(block);
  EXPECT_NE(block.error().message.find("did not end within 500"), std::string::npos);
  limits.buffer_bytes = 7;
  const auto large = try_launch(text, launch, limits);
  ASSERT_FALSE(large);
  EXPECT_NE(large.error().message.find("more than 7 bytes of buffers"), std::string::npos);
  EXPECT_FALSE(try_launch(text, launch_of({2000, 1, 1}, {1, 1, 1}, {})));
}

}  // namespace
}  // namespace kcast::exec
