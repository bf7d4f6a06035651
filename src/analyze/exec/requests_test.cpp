// What a warp asks of memory, as ptxas writes the requests: worked out from machine code.
#include <gtest/gtest.h>

#include <set>

#include "analyze/exec/memory.h"
#include "analyze/exec/test_util.h"
#include "analyze/ptx/parse/parse.h"

namespace kcast::exec {
namespace {

using exec::buffer;
using exec::integer;
using exec::kernel_text;
using exec::launch_of;
using exec::run;

// Lanes that a lone warp's only atomic brings to memory.
int lanes_of_atomic(const std::string& body) {
  const std::string text = kernel_text({"u64 total"},
                                       "ld.param.u64 %rd1, [total];\n"
                                       "mov.u32 %r1, %tid.x;\n" +
                                           body + "ret;");
  const ExecResult result =
      run(text, launch_of({1, 1, 1}, {32, 1, 1}, {buffer("total", "int", 1024)}));
  const BlockTrace& block = result.traces.blocks.at(0);
  EXPECT_EQ(block.accesses.size(), 1U);
  return static_cast<int>(result.traces.patterns.at(block.accesses.at(0).pattern).offsets.size());
}

TEST(exec_requests, integers_for_one_address_are_added_up_in_the_warp) {
  EXPECT_EQ(lanes_of_atomic("red.global.add.u32 [%rd1], %r1;\n"), 1);
  EXPECT_EQ(lanes_of_atomic("red.global.min.s32 [%rd1+8], %r1;\n"), 1);
  EXPECT_EQ(lanes_of_atomic("atom.global.add.u32 %r2, [%rd1], 1;\n"), 1);
  // The block's number is the same for all lanes.
  EXPECT_EQ(lanes_of_atomic("mov.u32 %r3, %ctaid.x;\nmul.wide.u32 %rd2, %r3, 4;\n"
                            "add.s64 %rd3, %rd1, %rd2;\nred.global.add.u32 [%rd3], %r1;\n"),
            1);
}

TEST(exec_requests, others_go_to_memory_lane_by_lane) {
  EXPECT_EQ(lanes_of_atomic("cvt.rn.f32.u32 %f1, %r1;\nred.global.add.f32 [%rd1], %f1;\n"), 32);
  EXPECT_EQ(lanes_of_atomic("cvt.u64.u32 %rd2, %r1;\nred.global.add.u64 [%rd1], %rd2;\n"), 32);
  EXPECT_EQ(lanes_of_atomic("atom.global.exch.b32 %r2, [%rd1], %r1;\n"), 32);
  // threadIdx.y is zero here, but nothing in the code says so.
  EXPECT_EQ(lanes_of_atomic("mov.u32 %r3, %tid.y;\nmul.wide.u32 %rd2, %r3, 4;\n"
                            "add.s64 %rd3, %rd1, %rd2;\nred.global.add.u32 [%rd3], %r1;\n"),
            32);
}

// Rows of a texture lie further apart than its memory is long (kcast_texture.h).
TEST(exec_requests, texels_of_rows_that_lie_far_apart_are_in_range) {
  const std::string text = kernel_text({"u64 image"},
                                       "ld.param.u64 %rd1, [image];\n"
                                       "mov.u32 %r1, %tid.x;\n"
                                       "mul.wide.u32 %rd2, %r1, 1053312;\n"
                                       "add.s64 %rd3, %rd1, %rd2;\n"
                                       "ld.global.nc.f32 %f1, [%rd3+134217728];\nret;");
  const auto out_of_range = [&](const std::string& element) {
    return run(text, launch_of({1, 1, 1}, {32, 1, 1}, {buffer("image", element, 64 * 32)}))
        .out_of_range;
  };
  EXPECT_EQ(out_of_range("texel float"), 0);
  EXPECT_EQ(out_of_range("float"), 32);
}

struct FragmentTraffic {
  size_t requests = 0;
  size_t bytes_per_lane = 0;
  size_t sectors = 0;  // summed over the requests
};

// One fragment of 16 x 16 elements in a matrix of 64 elements a line.
FragmentTraffic fragment(const std::string& instruction, const std::string& element) {
  const std::string text = kernel_text(
      {"u64 matrix", "u32 ld"},
      "ld.param.u64 %rd1, [matrix];\nld.param.u32 %r1, [ld];\n" + instruction + "\nret;");
  const ExecResult result = run(
      text, launch_of({1, 1, 1}, {32, 1, 1}, {buffer("matrix", element, 4096), integer("ld", 64)}));
  FragmentTraffic traffic;
  for (const Access& access : result.traces.blocks.at(0).accesses) {
    const Pattern& pattern = result.traces.patterns.at(access.pattern);
    ++traffic.requests;
    traffic.bytes_per_lane = static_cast<size_t>(pattern.bytes);
    std::set<uint64_t> sectors;
    for (const int32_t offset : pattern.offsets)
      sectors.insert((access.base + static_cast<uint64_t>(offset)) / 32);
    traffic.sectors += sectors.size();
  }
  return traffic;
}

// LDG.E four times: eight lines of 16 bytes each.
TEST(exec_requests, a_fragment_of_halves_is_four_requests_of_words) {
  const FragmentTraffic traffic = fragment(
      "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 "
      "{%r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9}, [%rd1], %r1;",
      "half");
  EXPECT_EQ(traffic.requests, 4U);
  EXPECT_EQ(traffic.bytes_per_lane, 4U);
  EXPECT_EQ(traffic.sectors, 4U * 8);
}

// STG.E.64 four times: eight lines of 32 bytes each.
TEST(exec_requests, a_fragment_of_singles_is_four_requests_of_pairs) {
  const FragmentTraffic traffic = fragment(
      "wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%rd1], "
      "{%f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8}, %r1;",
      "float");
  EXPECT_EQ(traffic.requests, 4U);
  EXPECT_EQ(traffic.bytes_per_lane, 8U);
  EXPECT_EQ(traffic.sectors, 4U * 8);
}

// STG.E eight times: four lines of 32 bytes each.
TEST(exec_requests, a_fragment_that_lies_across_is_eight_requests) {
  const FragmentTraffic traffic = fragment(
      "wmma.store.d.sync.aligned.col.m16n16k16.global.f32 [%rd1], "
      "{%f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8}, %r1;",
      "float");
  EXPECT_EQ(traffic.requests, 8U);
  EXPECT_EQ(traffic.bytes_per_lane, 4U);
  EXPECT_EQ(traffic.sectors, 8U * 4);
}

// tanh of threadIdx.x / 8: the arguments are noted lane by lane although nothing needs them.
TEST(exec_requests, arguments_of_functions_are_noted_where_asked_for) {
  const std::string text = kernel_text({"u64 out"}, R"(
ld.param.u64 %rd1, [out];
mov.u32 %r1, %tid.x;
cvt.rn.f32.u32 %f1, %r1;
mul.f32 %f2, %f1, 0f3E000000;
{
.param .b32 param0;
st.param.f32 [param0], %f2;
.param .b32 retval0;
call.uni (retval0), __kc_tanh_f32, (param0);
ld.param.f32 %f3, [retval0];
}
st.global.f32 [%rd1], %f3;
ret;)",
                                       ".func (.param .b32 r) __kc_tanh_f32(.param .b32 x);\n");
  const Launch launch = launch_of({1, 1, 1}, {32, 1, 1}, {buffer("out", "float", 1)});
  EXPECT_TRUE(run(text, launch).math.empty());
  ExecOptions options;
  options.math_arguments = true;
  const ExecResult result = run(text, launch, options);
  ASSERT_EQ(result.math.size(), 1U);
  ASSERT_EQ(result.math[0].values.size(), 32U);
  for (size_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(result.math[0].values[lane][0], static_cast<double>(lane) / 8);
}

// Elements of 12 bytes: a whole number at 0, nothing at 4, a real at 8.
TEST(exec_memory, buffers_of_structs_hold_what_their_fields_say) {
  LaunchArgument edges = buffer("e", "Edge", 3);
  edges.element_bytes = 12;
  edges.fields = {{0, "int", {.kind = FillKind::Iota, .low = 5, .high = 0, .step = 2}},
                  {8, "float", {.kind = FillKind::Constant, .low = 0.5, .high = 0.5}}};
  const auto module = ptx::parse_ptx(kernel_text({"u64 e"}, "ret;"));
  ASSERT_TRUE(module) << module.error().message;
  const Launch launch = launch_of({1, 1, 1}, {1, 1, 1}, {edges});
  const auto memory = LaunchMemory::make(*module, module->functions.at(0), launch);
  ASSERT_TRUE(memory) << memory.error().message;
  const uint64_t base = memory->buffers().at(0).extent.base;
  EXPECT_EQ(memory->buffers()[0].extent.bytes, 36);
  EXPECT_EQ(memory->initial(base + 12, 4).value, 7U);
  EXPECT_EQ(memory->initial(base + 16, 4).value, 0U);
  EXPECT_EQ(memory->initial(base + 32, 4).value, 0x3F000000U);
  EXPECT_EQ(memory->initial(base + 24, 8).value, 9U);
}

}  // namespace
}  // namespace kcast::exec
