#include "analyze/exec/infer_fills.h"
#include "analyze/ptx/parse/parse.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace kcast::exec {
namespace {

// y[i] = sum of val[j] * x[col[j]] over j from row[i] to row[i + 1].
constexpr const char* kSpmv = R"(
.version 8.5
.target sm_90
.address_size 64
.visible .entry spmv(.param .u64 p0, .param .u64 p1, .param .u64 p2, .param .u64 p3, .param .u64 p4, .param .u32 p5)
{
  .reg .pred %p<4>; .reg .b32 %r<16>; .reg .f32 %f<8>; .reg .b64 %rd<32>;
  ld.param.u64 %rd1, [p0];
  ld.param.u64 %rd2, [p1];
  ld.param.u64 %rd3, [p2];
  ld.param.u64 %rd4, [p3];
  ld.param.u64 %rd5, [p4];
  mov.u32 %r1, %tid.x;
  mul.wide.s32 %rd6, %r1, 4;
  add.s64 %rd7, %rd1, %rd6;
  ld.global.u32 %r2, [%rd7];
  ld.global.u32 %r3, [%rd7+4];
  setp.ge.s32 %p1, %r2, %r3;
  @%p1 bra DONE;
LOOP:
  mul.wide.s32 %rd8, %r2, 4;
  add.s64 %rd9, %rd2, %rd8;
  ld.global.u32 %r4, [%rd9];
  add.s64 %rd10, %rd3, %rd8;
  ld.global.f32 %f1, [%rd10];
  mul.wide.s32 %rd11, %r4, 4;
  add.s64 %rd12, %rd4, %rd11;
  ld.global.f32 %f2, [%rd12];
  fma.rn.f32 %f3, %f1, %f2, %f3;
  add.s32 %r2, %r2, 1;
  setp.lt.s32 %p2, %r2, %r3;
  @%p2 bra LOOP;
DONE:
  add.s64 %rd13, %rd5, %rd6;
  st.global.f32 [%rd13], %f3;
  ret;
}
)";

TEST(infer_fills, a_sparse_matrix_is_recognised) {
  const auto module = ptx::parse_ptx(kSpmv);
  ASSERT_TRUE(module) << module.error().message;
  const auto uses = buffer_uses(*module, module->functions[0]);
  Launch launch;
  for (const char* name : {"row", "col", "val", "x", "y", "n"}) {
    LaunchArgument argument;
    argument.name = name;
    const std::string text = name;
    argument.element_type = text == "row" || text == "col" || text == "n" ? "int" : "float";
    argument.element_bytes = 4;
    argument.elements = text == "n" ? 0 : 1000;
    launch.arguments.push_back(argument);
  }
  infer_fills(uses, launch);
  EXPECT_EQ(launch.arguments[0].fill.kind, FillKind::OffsetsInto);
  EXPECT_EQ(launch.arguments[0].fill.target, "col");
  EXPECT_EQ(launch.arguments[1].fill.kind, FillKind::IndexInto);
  EXPECT_EQ(launch.arguments[1].fill.target, "x");
  EXPECT_EQ(launch.arguments[2].fill.kind, FillKind::Uniform);
  EXPECT_EQ(launch.arguments[4].fill.kind, FillKind::Zero);
  // What the caller stated stays.
  launch.arguments[1].fill = {FillKind::Permutation, 0, 0, ""};
  launch.arguments[1].fill_given = true;
  infer_fills(uses, launch);
  EXPECT_EQ(launch.arguments[1].fill.kind, FillKind::Permutation);
}

TEST(infer_fills, host_code_says_the_numbers_and_the_kernel_what_they_mean) {
  const auto module = ptx::parse_ptx(kSpmv);
  ASSERT_TRUE(module) << module.error().message;
  const auto uses = buffer_uses(*module, module->functions[0]);
  const auto infer = [&](size_t argument, const Fill& fill) {
    Launch launch;
    for (const char* name : {"row", "col", "val", "x", "y"}) {
      launch.arguments.push_back(
          {.name = name, .element_type = "int", .elements = 1000, .element_bytes = 4});
    }
    launch.arguments[argument].fill = fill;
    launch.arguments[argument].fill_from_host = true;
    const std::vector<std::string> notes = infer_fills(uses, launch);
    const bool said = std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
      return note.ends_with("as host code fills it");
    });
    return fill_text(launch.arguments[argument].fill) + (said ? " said" : "");
  };
  // Offsets get their target; numbers beyond it, or all of it, are indices.
  Fill offsets{.kind = FillKind::OffsetsInto};
  offsets.degree = 5;
  EXPECT_EQ(infer(0, offsets), "offsets_into:col,5 said");
  EXPECT_EQ(infer(1, {FillKind::UniformInt, 0, 1000, ""}), "index_into:x said");
  EXPECT_EQ(infer(1, {FillKind::UniformInt, 0, 2147483648.0, ""}), "index_into:x said");
  EXPECT_EQ(infer(1, {FillKind::UniformInt, 0, 100, ""}), "uniform_int:0,100 said");
  EXPECT_EQ(infer(1, {.kind = FillKind::Iota, .low = 0, .high = 0}), "iota said");
  // The values of the matrix decide nothing, and nothing is said about them.
  EXPECT_EQ(infer(2, {FillKind::Uniform, 0, 1, ""}), "uniform:0,1");
  // Offsets of a buffer that points nowhere are numbers that ascend evenly.
  EXPECT_EQ(infer(2, offsets), "iota:0,5");
}

// The start of a row is loaded once, before the loop; then that of the next one is, and kept.
TEST(infer_fills, offsets_may_be_carried_from_row_to_row) {
  std::string text = kSpmv;
  const std::string both = "  ld.global.u32 %r3, [%rd7+4];\n";
  const size_t at = text.find(both);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, both.size(),
               "  add.s32 %r9, %r1, 1;\n  mul.wide.s32 %rd20, %r9, 4;\n"
               "  add.s64 %rd21, %rd1, %rd20;\n  ld.global.u32 %r3, [%rd21];\n");
  const auto module = ptx::parse_ptx(text);
  ASSERT_TRUE(module) << module.error().message;
  const auto uses = buffer_uses(*module, module->functions[0]);
  EXPECT_TRUE(uses[0].fields[0].is_offset);
  EXPECT_FALSE(uses[1].fields[0].is_offset);
}

}  // namespace
}  // namespace kcast::exec
