// What ptxas of CUDA 13.0 makes of loads of shared memory: LDS.128, LDS.64 or LDS.
#include "analyze/ptx/wide_loads.h"

#include <gtest/gtest.h>

#include <string>

#include "analyze/ptx/parse/parse.h"

namespace kcast::ptx {
namespace {

// The loads of shared memory that are left of a kernel with this body.
std::string loads(const std::string& body) {
  Result<Module> module = parse_ptx(
      ".version 8.5\n.target sm_90\n.visible .entry k() {\n"
      ".shared .align 4 .b8 s[1024];\n.reg .b32 %r<9>;\n.reg .f32 %f<9>;\n.reg .pred %p<2>;\n" +
      body + "ret;\n}\n");
  EXPECT_TRUE(module) << module.error().message;
  if (!module) return "";
  join_shared_loads(*module);
  std::string out;
  const Function& function = module->functions.back();
  for (const Instruction& instruction : function.instructions) {
    if (instruction.op == Op::Ld) out += instruction.mnemonic + " ";
  }
  for (const Block& block : function.blocks) {
    EXPECT_LE(static_cast<size_t>(block.last), function.instructions.size());
  }
  return out;
}

const std::string kFour =
    "ld.shared.f32 %f1, [%r1];\nld.shared.f32 %f2, [%r1+4];\n"
    "ld.shared.f32 %f3, [%r1+8];\nld.shared.f32 %f4, [%r1+12];\n";

TEST(wide_loads, four_neighbours_at_a_multiple_of_16_bytes_are_one_load) {
  EXPECT_EQ(loads("mov.u32 %r2, %tid.x;\nshl.b32 %r3, %r2, 4;\nmov.u32 %r4, s;\n"
                  "add.s32 %r1, %r4, %r3;\n" +
                  kFour),
            "ld.shared.v4.f32 ");
}

TEST(wide_loads, at_a_multiple_of_8_bytes_they_are_two) {
  EXPECT_EQ(loads("mov.u32 %r2, %tid.x;\nshl.b32 %r3, %r2, 3;\nmov.u32 %r4, s;\n"
                  "add.s32 %r1, %r4, %r3;\n" +
                  kFour),
            "ld.shared.v2.f32 ld.shared.v2.f32 ");
}

TEST(wide_loads, of_words_anywhere_nothing_is_joined) {
  EXPECT_EQ(loads("mov.u32 %r2, %tid.x;\nshl.b32 %r3, %r2, 2;\nmov.u32 %r4, s;\n"
                  "add.s32 %r1, %r4, %r3;\n" +
                  kFour),
            "ld.shared.f32 ld.shared.f32 ld.shared.f32 ld.shared.f32 ");
}

TEST(wide_loads, a_store_or_a_barrier_between_them_keeps_them_apart) {
  for (const char* between : {"st.shared.f32 [%r5], %f5;\n", "bar.sync 0;\n"}) {
    EXPECT_EQ(loads(std::string("mov.u32 %r1, s;\nld.shared.f32 %f1, [%r1];\n") + between +
                    "ld.shared.f32 %f2, [%r1+4];\n"),
              "ld.shared.f32 ld.shared.f32 ")
        << between;
  }
}

// A pointer that a loop moves by 16 bytes is aligned in every round.
TEST(wide_loads, what_a_loop_adds_counts) {
  const auto loop = [](const std::string& step) {
    return "mov.u32 %r1, s;\n$L: " + kFour + "add.s32 %r1, %r1, " + step +
           ";\nsetp.lt.u32 %p1, %r1, 512;\n@%p1 bra $L;\n";
  };
  EXPECT_EQ(loads(loop("16")), "ld.shared.v4.f32 ");
  EXPECT_EQ(loads(loop("8")), "ld.shared.v2.f32 ld.shared.v2.f32 ");
}

}  // namespace
}  // namespace kcast::ptx
