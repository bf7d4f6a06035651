#include "analyze/time/schedule.h"
#include "analyze/ptx/parse/parse.h"

#include <gtest/gtest.h>

namespace kcast::time {
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

// Loads take 100 cycles, everything else 4; branches and stores nothing.
WarpPathInput input_for(const ptx::Function& function) {
  WarpPathInput input;
  for (const ptx::Instruction& instruction : function.instructions) {
    const bool load = instruction.op == ptx::Op::Ld && instruction.space == ptx::Space::Global;
    const bool free = instruction.op == ptx::Op::Bra || instruction.op == ptx::Op::Ret ||
                      instruction.op == ptx::Op::St;
    input.latency.push_back(load ? 100 : free ? 0 : 4);
  }
  input.executions.assign(function.blocks.size(), 1);
  input.issue.assign(function.blocks.size(), 0);
  return input;
}

TEST(schedule, independent_loads_overlap_and_dependent_ones_do_not) {
  const ptx::Module independent = parse(
      "ld.global.f32 %f1, [%rd1];\nld.global.f32 %f2, [%rd2];\nadd.f32 %f3, %f1, %f2;\nret;\n");
  const ptx::Function& a = independent.functions[0];
  EXPECT_DOUBLE_EQ(warp_path(a, input_for(a)).cycles, 104);
  const ptx::Module chained =
      parse("ld.global.u64 %rd2, [%rd1];\nld.global.u64 %rd3, [%rd2];\nret;\n");
  const ptx::Function& b = chained.functions[0];
  EXPECT_DOUBLE_EQ(warp_path(b, input_for(b)).cycles, 200);
}

// Loads of four rounds are under way together where rounds are counted, unless the address of one
// comes out of the load before it.
TEST(schedule, counted_rounds_that_only_load_run_together) {
  const auto cycles = [](const std::string& load, double rounds) {
    const ptx::Module module =
        parse("mov.u32 %r1, 0;\nLOOP:\n" + load +
              "add.f32 %f2, %f2, %f1;\nadd.s64 %rd1, %rd1, 128;\nadd.s32 %r1, %r1, 1;\n"
              "setp.lt.s32 %p1, %r1, %r2;\n@%p1 bra LOOP;\nret;\n");
    const ptx::Function& function = module.functions[0];
    WarpPathInput input = input_for(function);
    input.executions = {1, rounds, 1};
    return warp_path(function, input).cycles / rounds;
  };
  const std::string own = "ld.global.f32 %f1, [%rd1];\n";
  const std::string chained = "ld.global.u64 %rd2, [%rd2];\nld.global.f32 %f1, [%rd2];\n";
  EXPECT_NEAR(cycles(own, 1000), (100 + 3 * 4) / 3.0, 4);
  EXPECT_GT(cycles(own, 2), 100);
  EXPECT_GT(cycles(chained, 1000), 100);
}

// Two chains of load and addition overlap, unless the first addition branches: then the
// second load comes after it.
TEST(schedule, code_with_branches_is_waited_for) {
  const ptx::Module module = parse(
      "LOOP:\nld.global.f32 %f1, [%rd1];\nadd.f32 %f2, %f2, %f1;\nld.global.f32 %f3, [%rd2];\n"
      "add.f32 %f4, %f4, %f3;\nsetp.ne.s64 %p1, %rd1, %rd2;\n@%p1 bra LOOP;\nret;\n");
  const ptx::Function& function = module.functions[0];
  WarpPathInput input = input_for(function);
  input.executions = {100, 1};
  EXPECT_DOUBLE_EQ(warp_path(function, input).cycles, 100 * 104.0);
  input.branches.assign(function.instructions.size(), false);
  input.branches[1] = true;
  EXPECT_DOUBLE_EQ(warp_path(function, input).cycles, 100 * 208.0);
}

// A load is not moved before a store that may be to the same place, so that it waits for what is
// stored.
TEST(schedule, loads_stay_behind_stores_that_they_may_meet) {
  const auto cycles = [](const std::string& load, const std::string& base) {
    const ptx::Module module =
        parse("ld.global.f32 %f1, [%rd1];\nadd.f32 %f2, %f1, %f1;\n" +
              ("st.global.f32 [%rd2], %f2;\n" + load) + " %f3, [" + base + "];\nret;\n");
    const ptx::Function& function = module.functions[0];
    return warp_path(function, input_for(function)).cycles;
  };
  EXPECT_DOUBLE_EQ(cycles("ld.global.f32", "%rd1+4"), 204);
  EXPECT_DOUBLE_EQ(cycles("ld.global.f32", "%rd2"), 204);
  EXPECT_DOUBLE_EQ(cycles("ld.global.f32", "%rd2+4"), 104);     // other bytes of one pointer
  EXPECT_DOUBLE_EQ(cycles("ld.global.nc.f32", "%rd1+4"), 104);  // never written
  EXPECT_DOUBLE_EQ(cycles("ld.shared.f32", "%r1"), 104);
}

// A loop with a guarded load and addition, then another load: instructions are issued in order, so
// that the second load comes after the addition. A short guarded piece is predicated instead.
TEST(schedule, blocks_of_a_loop_follow_each_other_unless_they_are_short) {
  const auto cycles = [](int fillers) {
    std::string filler;
    for (int i = 0; i < fillers; ++i)
      filler += "add.s32 %r" + std::to_string(2 + i) + ", %r1, 1;\n";
    const ptx::Module module = parse(
        "LOOP:\n@%p2 bra NEXT;\nld.global.nc.f32 %f1, [%rd1];\nadd.f32 %f2, %f2, %f1;\n" + filler +
        "NEXT:\nld.global.nc.f32 %f3, [%rd2];\nadd.f32 %f4, %f4, %f3;\n"
        "setp.ne.s64 %p1, %rd1, %rd2;\n@%p1 bra LOOP;\nret;\n");
    const ptx::Function& function = module.functions[0];
    return warp_path(function, input_for(function)).cycles;
  };
  EXPECT_DOUBLE_EQ(cycles(2), 104);
  EXPECT_DOUBLE_EQ(cycles(10), 204);
}

TEST(schedule, a_barrier_orders_shared_memory) {
  const ptx::Module module = parse(
      "ld.global.f32 %f1, [%rd1];\nst.shared.f32 [%r1], %f1;\nbar.sync 0;\n"
      "ld.shared.f32 %f2, [%r2];\nret;\n");
  const ptx::Function& function = module.functions[0];
  // 100 for the load, 4 for the barrier, 4 for the load from shared memory.
  EXPECT_DOUBLE_EQ(warp_path(function, input_for(function)).cycles, 108);
}

}  // namespace
}  // namespace kcast::time
