#include "analyze/cost/load_bursts.h"

#include <gtest/gtest.h>

#include "analyze/exec/test_util.h"
#include "analyze/ptx/parse/parse.h"

namespace kcast::cost {
namespace {

using exec::kernel_text;

// Of the loads from global memory, in the order of the text.
std::vector<LoadBurst> bursts_of(const std::string& body) {
  const auto module = ptx::parse_ptx(exec::kernel_text({"u64 a", "u64 b", "u32 n"}, body));
  EXPECT_TRUE(module) << module.error().message;
  std::vector<LoadBurst> out;
  if (!module) return out;
  const ptx::Function& function = *module->find("k");
  const std::vector<LoadBurst> all = load_bursts(function);
  for (size_t i = 0; i < all.size(); ++i) {
    const ptx::Instruction& instruction = function.instructions[i];
    if (instruction.op == ptx::Op::Ld && instruction.space == ptx::Space::Global)
      out.push_back(all[i]);
  }
  return out;
}

TEST(LoadBursts, what_hangs_on_a_load_goes_with_the_next_burst) {
  const auto bursts = bursts_of(R"(
ld.param.u64 %rd1, [a];
ld.global.u32 %r1, [%rd1];
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd3, %rd1, %rd2;
ld.global.f32 %f1, [%rd3];
ld.global.u32 %r2, [%rd1+4];
mul.wide.u32 %rd4, %r2, 4;
add.s64 %rd5, %rd1, %rd4;
ld.global.f32 %f2, [%rd5];
add.f32 %f3, %f1, %f2;
st.global.f32 [%rd1], %f3;
ret;)");
  ASSERT_EQ(bursts.size(), 4U);
  EXPECT_EQ(bursts[0].lead, 0);
  EXPECT_EQ(bursts[1].lead, 0);
  EXPECT_EQ(bursts[2].lead, 4);  // beside the first
  EXPECT_EQ(bursts[3].lead, 4);  // beside the second
}

TEST(LoadBursts, loads_stay_behind_stores_unless_their_memory_is_constant) {
  const std::string body = R"(
ld.param.u64 %rd1, [a];
ld.param.u64 %rd2, [b];
ld.global.f32 %f1, [%rd1];
st.global.f32 [%rd2], %f1;
ld.global.f32 %f2, [%rd1+4];
st.global.f32 [%rd2+4], %f2;
ret;)";
  EXPECT_EQ(bursts_of(body)[1].lead, 0);
  std::string constant = body;
  for (size_t at = constant.find("ld.global"); at != std::string::npos;
       at = constant.find("ld.global", at + 12)) {
    constant.replace(at, 9, "ld.global.nc");
  }
  EXPECT_EQ(bursts_of(constant)[1].lead, 2);
}

TEST(LoadBursts, registers_end_a_burst) {
  std::string body = "ld.param.u64 %rd1, [a];\n";
  for (int i = 0; i < 9; ++i) {
    const std::string n = std::to_string(4 * (i % 7));
    body += "ld.global.v4.f32 {%f" + n + ", %f" + std::to_string(4 * (i % 7) + 1) + ", %f" +
            std::to_string(4 * (i % 7) + 2) + ", %f" + std::to_string(4 * (i % 7) + 3) +
            "}, [%rd1+" + std::to_string(16 * i) + "];\n";
  }
  const auto bursts = bursts_of(body + "ret;");
  ASSERT_EQ(bursts.size(), 9U);
  EXPECT_EQ(bursts[7].lead, 7);  // eight of 16 bytes are 128
  EXPECT_EQ(bursts[8].lead, 0);
}

constexpr char kLoop[] = R"(
ld.param.u64 %rd1, [a];
ld.param.u64 %rd2, [b];
ld.param.u32 %r1, [n];
$next:
ld.global.f32 %f1, [%rd1];
add.s64 %rd1, %rd1, 4;
add.f32 %f2, %f2, %f1;
add.s32 %r1, %r1, -1;
setp.ne.s32 %p1, %r1, 0;
@%p1 bra $next;
st.global.f32 [%rd2], %f2;
ret;)";

TEST(LoadBursts, rounds_of_a_short_loop_go_together) {
  EXPECT_EQ(bursts_of(kLoop)[0].rounds, 4);
  std::string stores = kLoop;
  stores.replace(stores.find("add.f32"), 0, "st.global.f32 [%rd2], %f1;\n");
  EXPECT_EQ(bursts_of(stores)[0].rounds, 1);
}

}  // namespace
}  // namespace kcast::cost
