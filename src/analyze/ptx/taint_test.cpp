#include "analyze/ptx/taint.h"
#include "analyze/ptx/parse/parse.h"

#include <gtest/gtest.h>

#include <string>

namespace kcast::ptx {
namespace {

// The opcodes whose addresses follow data, in the order of the text.
std::string from_data(const std::string& body) {
  const Result<Module> module = parse_ptx(
      ".version 8.5\n.target sm_90\n.const .u32 table[4] = {3, 1, 2, 0};\n"
      ".shared .u32 tile[32];\n"
      ".func (.param .b32 r) __kc_sin_f32(.param .b32 x);\n"
      ".entry k(.param .u64 a, .param .u64 b, .param .u32 n) {\n"
      ".reg .pred %p<9>; .reg .b32 %r<19>; .reg .b64 %rd<29>; .reg .f32 %f<19>;\n"
      "ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u32 %r9, [n];\n"
      "mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd1, %rd3;\n" +
      body + "}\n");
  EXPECT_TRUE(module) << module.error().message;
  if (!module) return {};
  const Function& function = module->functions.back();
  const std::vector<bool> data = addresses_from_data(*module, function);
  std::string out;
  for (size_t i = 0; i < function.instructions.size(); ++i)
    if (data[i]) out += function.instructions[i].mnemonic + " ";
  return out;
}

TEST(PtxTaint, indices_and_parameters_are_no_data) {
  EXPECT_EQ(from_data("rem.u32 %r2, %r1, %r9; mul.wide.u32 %rd5, %r2, 4; add.s64 %rd6, %rd2, %rd5;"
                      "ld.global.f32 %f1, [%rd6]; st.global.f32 [%rd4], %f1;"),
            "");
}

TEST(PtxTaint, a_loaded_index_is) {
  EXPECT_EQ(from_data("ld.global.u32 %r2, [%rd4]; mul.wide.u32 %rd5, %r2, 4;"
                      "add.s64 %rd6, %rd2, %rd5; ld.global.f32 %f1, [%rd6];"
                      "st.global.u32 [%rd4], %r1;"),
            "ld.global.f32 ");
  EXPECT_EQ(from_data("ld.const.u32 %r2, [table+4]; mul.wide.u32 %rd5, %r2, 4;"
                      "add.s64 %rd6, %rd2, %rd5; red.global.add.u32 [%rd6], 1;"),
            "red.global.add.u32 ");
}

TEST(PtxTaint, data_pass_through_shared_memory_and_indices_do_so_too) {
  const std::string use =
      "ld.shared.u32 %r3, [tile+8]; mul.wide.u32 %rd5, %r3, 4; add.s64 %rd6, %rd2, %rd5;"
      "st.global.u32 [%rd6], %r1;";
  EXPECT_EQ(from_data("st.shared.u32 [tile], %r1;" + use), "");
  EXPECT_EQ(from_data("ld.global.u32 %r2, [%rd4]; st.shared.u32 [tile], %r2;" + use),
            "st.global.u32 ");
}

TEST(PtxTaint, what_a_branch_on_data_decides_follows_data) {
  const std::string use =
      "mul.wide.u32 %rd5, %r4, 4; add.s64 %rd6, %rd2, %rd5;"
      "ld.global.f32 %f1, [%rd6];";
  // A loop that ends when a value is found.
  EXPECT_EQ(from_data("mov.u32 %r4, 0; L: add.u32 %r4, %r4, 1; add.s64 %rd4, %rd4, 4;"
                      "ld.global.u32 %r2, [%rd4]; setp.ne.u32 %p1, %r2, 0; @%p1 bra L;" +
                      use),
            "ld.global.u32 ld.global.f32 ");
  // Both ways use an index that was there before.
  EXPECT_EQ(from_data("mov.u32 %r4, %r1; ld.global.u32 %r2, [%rd4]; setp.ne.u32 %p1, %r2, 0;"
                      "@%p1 bra L; st.global.u32 [%rd4], %r1; L: " +
                      use),
            "");
  EXPECT_EQ(from_data("mov.u32 %r4, %r1; ld.global.u32 %r2, [%rd4]; setp.ne.u32 %p1, %r2, 0;"
                      "@%p1 add.u32 %r4, %r4, 1; " +
                      use),
            "ld.global.f32 ");
}

TEST(PtxTaint, results_of_calls_are_data_when_arguments_are) {
  const std::string call =
      "{ .param .b32 x0; .param .b32 r0; st.param.f32 [x0], %f1;"
      "call (r0), __kc_sin_f32, (x0); ld.param.f32 %f2, [r0]; }"
      "cvt.rzi.u32.f32 %r4, %f2; mul.wide.u32 %rd5, %r4, 4; add.s64 %rd6, %rd2, %rd5;"
      "st.global.u32 [%rd6], %r1;";
  EXPECT_EQ(from_data("cvt.rn.f32.u32 %f1, %r1;" + call), "");
  EXPECT_EQ(from_data("ld.global.f32 %f1, [%rd4];" + call), "st.global.u32 ");
}

TEST(PtxTaint, an_atomic_gives_data) {
  EXPECT_EQ(from_data("atom.global.add.u32 %r2, [%rd1], 1; mul.wide.u32 %rd5, %r2, 4;"
                      "add.s64 %rd6, %rd2, %rd5; st.global.u32 [%rd6], %r1;"),
            "st.global.u32 ");
}

// Whether the first atomic of a kernel's body draws work.
bool draws(const std::string& body) {
  const Result<Module> module = parse_ptx(
      ".version 8.5\n.target sm_90\n.shared .u32 tile[32];\n"
      ".entry k(.param .u64 a, .param .u32 n) {\n"
      ".reg .pred %p<9>; .reg .b32 %r<19>; .reg .b64 %rd<29>;\n"
      "ld.param.u64 %rd1, [a]; ld.param.u32 %r9, [n];\n" +
      body + "}\n");
  EXPECT_TRUE(module) << module.error().message;
  if (!module) return false;
  const Function& function = module->functions.back();
  for (size_t i = 0; i < function.instructions.size(); ++i)
    if (function.instructions[i].op == Op::Atom) return draws_work(*module, function, int32_t(i));
  return false;
}

TEST(PtxTaint, an_atomic_that_ends_its_loop_draws_work) {
  EXPECT_TRUE(
      draws("L: atom.global.add.u32 %r1, [%rd1], 1; setp.lt.u32 %p1, %r1, %r9;"
            "@%p1 bra L; ret;"));
  EXPECT_TRUE(
      draws("L: atom.global.add.u32 %r1, [%rd1], 8; st.shared.u32 [tile], %r1; bar.sync 0;"
            "ld.shared.u32 %r2, [tile]; setp.ge.u32 %p1, %r2, %r9; @%p1 bra E;"
            "bar.sync 0; bra L; E: ret;"));
  // A place in the output, once and in a loop over something else.
  EXPECT_FALSE(draws("atom.global.add.u32 %r1, [%rd1], 1; st.global.u32 [%rd1+4], %r1;"));
  EXPECT_FALSE(
      draws("L: atom.global.add.u32 %r1, [%rd1], 1; mul.wide.u32 %rd2, %r1, 4;"
            "add.s64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r1; add.u32 %r2, %r2, 1;"
            "setp.lt.u32 %p1, %r2, %r9; @%p1 bra L;"));
}

}  // namespace
}  // namespace kcast::ptx
