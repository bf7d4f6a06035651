// The parser believes nothing: operands fit their operation, and what is declared is bounded.
#include "analyze/ptx/forms.h"

#include <gtest/gtest.h>

#include <string>

#include "analyze/ptx/names.h"
#include "analyze/ptx/parse/parse.h"

namespace kcast::ptx {
namespace {

Result<Module> parse_body(const std::string& body, const std::string& before = "") {
  return parse_ptx(".version 8.5\n.target sm_90\n.address_size 64\n" + before +
                   "\n.visible .entry k(.param .u64 p)\n{\n.reg .pred %p<9>;\n.reg .b32 %r<9>;\n"
                   ".reg .b64 %rd<9>;\n.reg .f32 %f<9>;\n" +
                   body + "\nret;\n}\n");
}

// The operation of the first instruction; Unknown where the text is refused.
Op first_op(const std::string& instruction) {
  const auto module = parse_body(instruction);
  EXPECT_TRUE(module) << instruction << ": " << (module ? "" : module.error().message);
  return module ? module->functions[0].instructions[0].op : Op::Unknown;
}

TEST(Forms, take_what_compilers_write) {
  for (const char* text : {"add.s64 %rd1, %rd2, 3;",
                           "setp.lt.s32 %p1|%p2, %r1, %r2;",
                           "setp.lt.and.s32 %p1, %r1, %r2, !%p3;",
                           "mov.b64 {%r1, %r2}, %rd1;",
                           "mov.b64 %rd1, {%r1, %r2};",
                           "ld.global.v4.f32 {%f1, %f2, %f3, _}, [%rd1+16];",
                           "ld.global.L2::cache_hint.f32 %f1, [%rd1], %rd2;",
                           "st.global.v2.f32 [%rd1], {%f1, 0f00000000};",
                           "atom.global.cas.b32 %r1, [%rd1], %r2, %r3;",
                           "atom.add.f32 _, [%rd1], %f1;",
                           "red.global.add.f32 [%rd1], %f1;",
                           "shfl.sync.down.b32 %r1|%p1, %r2, 1, 31, -1;",
                           "cp.async.ca.shared.global [%r1], [%rd1], 4;",
                           "bar.sync 0;",
                           "bar.sync 1, 64;",
                           "barrier.red.popc.u32 %r1, 0, %p1;",
                           "lop3.b32 %r1, %r2, %r3, %r4, 0xE2;",
                           "prefetch.global.L2 [%rd1];",
                           "vote.sync.ballot.b32 %r1, %p1, -1;",
                           "elect.sync _|%p1, -1;",
                           "cvt.rn.f16x2.f32 %r1, %f1, %f2;",
                           "membar.gl;",
                           "min.s32 %r1, %r2, %r3;",
                           "nanosleep.u32 20;",
                           "isspacep.shared %p1, %rd1;",
                           "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f1,%f2,%f3,%f4}, "
                           "{%r1,%r2,%r3,%r4}, {%r5,%r6}, {%f5,%f6,%f7,%f8};",
                           "activemask.b32 %r1;",
                           "match.any.sync.b32 %r1, %r2, -1;",
                           "cvta.to.global.u64 %rd1, %rd2;"})
    EXPECT_NE(first_op(text), Op::Unknown) << text;
}

TEST(Forms, refuse_too_few_too_many_and_other_kinds) {
  for (const char* text : {"add.s64 %rd1, %rd2;",
                           "add.s64 %rd1;",
                           "add.s64;",
                           "add.s64 %rd1, %rd2, %rd3, %rd4;",
                           "add.s64 [%rd1], %rd2, %rd3;",
                           "add.s32 {%r1, %r2}, %r3, %r4;",
                           "add.s32 3, %r1, %r2;",
                           "ld.global.f32 %f1;",
                           "ld.global.f32 [%rd1], %f1;",
                           "ld.global.f32 %f1, %rd1;",
                           "ld.global.v4.f32 {%f1, %f2}, [%rd1];",
                           "ld.global.v2.f32 {%f1, 3}, [%rd1];",
                           "st.global.f32 [%rd1];",
                           "st.global.v4.f32 [%rd1], {%f1};",
                           "mov.b32 {%r1, %r2, %r3}, %r4;",
                           "mov.b32 %r1;",
                           "atom.global.add.u32 %r1, %rd1, %r2;",
                           "setp.lt.s32 %p1, %r1;",
                           "shfl.sync.down.b32 %r1;",
                           "selp.b32 %r1, %r2, %r3;",
                           "bar.sync 1, 2, 3;",
                           "ret 1;"})
    EXPECT_EQ(first_op(text), Op::Unknown) << text;
}

// The class of it: no operation keeps its name with no operand, or with eleven addresses, unless
// its form says so.
TEST(Forms, hold_for_every_operation) {
  std::string many = " [%rd1]";
  for (int i = 0; i < 10; ++i)
    many += ", [%rd1]";
  for (const OpName& entry : op_names()) {
    if (entry.op == Op::Bra || entry.op == Op::Call) continue;  // other words follow these
    const bool open = entry.form.find('*') != std::string_view::npos;
    const bool none = entry.form.empty() || entry.form[0] == '?' || entry.form[0] == '*';
    const auto bare = parse_body(std::string(entry.name) + ".b32;");
    if (bare && !none) {
      EXPECT_EQ(bare->functions[0].instructions[0].op, Op::Unknown) << entry.name;
    }
    const auto wild = parse_body(std::string(entry.name) + ".b32" + many + ";");
    if (wild && !open) {
      EXPECT_EQ(wild->functions[0].instructions[0].op, Op::Unknown) << entry.name;
    }
  }
}

TEST(Limits, nesting_of_initial_addresses) {
  std::string deep;
  for (int i = 0; i < 60'000; ++i)
    deep += "generic(";
  EXPECT_FALSE(parse_body("", ".global .b64 x = " + deep + ";"));
  EXPECT_TRUE(parse_body("", ".global .b32 y;\n.global .b64 x = generic(y)+4;"));
  EXPECT_TRUE(parse_body("", ".global .b32 y;\n.global .b64 x[2] = {generic((y)), y};"));
}

TEST(Limits, names_of_registers) {
  EXPECT_FALSE(parse_body(".reg .b32 " + std::string(3000, 'z') + "<4000000>;"));
  EXPECT_TRUE(parse_body(".reg .b32 " + std::string(3000, 'z') + "<40>;"));
}

}  // namespace
}  // namespace kcast::ptx
