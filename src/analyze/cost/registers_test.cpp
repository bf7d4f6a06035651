#include "analyze/cost/registers.h"

#include <gtest/gtest.h>

#include <string>

#include "analyze/cost/register_code.h"
#include "analyze/ptx/parse/parse.h"

namespace kcast::cost {
namespace {

ptx::Module parse(const std::string& body) {
  const std::string text =
      ".version 8.5\n.target sm_90\n.address_size 64\n"
      ".visible .entry k(.param .u64 k_param_0, .param .u32 k_param_1)\n{\n"
      ".reg .pred %p<4>;\n.reg .b32 %r<16>;\n.reg .f32 %f<16>;\n.reg .b64 %rd<8>;\n"
      ".reg .f64 %fd<16>;\n" +
      body + "}\n";
  auto module = ptx::parse_ptx(text);
  EXPECT_TRUE(module) << (module ? "" : module.error().message);
  return module ? *std::move(module) : ptx::Module{};
}

int64_t demand(const std::string& body) {
  const ptx::Module module = parse(body);
  return register_demand(module, module.functions[0]);
}

const std::string kElement =
    "ld.param.u64 %rd1, [k_param_0];\ncvta.to.global.u64 %rd2, %rd1;\nmov.u32 %r1, %tid.x;\n"
    "mul.wide.s32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd2, %rd3;\n";

TEST(registers, a_parameter_is_a_pair_until_the_address_is_made) {
  // The base is a pair beside the index, then the address takes its place: of an address and a
  // value that are alive together there are three.
  EXPECT_EQ(demand(kElement + "ld.global.f32 %f1, [%rd4];\nst.global.f32 [%rd4], %f1;\nret;\n"), 3);
}

TEST(registers, counts_what_lives_together) {
  // Three values beside the address, at the first addition.
  EXPECT_EQ(
      demand(kElement +
             "ld.global.f32 %f1, [%rd4];\nld.global.f32 %f2, [%rd4+128];\n"
             "ld.global.f32 %f3, [%rd4+256];\nadd.f32 %f4, %f1, %f2;\nadd.f32 %f5, %f4, %f3;\n"
             "st.global.f32 [%rd4], %f5;\nret;\n"),
      5);
}

TEST(registers, constants_uniform_values_and_predicates_take_none) {
  EXPECT_EQ(
      demand(kElement + "ld.global.f32 %f1, [%rd4];\nmov.f32 %f3, 0f3F800000;\n"
                        "ld.param.u32 %r2, [k_param_1];\nmov.u32 %r3, %ctaid.x;\n"
                        "add.s32 %r4, %r2, %r3;\nsetp.gt.s32 %p1, %r4, 3;\n"
                        "fma.rn.f32 %f2, %f1, %f3, %f3;\n@%p1 st.global.f32 [%rd4], %f2;\nret;\n"),
      3);
}

TEST(registers, a_division_takes_those_of_its_slow_way) {
  const std::string loads =
      kElement + "ld.global.f32 %f1, [%rd4];\nld.global.f32 %f2, [%rd4+128];\n";
  const std::string store = "st.global.f32 [%rd4], %f3;\nret;\n";
  const int64_t plain = demand(loads + "add.f32 %f3, %f1, %f2;\n" + store);
  const int64_t slow = demand(loads + "div.rn.f32 %f3, %f1, %f2;\n" + store);
  EXPECT_EQ(plain, 4);  // two values and the address
  EXPECT_EQ(slow, 10);  // the address, and eight
}

TEST(registers, a_short_loop_that_is_counted_is_unrolled) {
  const std::string loop =
      kElement +
      "mov.u32 %r2, 0;\nmov.f32 %f1, 0f00000000;\nLOOP:\nld.global.nc.f32 %f2, [%rd4];\n"
      "add.f32 %f1, %f1, %f2;\nadd.s64 %rd4, %rd4, 128;\nadd.s32 %r2, %r2, 1;\n"
      "setp.lt.s32 %p1, %r2, %r1;\n@%p1 bra LOOP;\nst.global.f32 [%rd2], %f1;\nret;\n";
  const ptx::Module module = parse(loop);
  const auto loads = [&](bool unrolls) {
    int64_t out = 0;
    for (const RegisterBlock& block :
         register_code(module, module.functions[0], {.unrolls = unrolls}).blocks) {
      for (const RegisterStep& step : block.steps)
        out += step.kind == StepClass::Load ? 1 : 0;
    }
    return out;
  };
  EXPECT_EQ(loads(false), 1);
  EXPECT_EQ(loads(true), 4);
}

TEST(registers, launch_bounds_cap_the_estimate) {
  std::string body;
  for (int i = 0; i < 100; ++i) {
    body += "ld.global.f32 %g" + std::to_string(i) + ", [%rd1+" + std::to_string(4 * i) + "];\n";
  }
  for (int i = 0; i < 100; ++i) {
    body += "st.global.f32 [%rd2+" + std::to_string(4 * i) + "], %g" + std::to_string(i) + ";\n";
  }
  ptx::Module module =
      parse(".reg .f32 %g<100>;\nmov.u32 %r1, %tid.x;\ncvt.u64.u32 %rd1, %r1;\n" + body + "ret;\n");
  ptx::Function& function = module.functions[0];
  const int64_t needed = register_demand(module, function);
  EXPECT_GE(estimate_registers(function, needed, 65536, 255), 100);
  function.max_threads = {1024, 1, 1};
  EXPECT_EQ(estimate_registers(function, needed, 65536, 255), 64);
}

}  // namespace
}  // namespace kcast::cost
