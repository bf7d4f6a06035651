#include "analyze/sim/program.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "analyze/ptx/parse/parse.h"

namespace kcast::sim {
namespace {

ptx::Module parse(const std::string& body) {
  const std::string text =
      ".version 8.5\n.target sm_90\n.address_size 64\n"
      ".visible .entry k(.param .u64 k_param_0, .param .u32 k_param_1)\n{\n"
      ".reg .pred %p<4>;\n.reg .b32 %r<16>;\n.reg .f32 %f<16>;\n.reg .b64 %rd<8>;\n" +
      body + "}\n";
  auto module = ptx::parse_ptx(text);
  EXPECT_TRUE(module) << (module ? "" : module.error().message);
  return module ? *std::move(module) : ptx::Module{};
}

// Every block runs so often; a block that is not named once.
Program program_of(const ptx::Module& module, std::vector<double> executions = {}) {
  const ptx::Function& function = module.functions.at(0);
  executions.resize(function.blocks.size(), 1);
  std::vector<Step> steps(function.instructions.size());
  for (size_t i = 0; i < steps.size(); ++i) {
    const ptx::Instruction& instruction = function.instructions[i];
    steps[i].instruction = static_cast<int32_t>(i);
    steps[i].slots = 1;
    steps[i].latency = 4;
    if (instruction.op == ptx::Op::Ld) steps[i].kind = StepKind::Load;
    if (instruction.op == ptx::Op::Bar) steps[i].kind = StepKind::Barrier;
    if (instruction.op == ptx::Op::Div) steps[i].waits = true;
  }
  return make_program({function, std::move(steps), {}, std::move(executions)});
}

// Where each instruction of the text comes in the first piece.
std::vector<int> places(const Program& program) {
  std::vector<int> out;
  const std::vector<Step>& steps = program.pieces.at(0).steps;
  for (size_t k = 0; k < steps.size(); ++k) {
    const auto i = static_cast<size_t>(steps[k].instruction);
    if (out.size() <= i) out.resize(i + 1, -1);
    out[i] = static_cast<int>(k);
  }
  return out;
}

TEST(program, loads_are_issued_before_others_are_used) {
  const std::vector<int> at = places(program_of(parse(
      "ld.global.f32 %f1, [%rd1];\nadd.f32 %f2, %f1, %f1;\n"
      "ld.global.f32 %f3, [%rd2];\nadd.f32 %f4, %f3, %f2;\nst.global.f32 [%rd3], %f4;\nret;\n")));
  EXPECT_LT(at[2], at[1]);
  EXPECT_LT(at[1], at[3]);
  EXPECT_EQ(at[5], 5);
}

TEST(program, loads_are_not_moved_across_barriers_stores_and_branches) {
  const std::vector<int> barrier =
      places(program_of(parse("ld.global.f32 %f1, [%rd1];\nadd.f32 %f2, %f1, %f1;\nbar.sync 0;\n"
                              "ld.global.f32 %f3, [%rd2];\nadd.f32 %f4, %f3, %f2;\nret;\n")));
  EXPECT_GT(barrier[3], barrier[2]);
  const std::vector<int> store = places(program_of(
      parse("ld.global.f32 %f1, [%rd1];\nst.global.f32 [%rd3], %f1;\nld.global.f32 %f3, [%rd2];\n"
            "add.f32 %f4, %f3, %f1;\nret;\n")));
  EXPECT_GT(store[2], store[1]);
  const std::vector<int> apart = places(program_of(parse(
      "ld.global.f32 %f1, [%rd1];\nst.global.f32 [%rd1+4], %f1;\nld.global.f32 %f3, [%rd1+8];\n"
      "add.f32 %f4, %f3, %f1;\nret;\n")));
  EXPECT_LT(apart[2], apart[1]);
  const std::vector<int> division = places(program_of(
      parse("ld.global.f32 %f1, [%rd1];\ndiv.rn.f32 %f2, %f1, %f1;\nld.global.f32 %f3, [%rd2];\n"
            "add.f32 %f4, %f3, %f2;\nret;\n")));
  EXPECT_GT(division[2], division[1]);
}

TEST(program, only_so_many_loads_wait_in_registers) {
  std::string body;
  for (int i = 0; i < 64; ++i)
    body += "ld.global.f32 %f1, [%rd1+" + std::to_string(4 * i) + "];\nadd.f32 %f2, %f2, %f1;\n";
  const Program program = program_of(parse(body + "ret;\n"));
  int waiting = 0;
  int most = 0;
  for (const Step& step : program.pieces.at(0).steps) {
    waiting += step.kind == StepKind::Load ? 1 : step.after.empty() ? 0 : -1;
    most = std::max(most, waiting);
  }
  EXPECT_GE(most, 16);
  EXPECT_LE(most, 33);  // 128 bytes
}

TEST(program, loops_have_the_rounds_that_were_counted) {
  // A prologue, a loop of one block that runs 12 times, and what is behind it.
  const ptx::Module module = parse(
      "mov.u32 %r1, 0;\nL:\nadd.f32 %f1, %f1, %f2;\nadd.s32 %r1, %r1, 1;\n"
      "setp.lt.s32 %p1, %r1, %r2;\n@%p1 bra L;\nst.global.f32 [%rd1], %f1;\nret;\n");
  const Program program = program_of(module, {1, 12, 1});
  ASSERT_EQ(program.whole.body.size(), 3U);
  EXPECT_GE(program.whole.body[0].piece, 0);
  EXPECT_EQ(program.whole.body[1].piece, -1);
  EXPECT_DOUBLE_EQ(program.whole.body[1].rounds, 12);
  EXPECT_DOUBLE_EQ(program.whole.body[1].chance, 1);
  EXPECT_DOUBLE_EQ(steps_of_warp(program), 1 + 12 * 4 + 2);
  EXPECT_DOUBLE_EQ(steps_of_warp(program, {Cut{0.25, 2}}), 1 + 3 * 4 + 2);
}

TEST(program, ptxas_unrolls_rounds_that_a_32_bit_counter_counts) {
  // nvcc's and ptxas's loops over `int`, and over `size_t`: 16 and 4 loads where PTX has 4.
  const auto rounds = [](const std::string& count) {
    const ptx::Module module = parse(
        "mov.u32 %r1, 0;\nmov.u64 %rd3, 0;\nL:\n"
        "ld.global.f32 %f2, [%rd1];\nadd.f32 %f1, %f1, %f2;\n" +
        count + "@%p1 bra L;\nst.global.f32 [%rd2], %f1;\nret;\n");
    return program_of(module, {1, 16, 1}).whole.body.at(1).rounds;
  };
  EXPECT_DOUBLE_EQ(rounds("add.s32 %r1, %r1, 1;\nsetp.ne.s32 %p1, %r1, %r2;\n"), 4);
  EXPECT_DOUBLE_EQ(rounds("add.s64 %rd3, %rd3, 1;\nsetp.ne.s64 %p1, %rd3, %rd4;\n"), 16);
}

TEST(program, loops_keep_a_few_rounds) {
  EXPECT_DOUBLE_EQ(rounds_run(12, {Cut{0.01, 2}}, 0), 2);
  EXPECT_DOUBLE_EQ(rounds_run(1.5, {Cut{0.01, 2}}, 0), 1.5);
  EXPECT_DOUBLE_EQ(rounds_run(12, {Cut{0.01, 2}}, 1), 12);  // deeper than what is cut
}

TEST(program, values_of_other_pieces_come_through_registers) {
  const ptx::Module module = parse(
      "mov.u32 %r1, 0;\nL:\nadd.f32 %f1, %f1, %f2;\nadd.s32 %r1, %r1, 1;\n"
      "setp.lt.s32 %p1, %r1, %r2;\n@%p1 bra L;\nst.global.f32 [%rd1], %f1;\nret;\n");
  const Program program = program_of(module, {1, 12, 1});
  const std::vector<Step>& round = program.pieces.at(1).steps;
  const auto sum = std::find_if(round.begin(), round.end(),
                                [](const Step& step) { return step.instruction == 1; });
  ASSERT_NE(sum, round.end());
  EXPECT_EQ(sum->reads.size(), 2U);  // itself of the round before, and the other term
  EXPECT_EQ(sum->writes.size(), 1U);
  EXPECT_TRUE(sum->after.empty());
}

TEST(program, short_branches_are_predicates_of_one_piece) {
  const ptx::Module module = parse(
      "setp.lt.s32 %p1, %r1, %r2;\n@%p1 bra E;\nst.global.f32 [%rd1], %f1;\nE:\n"
      "st.global.f32 [%rd2], %f1;\nret;\n");
  const Program program = program_of(module, {1, 0.25, 1});
  ASSERT_EQ(program.pieces.size(), 1U);
  const std::vector<Step>& steps = program.pieces[0].steps;
  const auto guarded = std::find_if(steps.begin(), steps.end(),
                                    [](const Step& step) { return step.instruction == 2; });
  ASSERT_NE(guarded, steps.end());
  EXPECT_FLOAT_EQ(guarded->chance, 0.25F);
  EXPECT_GE(guarded->number, 0);
}

}  // namespace
}  // namespace kcast::sim
