// A kernel's machine code, as ptxas made it and nvdisasm printed it.
#include "analyze/machine/lift.h"

#include <gtest/gtest.h>

#include <cstring>

#include "analyze/analyze.h"
#include "analyze/exec/run_launch.h"
#include "analyze/exec/test_util.h"
#include "analyze/machine/listing.h"
#include "analyze/ptx/parse/parse.h"

namespace kcast::machine {
namespace {

// if (i < n) y[i] = a * x[i] + y[i]
const std::string kListing = R"(
.section	.text.k,"ax",@progbits
k:
//## File "/src/s.cu", line 1
/*0000*/ LDC R1, c[0x0][0x28] ; /* 0x00000a00ff017b82 */
/* 0x000fe20000000800 */
//## File "/src/s.cu", line 2
/*0010*/ S2R R0, SR_TID.X ; /* 0x0000000000007919 */
/* 0x000e2e0000002100 */
/*0020*/ S2UR UR4, SR_CTAID.X ; /* 0x00000000000479c3 */
/* 0x000e300000002500 */
/*0030*/ LDC R7, c[0x0][RZ] ; /* 0x00000000ff077b82 */
/* 0x000e240000000800 */
/*0040*/ IMAD R7, R7, UR4, R0 ; /* 0x0000000407077c24 */
/* 0x001fe2000f8e0200 */
//## File "/src/s.cu", line 3
/*0050*/ ULDC UR4, c[0x0][0x210] ; /* 0x0000840000047ab9 */
/* 0x000fc80000000800 */
/*0060*/ ISETP.GE.AND P0, PT, R7, UR4, PT ; /* 0x0000000407007c0c */
/* 0x000fda000bf06270 */
/*0070*/ @P0 EXIT ; /* 0x000000000000094d */
/* 0x000fea0003800000 */
/*0080*/ LDC.64 R2, c[0x0][0x218] ; /* 0x00008600ff027b82 */
/* 0x000e220000000a00 */
/*0090*/ ULDC.64 UR4, c[0x0][0x208] ; /* 0x0000820000047ab9 */
/* 0x000fe20000000a00 */
/*00a0*/ ULDC UR6, c[0x0][0x214] ; /* 0x0000850000067ab9 */
/* 0x000fcc0000000800 */
/*00b0*/ LDC.64 R4, c[0x0][0x220] ; /* 0x00008800ff047b82 */
/* 0x000e620000000a00 */
/*00c0*/ IMAD.WIDE R2, R7, 0x4, R2 ; /* 0x0000000407027825 */
/* 0x001fcc00078e0202 */
/*00d0*/ LDG.E R2, desc[UR4][R2.64] ; /* 0x0000000402027981 */
/* 0x000ea2000c1e1900 */
/*00e0*/ IMAD.WIDE R4, R7, 0x4, R4 ; /* 0x0000000407047825 */
/* 0x002fca00078e0204 */
/*00f0*/ LDG.E R7, desc[UR4][R4.64] ; /* 0x0000000404077981 */
/* 0x000ea4000c1e1900 */
/*0100*/ FFMA R7, R2, UR6, R7 ; /* 0x0000000602077c23 */
/* 0x004fca0008000007 */
/*0110*/ STG.E desc[UR4][R4.64], R7 ; /* 0x0000000704007986 */
/* 0x000fe2000c101904 */
//## File "/src/s.cu", line 4
/*0120*/ EXIT ; /* 0x000000000000794d */
/* 0x000fea0003800000 */
)";

const std::string kPtx = R"(.version 8.5
.target sm_90
.address_size 64
.visible .entry k(
.param .u32 k_param_0,
.param .f32 k_param_1,
.param .u64 k_param_2,
.param .u64 k_param_3
)
{
ret;
}
.file 1 "s.cu"
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  text.replace(text.find(from), from.size(), to);
  return text;
}

TEST(lift, does_what_the_machine_code_does) {
  const auto lifted = lift(kPtx, kListing, {{"k", {}}});
  ASSERT_TRUE(lifted) << lifted.error().message;
  ASSERT_TRUE(lifted->errors.empty()) << lifted->errors.begin()->second;
  const auto kernel = analyze::prepare_kernel(kPtx + lifted->text, "k");
  ASSERT_TRUE(kernel) << kernel.error().message;
  Fill rising;
  rising.kind = FillKind::Iota;
  rising.low = 0;
  rising.step = 1;
  LaunchArgument scale = exec::integer("a", 0, "float");
  scale.real = 3;
  const Launch launch =
      exec::launch_of({2, 1, 1}, {64, 1, 1},
                      {exec::integer("n", 100), scale, exec::buffer("x", "float", 128, rising),
                       exec::buffer("y", "float", 128, rising)});
  const auto output = exec::run_whole_launch(**kernel, launch);
  ASSERT_TRUE(output) << output.error().message;
  EXPECT_EQ(output->lost, "");
  float y[128];
  ASSERT_EQ(output->buffers.back().bytes.size(), sizeof y);
  std::memcpy(y, output->buffers.back().bytes.data(), sizeof y);
  for (int i = 0; i < 128; ++i)
    EXPECT_EQ(y[i], i < 100 ? 4.0F * static_cast<float>(i) : static_cast<float>(i)) << i;
}

TEST(lift, each_machine_instruction_is_there_once_with_its_line) {
  const auto lifted = lift(kPtx, kListing, {{"k", {}}});
  ASSERT_TRUE(lifted) << lifted.error().message;
  const auto module = ptx::parse_ptx(kPtx + lifted->text);
  ASSERT_TRUE(module) << module.error().message;
  const ptx::Function* function = module->find("k$machine");
  ASSERT_NE(function, nullptr);
  std::vector<std::string> opcodes;
  for (size_t i = 0; i < function->machine.size(); ++i) {
    if (!function->is_issued(i)) continue;
    opcodes.push_back(function->machine[i].opcode);
    if (opcodes.back() != "FFMA") continue;
    EXPECT_EQ(function->instructions[i].line, 3);
    EXPECT_EQ(function->machine[i].wait_mask, 4U);
  }
  const std::vector<std::string> expected = {
      "LDC",       "S2R",    "S2UR",    "LDC",   "IMAD",   "ULDC",      "ISETP.GE.AND",
      "EXIT",      "LDC.64", "ULDC.64", "ULDC",  "LDC.64", "IMAD.WIDE", "LDG.E",
      "IMAD.WIDE", "LDG.E",  "FFMA",    "STG.E", "EXIT"};
  EXPECT_EQ(opcodes, expected);
}

TEST(lift, what_is_not_known_is_an_error_of_its_kernel) {
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"FFMA R7", "FOO R7"},
                                 {"FFMA R7", "FFMA.NEW R7"},
                                 {"R2, UR6, R7", "R2, UR6, R7.B1"},
                                 {"c[0x0][0x220]", "c[0x0][0x420]"}}) {
    const auto lifted = lift(kPtx, replaced(kListing, from, to), {{"k", {}}});
    ASSERT_TRUE(lifted) << lifted.error().message;
    EXPECT_EQ(lifted->errors.count("k"), 1U) << to;
    EXPECT_EQ(lifted->text, "") << to;
  }
}

TEST(listing, control_bits_are_read) {
  const auto listing = parse_listing(kListing);
  ASSERT_TRUE(listing) << listing.error().message;
  const std::vector<Instruction>& code = listing->find("k")->instructions;
  const Control load = control_of(code[13]);
  EXPECT_EQ(load.stall, 1);
  EXPECT_EQ(load.write_barrier, 2);
  EXPECT_EQ(load.wait_mask, 0);
  const Control product = control_of(code[12]);
  EXPECT_EQ(product.stall, 6);
  EXPECT_EQ(product.write_barrier, 7);
  EXPECT_EQ(product.wait_mask, 1);
}

}  // namespace
}  // namespace kcast::machine
