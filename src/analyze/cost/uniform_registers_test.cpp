#include <gtest/gtest.h>

#include "analyze/cost/uniform_registers.h"
#include "analyze/exec/test_util.h"
#include "analyze/ptx/parse/parse.h"

namespace kcast::cost {
namespace {

using exec::kernel_text;

bool is_uniform(const std::string& body, const std::string& name) {
  const auto module = ptx::parse_ptx(exec::kernel_text({"u64 a", "u32 n"}, body));
  EXPECT_TRUE(module) << module.error().message;
  if (!module) return false;
  const ptx::Function& function = *module->find("k");
  const std::vector<bool> uniform = uniform_registers(function);
  for (size_t r = 0; r < uniform.size(); ++r) {
    if (function.registers[r].name == name) return uniform[r];
  }
  ADD_FAILURE() << "no register " << name;
  return false;
}

// Lanes leave the loop in different rounds: what it counted differs.
constexpr char kSearch[] = R"(
ld.param.u64 %rd1, [a];
mov.u32 %r1, %tid.x;
mov.u32 %r2, 0;
$next:
add.s32 %r2, %r2, 1;
setp.lt.u32 %p1, %r2, %r1;
@%p1 bra $next;
mul.wide.u32 %rd2, %r2, 4;
add.s64 %rd3, %rd1, %rd2;
red.global.or.b32 [%rd3], 1;
ret;)";

TEST(UniformRegisters, a_count_of_rounds_differs_where_lanes_leave_one_by_one) {
  EXPECT_FALSE(is_uniform(kSearch, "%r2"));
  EXPECT_FALSE(is_uniform(kSearch, "%rd3"));
  EXPECT_TRUE(is_uniform(kSearch, "%rd1"));
}

TEST(UniformRegisters, sides_of_a_branch_differ_only_where_they_meet) {
  const std::string body = R"(
ld.param.u32 %r9, [n];
mov.u32 %r1, %tid.x;
setp.lt.u32 %p1, %r1, 7;
mov.u32 %r2, 1;
mov.u32 %r5, 1;
@!%p1 bra $other;
mov.u32 %r2, 2;
add.u32 %r3, %r9, 1;
$other:
add.u32 %r4, %r2, %r9;
st.shared.u32 [%r4], %r5;
ret;)";
  EXPECT_FALSE(is_uniform(body, "%r2"));
  EXPECT_FALSE(is_uniform(body, "%r4"));
  EXPECT_TRUE(is_uniform(body, "%r3"));
  EXPECT_TRUE(is_uniform(body, "%r5"));
}

// The lanes that a guard lets through count together.
TEST(UniformRegisters, a_loop_behind_a_guard_is_counted_by_all_alike) {
  const std::string body = R"(
ld.param.u32 %r9, [n];
mov.u32 %r1, %tid.x;
setp.ge.u32 %p1, %r1, %r9;
@%p1 bra $end;
mov.u32 %r2, 0;
$next:
add.s32 %r2, %r2, 1;
setp.lt.u32 %p2, %r2, %r9;
@%p2 bra $next;
st.shared.u32 [%r2], %r1;
$end:
ret;)";
  EXPECT_TRUE(is_uniform(body, "%r2"));
}

}  // namespace
}  // namespace kcast::cost
