// Registers of machine code hold one value after the other; expectations are counted by hand.
#include "analyze/ptx/webs.h"

#include <gtest/gtest.h>

#include <string>

#include "analyze/ptx/parse/parse.h"

namespace kcast::ptx {
namespace {

Function split(const std::string& body) {
  Result<Module> module = parse_ptx(
      ".version 8.5\n.target sm_90\n.visible .entry k() {\n"
      ".reg .b32 %r<9>;\n.reg .pred %p<3>;\n" +
      body + "ret;\n}\n");
  EXPECT_TRUE(module) << module.error().message;
  if (!module) return {};
  split_registers(module->functions.back());
  return module->functions.back();
}

int32_t written(const Function& function, size_t instruction) {
  return function.instructions.at(instruction).operands.at(0).index;
}

TEST(webs, a_register_that_is_used_again_is_another_value) {
  const Function function =
      split("mov.u32 %r1, 1;\nadd.s32 %r2, %r1, 1;\nmov.u32 %r1, 7;\nadd.s32 %r3, %r1, %r2;\n");
  EXPECT_EQ(function.registers.size(), 4u);
  EXPECT_NE(written(function, 0), written(function, 2));
  EXPECT_EQ(function.instructions.at(1).operands.at(1).index, written(function, 0));
  EXPECT_EQ(function.instructions.at(3).operands.at(1).index, written(function, 2));
}

TEST(webs, a_guarded_write_keeps_what_was_there) {
  const Function function = split(
      "mov.u32 %r1, 1;\nsetp.eq.u32 %p1, %r2, 0;\n@%p1 mov.u32 %r1, 2;\nadd.s32 %r3, %r1, 1;\n");
  EXPECT_EQ(written(function, 0), written(function, 2));
}

TEST(webs, what_is_read_under_the_same_guard_alone_is_a_value_of_its_own) {
  const Function function = split(
      "mov.u32 %r1, 1;\nadd.s32 %r4, %r1, 1;\nsetp.eq.u32 %p1, %r4, 0;\n"
      "@%p1 mov.u32 %r1, 2;\n@%p1 add.s32 %r3, %r1, 1;\n");
  EXPECT_NE(written(function, 0), written(function, 3));
}

TEST(webs, what_goes_round_in_a_loop_is_one_value) {
  const Function function = split(
      "mov.u32 %r1, 0;\nL:\nadd.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, 9;\n@%p1 bra L;\n"
      "mov.u32 %r1, 3;\nadd.s32 %r2, %r1, 1;\n");
  EXPECT_EQ(written(function, 0), written(function, 1));
  EXPECT_NE(written(function, 0), written(function, 4));
}

}  // namespace
}  // namespace kcast::ptx
