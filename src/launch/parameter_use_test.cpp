#include "launch/parameter_use.h"

#include <gtest/gtest.h>

namespace kcast::launch {
namespace {

ParameterUses uses_in(const std::string& body) {
  Inspection inspection;
  Kernel kernel;
  kernel.mangled = "k";
  inspection.modules = {{"k.cu", "clang", "sm_90", ".entry k(\n)\n{\n" + body + "\n}\n", ""}};
  return parameter_uses(inspection, kernel);
}

constexpr const char* kIndex =
    "mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %tid.x;\nmad.lo.s32 %r3, %r1, 64, %r2;\n";

TEST(parameter_use, thread_indices_are_bounded_scaled_and_divided) {
  const std::string loads =
      "ld.param.u32 %r10, [k_param_0];\nld.param.u32 %r11, [k_param_1];\n"
      "ld.param.u32 %r12, [k_param_2];\n";
  const ParameterUses uses = uses_in(loads + kIndex +
                                     "setp.ge.s32 %p1, %r3, %r10;\n@%p1 bra $L1;\n"
                                     "mul.lo.s32 %r4, %r3, %r11;\ndiv.s32 %r5, %r3, %r12;\n");
  EXPECT_EQ(uses.at({0, 0}), (ParameterUse{.bounds_threads = true, .factors = 1}));
  EXPECT_EQ(uses.at({1, 0}), (ParameterUse{.scales = true}));
  EXPECT_EQ(uses.at({2, 0}), (ParameterUse{.divides = true}));
}

TEST(parameter_use, loops_offsets_and_flags) {
  const ParameterUses uses = uses_in(
      "ld.param.u32 %r10, [k_param_0];\nld.param.u32 %r11, [k_param_1];\n"
      "ld.param.u32 %r12, [k_param_2];\nmov.b32 %r20, 0;\n$L2:\nadd.s32 %r20, %r20, 1;\n"
      "setp.lt.s32 %p1, %r20, %r10;\nadd.s32 %r21, %r20, %r11;\nsetp.eq.s32 %p2, %r12, 0;\n");
  EXPECT_EQ(uses.at({0, 0}), (ParameterUse{.bounds_loop = true}));
  EXPECT_EQ(uses.at({1, 0}), (ParameterUse{.is_added = true}));
  EXPECT_EQ(uses.at({2, 0}), (ParameterUse{.is_tested = true}));
}

TEST(parameter_use, a_bound_may_be_a_product) {
  const ParameterUses uses =
      uses_in(std::string("ld.param.u32 %r10, [k_param_0];\nld.param.u32 %r11, [k_param_1];\n"
                          "mul.lo.s32 %r12, %r10, %r11;\n") +
              kIndex + "setp.lt.s32 %p1, %r3, %r12;\n");
  EXPECT_EQ(uses.at({0, 0}), (ParameterUse{.bounds_threads = true, .factors = 2}));
  EXPECT_EQ(uses.at({1, 0}), (ParameterUse{.bounds_threads = true, .factors = 2}));
}

// A struct is read through its address, two members at once.
TEST(parameter_use, members_are_told_apart_by_their_place) {
  const ParameterUses uses = uses_in(std::string("mov.b64 %rd1, k_param_0;\nmov.u64 %rd2, %rd1;\n"
                                                 "ld.param.v2.u32 {%r10, %r11}, [%rd2+16];\n") +
                                     kIndex + "setp.ge.s32 %p1, %r3, %r11;\n");
  EXPECT_EQ(uses.at({0, 16}), ParameterUse{});
  EXPECT_TRUE(uses.at({0, 20}).bounds_threads);
}

TEST(parameter_use, what_memory_holds_is_no_argument) {
  const ParameterUses uses = uses_in(std::string("ld.param.u64 %rd1, [k_param_0];\n") + kIndex +
                                     "ld.global.u32 %r5, [%rd1];\nsetp.ge.s32 %p1, %r3, %r5;\n");
  EXPECT_FALSE(uses.at({0, 0}).bounds_threads);
}

}  // namespace
}  // namespace kcast::launch
