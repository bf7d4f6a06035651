// What ptxas makes of operations on halves.
#include <gtest/gtest.h>

#include <string>

#include "analyze/cost/expansions.h"
#include "analyze/cost/machine_costs.h"
#include "analyze/ptx/parse/parse.h"

namespace kcast::cost {
namespace {

struct Halves {
  float add = 0, mul = 0, fma = 0;
  bool operator==(const Halves&) const = default;
};

// What becomes of operations on three halves of 16 or 32 bits, of which the last is stored.
Halves halves_of(const std::string& operations, const std::string& bits = "16") {
  const auto module = ptx::parse_ptx(
      ".version 8.5\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
      ".reg .pred %p<2>;\n.reg .b32 %r<2>;\n.reg .b64 %rd<2>;\n.reg .b" +
      bits +
      " %h<9>;\n"
      "ld.param.u64 %rd1, [p];\nld.global.b" +
      bits + " %h1, [%rd1];\nld.global.b" + bits + " %h2, [%rd1+4];\nld.global.b" + bits +
      " %h3, [%rd1+8];\nmov.u32 %r1, %tid.x;\n"
      "setp.lt.u32 %p1, %r1, 5;\n" +
      operations + "st.global.b" + bits + " [%rd1], %h8;\nret;\n}\n");
  EXPECT_TRUE(module.has_value());
  if (!module) return {};
  MachineCost total;
  for (const MachineCost& cost : machine_costs(*module, module->functions.back()))
    add_cost(total, cost, 1);
  return {total.hadd, total.hmul, total.hfma};
}

// Listings of ptxas 13.0: HADD2.FTZ, HADD2.BF16_V2, HFMA2.BF16_V2.RELU, HMNMX2.NAN.
TEST(MachineCosts, ModifiersOfHalvesCostNothing) {
  EXPECT_EQ(halves_of("add.ftz.f16 %h8, %h1, %h2;\n"), (Halves{1, 0, 0}));
  EXPECT_EQ(halves_of("mul.ftz.sat.f16 %h8, %h1, %h2;\n"), (Halves{0, 1, 0}));
  EXPECT_EQ(halves_of("fma.rn.ftz.f16 %h8, %h1, %h2, %h3;\n"), (Halves{0, 0, 1}));
  EXPECT_EQ(halves_of("sub.bf16 %h8, %h1, %h2;\n"), (Halves{1, 0, 0}));
  EXPECT_EQ(halves_of("fma.rn.relu.bf16 %h8, %h1, %h2, %h3;\n"), (Halves{0, 0, 1}));
  EXPECT_EQ(halves_of("mul.bf16x2 %h8, %h1, %h2;\n", "32"), (Halves{0, 0, 1}));
  EXPECT_EQ(halves_of("max.ftz.NaN.xorsign.abs.f16 %h8, %h1, %h2;\n"), (Halves{0, 0, 0}));
  EXPECT_EQ(halves_of("mul.ftz.f16 %h4, %h1, %h2;\nadd.ftz.f16 %h8, %h4, %h3;\n"),
            (Halves{0, 0, 1}));
}

// ptxas 13.0: HADD2 for every lane, then SEL.
TEST(MachineCosts, HalvesThatAreChosenAreComputedByAll) {
  EXPECT_EQ(halves_of("add.f16 %h4, %h1, %h2;\nselp.b16 %h8, %h4, %h2, %p1;\n"), (Halves{1, 0, 0}));
}

// hsqrt is written so in every build: sinf beside it is not that of fast math.
TEST(MachineCosts, RootsOfHalvesAreNoFastMath) {
  const auto module = ptx::parse_ptx(R"(
    .version 8.5
    .target sm_90
    .address_size 64
    .extern .func (.param .b32 result) __kc_sin_f32(.param .b32 x);
    .visible .entry k(.param .u64 p) {
    .reg .b64 %rd<2>; .reg .f32 %f<4>;
    ld.param.u64 %rd1, [p];
    ld.global.f32 %f1, [%rd1];
    sqrt.approx.ftz.f32 %f2, %f1;
    { .param .b32 a; .param .b32 r;
    st.param.f32 [a], %f2;
    call.uni (r), __kc_sin_f32, (a);
    ld.param.f32 %f3, [r]; }
    st.global.f32 [%rd1], %f3;
    ret; })");
  ASSERT_TRUE(module.has_value());
  MachineCost total;
  for (const MachineCost& cost : machine_costs(*module, module->functions.back()))
    add_cost(total, cost, 1);
  EXPECT_EQ(total.ffma, Expansions::embedded().common("__kc_sin_f32")->ffma);
}

}  // namespace
}  // namespace kcast::cost
