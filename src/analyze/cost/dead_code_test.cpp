#include "analyze/cost/dead_code.h"

#include <gtest/gtest.h>

#include <string>

#include "analyze/cost/machine_costs.h"
#include "analyze/ptx/parse/parse.h"

namespace kcast::cost {
namespace {

// A cosine, a shuffle of it and their sum %f4; then one value is stored.
MachineCost shuffled_cosine(const std::string& stored) {
  const auto module = ptx::parse_ptx(
      ".version 8.5\n.target sm_90\n.address_size 64\n"
      ".extern .func (.param .b32 result) __kc_cos_f32(.param .b32 x);\n"
      ".visible .entry k(.param .u64 p)\n{\n"
      ".reg .b32 %r<3>;\n.reg .b64 %rd<2>;\n.reg .f32 %f<5>;\n"
      "ld.param.u64 %rd1, [p];\nld.global.f32 %f1, [%rd1];\n"
      "{ .param .b32 a; .param .b32 r;\nst.param.f32 [a], %f1;\n"
      "call.uni (r), __kc_cos_f32, (a);\nld.param.f32 %f2, [r]; }\n"
      "mov.b32 %r1, %f2;\nshfl.sync.bfly.b32 %r2, %r1, 16, 31, -1;\nmov.b32 %f3, %r2;\n"
      "add.f32 %f4, %f2, %f3;\nst.global.f32 [%rd1], " +
      stored + ";\nret;\n}\n");
  MachineCost total;
  EXPECT_TRUE(module.has_value());
  if (!module) return total;
  for (const MachineCost& cost : machine_costs(*module, module->functions.back()))
    add_cost(total, cost, 1);
  return total;
}

// nvcc keeps a shuffle whose result nobody needs, and what it exchanges; ptxas takes both out:
// its listing of the first kernel has no FADD, FMUL, FFMA and SHFL.
TEST(DeadCode, WhatOnlyAnUnusedShuffleNeedsIsLeftOut) {
  const MachineCost unused = shuffled_cosine("%f1");
  EXPECT_EQ(unused.fadd + unused.fmul + unused.ffma + unused.other, 0);
  const MachineCost used = shuffled_cosine("%f4");
  EXPECT_EQ(used.fadd, 1);
  EXPECT_EQ(used.ffma, Expansions::embedded().common("__kc_cos_f32")->ffma);
}

}  // namespace
}  // namespace kcast::cost
