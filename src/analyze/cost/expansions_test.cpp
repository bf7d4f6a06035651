#include "analyze/cost/expansions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "analyze/cost/machine_costs.h"
#include "analyze/ptx/parse/parse.h"
#include "base/files.h"
#include "base/text.h"

namespace kcast::cost {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

const MachineCost& at(std::string_view key, std::initializer_list<double> arguments) {
  static const MachineCost none;
  const std::vector<double> values(arguments);
  const MachineCost* cost = Expansions::embedded().at(key, values);
  EXPECT_NE(cost, nullptr) << key;
  return cost == nullptr ? none : *cost;
}

const MachineCost& common(std::string_view key, bool fast = false) {
  static const MachineCost none;
  const MachineCost* cost = Expansions::embedded().common(key, fast);
  EXPECT_NE(cost, nullptr) << key;
  return cost == nullptr ? none : *cost;
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
  const auto text = read_file(std::string(KCAST_SOURCE_DIR) + "/sysroot/device/functions.tsv");
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

// "x_div_rn_f32" of a launch is "div.rn.f32" or "__kc_..." in the table.
std::string key_of_launch(const std::string& kernel) {
  std::string key = "__kc_" + kernel.substr(2);
  if (Expansions::embedded().common(key) != nullptr) return key;
  key = kernel.substr(2);
  std::replace(key.begin(), key.end(), '_', '.');
  return key;
}

// tests/checks_expansions/readings.tsv: what the counters of an H200 said. A row of the
// table may be the mean over a range of arguments whose paths differ a little.
TEST(Expansions, AgreeWithTheCountersOfAnH200) {
  // Quotients that overflow, which arguments varied one at a time do not show; and a
  // loop whose length depends on both arguments.
  const std::set<std::string> exceptions = {"x_div_rn_f32 1e30 1e-10", "x_fmod_f64 1e9 1.25"};
  const auto text =
      read_file(std::string(KCAST_SOURCE_DIR) + "/tests/checks_expansions/readings.tsv");
  ASSERT_TRUE(text.has_value());
  int launches = 0;
  for (const std::string& line : split(*text, '\n')) {
    const std::vector<std::string> fields = split(line, '\t');
    if (fields.size() != 15 || fields[0] == "kernel") continue;
    ++launches;
    const std::string launch = fields[0] + " " + fields[1];
    if (exceptions.contains(launch)) continue;
    std::vector<double> values;
    for (const std::string& value : split(fields[1], ' '))
      values.push_back(std::strtod(value.c_str(), nullptr));
    const MachineCost* cost = Expansions::embedded().at(key_of_launch(fields[0]), values);
    ASSERT_NE(cost, nullptr) << launch;
    const std::array<float, 12> expected = {cost->fadd,    cost->fmul, cost->ffma,
                                            cost->dadd,    cost->dmul, cost->dfma,
                                            cost->hadd,    cost->hmul, cost->hfma + cost->hmove,
                                            cost->integer, cost->bit,  cost->conversion};
    for (size_t at = 0; at < expected.size(); ++at) {
      const double allowed = at == 9 ? 2.5 : 0.96;
      EXPECT_NEAR(expected[at], std::strtod(fields[at + 3].c_str(), nullptr), allowed)
          << launch << ", column " << at + 3;
    }
  }
  EXPECT_EQ(launches, 150);
}

TEST(Expansions, RefusesBrokenTables) {
  EXPECT_FALSE(Expansions::parse("").has_value());
  EXPECT_FALSE(Expansions::parse("key\tvariant\n").has_value());
}

struct Totals {
  float fadd = 0, fmul = 0, ffma = 0, integer = 0, branch = 0, hadd = 0;
};

Totals totals_of(const std::string& body, const std::string& functions = "") {
  const std::string text =
      ".version 8.5\n.target sm_90\n.address_size 64\n" + functions +
      ".visible .entry k(.param .u64 p, .param .u64 q, .param .u32 n)\n{\n"
      ".reg .pred %p<9>;\n.reg .f32 %f<9>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n" +
      body + "}\n";
  const auto module = ptx::parse_ptx(text);
  EXPECT_TRUE(module.has_value());
  Totals totals;
  if (!module) return totals;
  for (const MachineCost& cost : machine_costs(*module, module->functions.back())) {
    totals.fadd += cost.fadd;
    totals.fmul += cost.fmul;
    totals.ffma += cost.ffma;
    totals.integer += cost.integer;
    totals.branch += cost.branch;
    totals.hadd += cost.hadd;
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

// Eight steps of a loop that ptxas unrolls to sixteen: counter and test cost a half each.
TEST(MachineCosts, CountersOfUnrolledLoopsAreShared) {
  const Totals totals = totals_of(R"(
    ld.param.u64 %rd1, [p];
    ld.param.u32 %r1, [n];
    ld.global.f32 %f1, [%rd1];
  $again:
    fma.rn.f32 %f1, %f1, %f1, %f1;
    add.s32 %r1, %r1, -8;
    setp.ne.s32 %p1, %r1, 0;
    @%p1 bra $again;
    st.global.f32 [%rd1], %f1;
    ret;
  )");
  EXPECT_EQ(totals.integer, 1);
  EXPECT_EQ(totals.branch, 1.5F);
}

// FMUL.D2 scales its result, and one FMUL reduces the angle for sine and cosine.
TEST(MachineCosts, ScalingAndSharedReductionsAreFree) {
  const Totals totals = totals_of(R"(
    ld.param.u64 %rd1, [p];
    ld.global.f32 %f1, [%rd1];
    mul.f32 %f2, %f1, 0fC0490FDB;
    mul.f32 %f3, %f2, 0f3F000000;
    sin.approx.f32 %f4, %f3;
    cos.approx.f32 %f5, %f3;
    st.global.f32 [%rd1], %f4;
    st.global.f32 [%rd1+4], %f5;
    ret;
  )");
  EXPECT_EQ(totals.fmul, 2);
}

// FFMA.SAT clamps, and the product that scales denormals is under a guard: nvcc's expf and
// logf begin so.
TEST(MachineCosts, SaturationAndScaledDenormalsAreFree) {
  const Totals totals = totals_of(R"(
    ld.param.u64 %rd1, [p];
    ld.global.f32 %f1, [%rd1];
    fma.rn.f32 %f2, %f1, %f1, %f1;
    cvt.sat.f32.f32 %f3, %f2;
    setp.lt.f32 %p1, %f3, 0f00800000;
    mul.f32 %f4, %f3, 0f4B000000;
    selp.f32 %f5, %f4, %f3, %p1;
    st.global.f32 [%rd1], %f5;
    ret;
  )");
  EXPECT_EQ(totals.ffma, 1);
  EXPECT_EQ(totals.fmul + totals.fadd, 0);
}

// Scaling by choice is guarded and counts half; clamping what is also used as it is counts.
TEST(MachineCosts, OtherSaturationAndScalingCount) {
  const Totals totals = totals_of(R"(
    ld.param.u64 %rd1, [p];
    ld.global.f32 %f1, [%rd1];
    fma.rn.f32 %f2, %f1, %f1, %f1;
    cvt.sat.f32.f32 %f3, %f2;
    setp.lt.f32 %p1, %f3, 0f3F000000;
    mul.f32 %f4, %f3, 0f4B000000;
    selp.f32 %f5, %f4, %f3, %p1;
    st.global.f32 [%rd1], %f5;
    st.global.f32 [%rd1+4], %f2;
    ret;
  )");
  EXPECT_EQ(totals.fadd, 1);
  EXPECT_EQ(totals.fmul, 0.5F);
}

// ptxas 13.0: DADD for every lane, and an FSEL for each half of what is chosen.
TEST(MachineCosts, DoublesThatAreChosenAreComputedByAll) {
  const auto module = ptx::parse_ptx(R"(
    .version 8.5
    .target sm_90
    .address_size 64
    .visible .entry k(.param .u64 p) {
    .reg .pred %p<2>; .reg .b64 %rd<2>; .reg .f64 %fd<5>; .reg .b32 %r<2>;
    ld.param.u64 %rd1, [p];
    mov.u32 %r1, %tid.x;
    ld.global.f64 %fd1, [%rd1];
    ld.global.f64 %fd2, [%rd1+8];
    setp.lt.u32 %p1, %r1, 2;
    add.rn.f64 %fd3, %fd1, %fd2;
    selp.f64 %fd4, %fd3, %fd2, %p1;
    st.global.f64 [%rd1], %fd4;
    ret; })");
  ASSERT_TRUE(module.has_value());
  std::vector<GuardedCost> guarded;
  float sums = 0;
  for (const MachineCost& cost : machine_costs(*module, module->functions[0], false, &guarded))
    sums += cost.dadd;
  EXPECT_EQ(sums, 1);
  EXPECT_TRUE(guarded.empty());
}

// What ptxas 13.0 leaves of logic on 64 bits, with nothing else of integers around it.
TEST(MachineCosts, HalvesOfWordsAreRegisters) {
  const auto integers = [](const std::string& logic) {
    return totals_of(
               "ld.param.u64 %rd1, [p];\nld.global.u64 %rd2, [%rd1];\n"
               "ld.global.u32 %r1, [%rd1+8];\nld.global.u32 %r2, [%rd1+12];\n" +
               logic + "st.global.u64 [%rd1], %rd8;\nret;\n")
        .integer;
  };
  const std::string low = "cvt.u64.u32 %rd3, %r1;\n";
  const std::string high = "cvt.u64.u32 %rd4, %r2;\nshl.b64 %rd5, %rd4, 32;\n";
  EXPECT_EQ(integers(low + high + "or.b64 %rd8, %rd5, %rd3;\n"), 0);
  EXPECT_EQ(integers("and.b64 %rd6, %rd2, -4294967296;\n" + low + "or.b64 %rd8, %rd6, %rd3;\n"), 0);
  EXPECT_EQ(integers("shr.u64 %rd8, %rd2, 32;\n"), 0);
  EXPECT_EQ(integers("shl.b64 %rd8, %rd2, 40;\n"), 1);
  EXPECT_EQ(integers("and.b64 %rd8, %rd2, 4294967295;\n"), 0);
  EXPECT_EQ(integers("and.b64 %rd8, %rd2, 255;\n"), 1);
  EXPECT_EQ(integers(low + "or.b64 %rd8, %rd2, %rd3;\n"), 1);
  EXPECT_EQ(integers("ld.global.u64 %rd7, [%rd1+16];\nor.b64 %rd8, %rd2, %rd7;\n"), 2);
}

std::string declaration(const std::string& name, const std::string& parameters) {
  return ".extern .func (.param .b32 result) " + name + "(" + parameters + ");\n";
}
std::string call(const std::string& result, const std::string& name, const std::string& x,
                 const std::string& y = "") {
  std::string text =
      "{ .param .b32 a; .param .b32 b; .param .b32 r;\nst.param.f32 [a], " + x + ";\n";
  if (!y.empty()) text += "st.param.f32 [b], " + y + ";\n";
  return text + "call.uni (r), " + name + ", (a" + (y.empty() ? "" : ", b") + ");\nld.param.f32 " +
         result + ", [r]; }\n";
}

// FMUL and three FFMA bring the angle near zero; both functions go on from there.
TEST(MachineCosts, SineAndCosineOfOneAngleReduceItOnce) {
  const std::string functions =
      declaration("__kc_sin_f32", ".param .b32 x") + declaration("__kc_cos_f32", ".param .b32 x");
  const std::string load =
      "ld.param.u64 %rd1, [p];\nld.global.f32 %f1, [%rd1];\n"
      "ld.global.f32 %f4, [%rd1+4];\n";
  const std::string store = "st.global.f32 [%rd1], %f2;\nst.global.f32 [%rd1+4], %f3;\nret;\n";
  const Totals one = totals_of(
      load + call("%f2", "__kc_sin_f32", "%f1") + call("%f3", "__kc_cos_f32", "%f1") + store,
      functions);
  const Totals two = totals_of(
      load + call("%f2", "__kc_sin_f32", "%f1") + call("%f3", "__kc_cos_f32", "%f4") + store,
      functions);
  EXPECT_EQ(two.fmul - one.fmul, 1);
  EXPECT_EQ(two.ffma - one.ffma, 3);
}

// In the listing of ptxas 4 FMUL and 9 FFMA of powf are left in the loop.
TEST(MachineCosts, ThePowersOfOneBaseShareItsLogarithm) {
  const auto module =
      ptx::parse_ptx(".version 8.5\n.target sm_90\n.address_size 64\n" +
                     declaration("__kc_pow_f32", ".param .b32 x, .param .b32 y") +
                     ".visible .entry k(.param .u64 p, .param .u32 n)\n{\n"
                     ".reg .pred %p<9>;\n.reg .f32 %f<9>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n"
                     "ld.param.u64 %rd1, [p];\nld.param.u32 %r1, [n];\nld.global.f32 %f1, [%rd1];\n"
                     "$again:\ncvt.rn.f32.s32 %f2, %r1;\n" +
                     call("%f3", "__kc_pow_f32", "%f1", "%f2") +
                     "st.global.f32 [%rd1], %f3;\nadd.s32 %r1, %r1, -1;\nsetp.ne.s32 %p1, %r1, 0;\n"
                     "@%p1 bra $again;\nret;\n}\n");
  ASSERT_TRUE(module.has_value());
  const ptx::Function& function = module->functions.back();
  const std::vector<MachineCost> costs = machine_costs(*module, function);
  Totals inside, whole;
  for (size_t at = 0; at < costs.size(); ++at) {
    whole.ffma += costs[at].ffma;
    if (function.instructions[at].op != ptx::Op::Call) continue;
    inside = {costs[at].fadd, costs[at].fmul, costs[at].ffma};
  }
  EXPECT_EQ(inside.fmul, 4);
  EXPECT_EQ(inside.ffma, 9);
  EXPECT_EQ(whole.ffma, 19);
}

// ptxas reads a half with its sign turned, and knows what one is.
TEST(MachineCosts, SignsOfHalvesAndProductsWithOneAreFree) {
  const Totals totals = totals_of(R"(
    .reg .b16 %h<9>;
    ld.param.u64 %rd1, [p];
    ld.global.u16 %h1, [%rd1];
    neg.f16 %h2, %h1;
    mov.b16 %h3, %h2;
    cvt.f32.f16 %f1, %h3;
    mov.f32 %f2, 0f3F800000;
    cvt.rn.f16.f32 %h4, %f2;
    cvt.f32.f16 %f3, %h4;
    mul.f32 %f4, %f3, %f1;
    st.global.f32 [%rd1], %f4;
    ret;
  )");
  EXPECT_EQ(totals.hadd, 1);
  EXPECT_EQ(totals.fmul, 0);
}

// ptxas: FMUL.FTZ R, |R|, c and FSETP.GTU.FTZ |R|, R, but FADD.FTZ R, |R|, -RZ before MUFU.
TEST(MachineCosts, MagnitudesThatFlushAreFreeWhereTheUserFlushesToo) {
  const auto sums = [](const std::string& user) {
    return totals_of(
               "ld.param.u64 %rd1, [p];\nld.global.f32 %f1, [%rd1];\nabs.ftz.f32 %f2, %f1;\n" +
               user + "\nst.global.f32 [%rd1], %f3;\nret;\n")
        .fadd;
  };
  EXPECT_EQ(sums("mul.ftz.f32 %f3, %f2, 0f3ED413CD;"), 0);
  EXPECT_EQ(sums("mul.f32 %f3, %f2, 0f3ED413CD;"), 1);
  EXPECT_EQ(sums("sqrt.approx.ftz.f32 %f3, %f2;"), 1);
}

// The sum of what the block left in shared memory, stored by lanes that a guard lets through:
// @P0 EXIT comes first, then LDS and the FADDs.
TEST(MachineCosts, WhatOnlyTheLastLanesNeedIsComputedBehindTheExit) {
  const auto module = ptx::parse_ptx(
      ".version 8.5\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
      ".reg .b64 %rd<9>;\n.reg .f32 %f<9>;\n.reg .b32 %r<9>;\n.reg .pred %p<9>;\n"
      ".shared .align 4 .b8 tile[64];\nld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\n"
      "ld.shared.f32 %f1, [tile];\nld.shared.f32 %f2, [tile+4];\nadd.f32 %f3, %f1, %f2;\n"
      "add.f32 %f4, %f3, 0f3F800000;\nsetp.ne.s32 %p1, %r1, 0;\n@%p1 bra $end;\n"
      "st.global.f32 [%rd1], %f4;\n$end:\nret;\n}\n");
  ASSERT_TRUE(module.has_value());
  const ptx::Function& function = module->functions.back();
  const std::vector<MachineCost> costs = machine_costs(*module, function);
  float before = 0, behind = 0;
  for (size_t at = 0; at < costs.size(); ++at) {
    const bool stores = function.instructions[at].op == ptx::Op::St;
    (stores ? behind : before) += costs[at].fadd;
  }
  EXPECT_EQ(before, 0);
  EXPECT_EQ(behind, 2);
}

// add.s64 is two instructions; an offset that only addresses use is none.
TEST(MachineCosts, WideSumsAreTwoAndOffsetsAreFree) {
  const Totals totals = totals_of(R"(
    ld.param.u64 %rd1, [p];
    ld.global.u64 %rd2, [%rd1];
    add.s64 %rd3, %rd1, %rd2;
    add.s64 %rd4, %rd3, 16;
    ld.global.f32 %f1, [%rd4];
    st.global.f32 [%rd3], %f1;
    ret;
  )");
  EXPECT_EQ(totals.integer, 2);
}

// USHF on what all threads share: 2 * blockDim.x takes no integer instruction, and the
// index is one IMAD with it.
TEST(MachineCosts, ShiftsOfSizesAreUniform) {
  const Totals totals = totals_of(R"(
    ld.param.u64 %rd1, [p];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    shl.b32 %r4, %r2, 1;
    mad.lo.s32 %r5, %r4, %r1, %r3;
    mul.wide.s32 %rd2, %r5, 4;
    add.s64 %rd3, %rd1, %rd2;
    st.global.f32 [%rd3], 0f00000000;
    ret;
  )");
  EXPECT_EQ(totals.integer, 2);
}

// LEA adds one shifted term: a row and a column of shared memory are two of them, where
// IADD3 would add three plain terms in one.
TEST(MachineCosts, ShiftedTermsAreNotAddedByThrees) {
  const auto sum_of = [](const char* first, const char* second) {
    return totals_of(std::string(R"(
      ld.param.u64 %rd1, [p];
      mov.u32 %r1, %tid.x;
      mov.u32 %r2, %tid.y;
      mov.u32 %r3, %tid.z;)") +
                     first + second + R"(
      add.s32 %r6, %r4, %r5;
      add.s32 %r7, %r6, %r3;
      st.global.u32 [%rd1], %r7;
      ret;
    )")
        .integer;
  };
  EXPECT_EQ(sum_of("shl.b32 %r4, %r1, 7;", "mov.u32 %r5, %laneid;"), 2);
  EXPECT_EQ(sum_of("mov.u32 %r4, %warpid;", "mov.u32 %r5, %laneid;"), 1);
}

// Only the lane that stores takes part in the last sum, which stands before the branch.
TEST(MachineCosts, TheLastSumIsMadePastTheExit) {
  const auto module = ptx::parse_ptx(R"(.version 8.5
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p) {
  .reg .pred %p<3>;
  .reg .f32 %f<9>;
  .reg .b32 %r<3>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  ld.global.f32 %f1, [%rd1];
  add.f32 %f2, %f1, %f1;
  setp.ne.s32 %p1, %r1, 0;
  @%p1 bra $end;
  st.global.f32 [%rd1], %f2;
$end:
  ret;
})");
  ASSERT_TRUE(module.has_value());
  const std::vector<MachineCost> costs = machine_costs(*module, module->functions.at(0));
  EXPECT_EQ(costs.at(3).fadd, 0);
  EXPECT_EQ(costs.at(6).fadd, 1);
}

// The second remainder by the same divisor has its reciprocal already.
TEST(MachineCosts, RemaindersShareReciprocals) {
  const auto remainders = [](const char* divisor) {
    return totals_of(std::string(R"(
      ld.param.u64 %rd1, [p];
      mov.u32 %r1, %tid.x;
      ld.global.u32 %r2, [%rd1];
      ld.global.u32 %r3, [%rd1+4];
      rem.u32 %r4, %r1, %r2;
      rem.u32 %r5, %r2, )") +
                     divisor + R"(;
      st.global.u32 [%rd1], %r4;
      st.global.u32 [%rd1+4], %r5;
      ret;
    )")
        .integer;
  };
  EXPECT_EQ(remainders("%r3") - remainders("%r2"), 6);
}

// A vote's result that is only tested stays a predicate.
TEST(MachineCosts, TruthStaysAPredicate) {
  const Totals totals = totals_of(R"(
    ld.param.u64 %rd1, [p];
    mov.u32 %r1, %tid.x;
    setp.gt.u32 %p1, %r1, 7;
    selp.u32 %r2, 1, 0, %p1;
    setp.ne.s32 %p2, %r2, 0;
    @%p2 st.global.f32 [%rd1], 0f00000000;
    ret;
  )");
  EXPECT_EQ(totals.integer, 1);
}

// @P0 FADD: one minus x where the condition holds, x elsewhere. Half of the lanes, by weight.
TEST(MachineCosts, AChoiceBetweenAValueAndItsChangeIsGuarded) {
  const auto additions = [](const char* other) {
    return totals_of(std::string(R"(
      ld.param.u64 %rd1, [p];
      ld.global.f32 %f1, [%rd1];
      ld.global.f32 %f2, [%rd1+4];
      setp.gt.f32 %p1, %f1, 0f00000000;
      sub.f32 %f3, 0f3F800000, %f1;
      selp.f32 %f4, %f3, )") +
                     other + R"(, %p1;
      st.global.f32 [%rd1], %f4;
      ret;
    )")
        .fadd;
  };
  EXPECT_EQ(additions("%f1"), 0.5F);
  EXPECT_EQ(additions("%f2"), 1);
}

}  // namespace
}  // namespace kcast::cost
