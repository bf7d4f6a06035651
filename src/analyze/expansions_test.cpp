#include "analyze/expansions.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <string>

#include "base/files.h"

namespace kcast {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

const MachineCost& at(std::string_view key, std::initializer_list<double> arguments) {
  static const MachineCost kNone;
  const std::vector<double> values(arguments);
  const MachineCost* cost = Expansions::embedded().at(key, values);
  EXPECT_NE(cost, nullptr) << key;
  return cost == nullptr ? kNone : *cost;
}

const MachineCost& common(std::string_view key, bool fast = false) {
  static const MachineCost kNone;
  const MachineCost* cost = Expansions::embedded().common(key, fast);
  EXPECT_NE(cost, nullptr) << key;
  return cost == nullptr ? kNone : *cost;
}

struct Flops {
  float add, mul, fma;
  bool operator==(const Flops&) const = default;
};
Flops single(const MachineCost& cost) {
  return {cost.fadd, cost.fmul, cost.ffma};
}
Flops twice(const MachineCost& cost) {
  return {cost.dadd, cost.dmul, cost.dfma};
}

// Counted by hand in listings of ptxas, before this table existed.
TEST(Expansions, CommonPathsAreThoseOfTheListings) {
  EXPECT_EQ(single(common("div.rn.f32")), (Flops{0, 0, 5}));
  EXPECT_EQ(single(common("rcp.rn.f32")), (Flops{1, 0, 2}));
  EXPECT_EQ(single(common("sqrt.rn.f32")), (Flops{0, 2, 2}));
  EXPECT_EQ(single(common("__kc_exp_f32")), (Flops{1, 1, 4}));
  EXPECT_EQ(single(common("__kc_exp_f32", true)), (Flops{0, 1, 0}));
  EXPECT_EQ(single(common("__kc_log_f32")), (Flops{1, 1, 11}));
  EXPECT_EQ(single(common("__kc_pow_f32")), (Flops{13, 10, 19}));
  EXPECT_EQ(twice(common("div.rn.f64")), (Flops{0, 1, 7}));
  EXPECT_EQ(twice(common("sqrt.rn.f64")), (Flops{0, 3, 5}));
  EXPECT_EQ(twice(common("rcp.rn.f64")), (Flops{0, 0, 5}));
  EXPECT_EQ(twice(common("__kc_exp_f64")), (Flops{1, 0, 14}));
  EXPECT_EQ(common("div.rn.f32").mufu, 1);
}

TEST(Expansions, ZeroAndTinyArgumentsTakeTheSlowPath) {
  const float usual = common("sqrt.rn.f32").slots;
  EXPECT_EQ(at("sqrt.rn.f32", {1.5}).slots, usual);
  EXPECT_GT(at("sqrt.rn.f32", {0.0}).slots, usual);
  EXPECT_GT(at("sqrt.rn.f32", {0x1p-102}).slots, usual);
  EXPECT_EQ(at("sqrt.rn.f32", {0x1p-101}).slots, usual);
  EXPECT_EQ(at("div.rn.f64", {0x1p-969, 1.5}).slots, common("div.rn.f64").slots);
  EXPECT_GT(at("div.rn.f64", {0x1p-970, 1.5}).dfma, 7);
  EXPECT_GT(at("div.rn.f64", {0.0, 1.5}).dfma, 7);
  EXPECT_GT(at("div.rn.f32", {1.5, kInfinity}).slots, common("div.rn.f32").slots);
}

TEST(Expansions, LargeAnglesAreReducedWithIntegers) {
  EXPECT_LT(at("__kc_sin_f32", {105614.0}).slots, 100);
  EXPECT_GT(at("__kc_sin_f32", {200000.0}).integer, 50);
  EXPECT_EQ(at("__kc_sin_f32", {200000.0}).dmul, 1);
}

TEST(Expansions, EveryCanonicalFunctionHasACost) {
  const auto text = read_file(std::string(KCAST_SOURCE_DIR) + "/src/frontend/device/functions.tsv");
  ASSERT_TRUE(text.has_value());
  size_t start = text->find('\n') + 1;
  int functions = 0;
  while (start < text->size()) {
    const std::string name = text->substr(start, text->find('\t', start) - start);
    EXPECT_GT(common(name).slots, 0) << name;
    start = text->find('\n', start) + 1;
    ++functions;
  }
  EXPECT_GE(functions, 185);
}

TEST(Expansions, RefusesBrokenTables) {
  EXPECT_FALSE(Expansions::parse("").has_value());
  EXPECT_FALSE(Expansions::parse("key\tvariant\n").has_value());
}

struct Totals {
  float fadd = 0, fmul = 0, ffma = 0, integer = 0, branch = 0;
};

Totals totals_of(const std::string& body) {
  const std::string text =
      ".version 8.5\n.target sm_90\n.address_size 64\n"
      ".visible .entry k(.param .u64 p, .param .u64 q, .param .u32 n)\n{\n"
      ".reg .pred %p<9>;\n.reg .f32 %f<9>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n" +
      body + "}\n";
  const auto module = ptx::parse_ptx(text);
  EXPECT_TRUE(module.has_value());
  Totals totals;
  if (!module) return totals;
  for (const MachineCost& cost : machine_costs(*module, module->functions.at(0))) {
    totals.fadd += cost.fadd;
    totals.fmul += cost.fmul;
    totals.ffma += cost.ffma;
    totals.integer += cost.integer;
    totals.branch += cost.branch;
  }
  return totals;
}

// ptxas: IMAD for the index, ISETP, and one IMAD.WIDE for each array.
TEST(MachineCosts, SaxpyHasFourIntegerInstructions) {
  const Totals totals = totals_of(R"(
    ld.param.u64 %rd1, [p];
    ld.param.u64 %rd2, [q];
    ld.param.u32 %r2, [n];
    mov.u32 %r3, %ctaid.x;
    mov.u32 %r4, %ntid.x;
    mov.u32 %r5, %tid.x;
    mad.lo.s32 %r1, %r3, %r4, %r5;
    setp.ge.s32 %p1, %r1, %r2;
    @%p1 bra $end;
    cvta.to.global.u64 %rd3, %rd2;
    cvta.to.global.u64 %rd4, %rd1;
    mul.wide.s32 %rd5, %r1, 4;
    add.s64 %rd6, %rd4, %rd5;
    ld.global.f32 %f2, [%rd6];
    add.s64 %rd7, %rd3, %rd5;
    ld.global.f32 %f3, [%rd7];
    mul.f32 %f4, %f2, %f2;
    add.f32 %f5, %f4, %f3;
    st.global.f32 [%rd7], %f5;
  $end:
    ret;
  )");
  EXPECT_EQ(totals.integer, 4);
  EXPECT_EQ(totals.ffma, 1);
  EXPECT_EQ(totals.fmul + totals.fadd, 0);
  EXPECT_EQ(totals.branch, 2);
}

// A product that is also stored stays a multiplication, and so does one with .rn.
TEST(MachineCosts, OnlyProductsThatAreAllSummedAreFused) {
  const Totals kept = totals_of(R"(
    ld.param.u64 %rd1, [p];
    ld.global.f32 %f1, [%rd1];
    mul.f32 %f2, %f1, %f1;
    add.f32 %f3, %f2, %f1;
    st.global.f32 [%rd1], %f2;
    st.global.f32 [%rd1+4], %f3;
    ret;
  )");
  EXPECT_EQ(kept.fmul, 1);
  EXPECT_EQ(kept.fadd, 1);
  const Totals rounded = totals_of(R"(
    ld.param.u64 %rd1, [p];
    ld.global.f32 %f1, [%rd1];
    mul.rn.f32 %f2, %f1, %f1;
    add.f32 %f3, %f2, %f1;
    st.global.f32 [%rd1], %f3;
    ret;
  )");
  EXPECT_EQ(rounded.fmul, 1);
  EXPECT_EQ(rounded.ffma, 0);
}

// add.s64 is two instructions; an offset that only addresses use is none.
TEST(MachineCosts, WideSumsAreTwoAndOffsetsAreFree) {
  const Totals totals = totals_of(R"(
    ld.param.u64 %rd1, [p];
    ld.param.u64 %rd2, [q];
    add.s64 %rd3, %rd1, %rd2;
    add.s64 %rd4, %rd3, 16;
    ld.global.f32 %f1, [%rd4];
    st.global.f32 [%rd3], %f1;
    ret;
  )");
  EXPECT_EQ(totals.integer, 2);
}

}  // namespace
}  // namespace kcast
