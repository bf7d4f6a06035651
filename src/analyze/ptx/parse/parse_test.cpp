#include <gtest/gtest.h>

#include <string>

#include "analyze/ptx/parse/parse.h"
#include "analyze/ptx/ptx.h"
#include "analyze/ptx/static_shared.h"

namespace kcast::ptx {
namespace {

constexpr std::string_view kHead = ".version 8.5\n.target sm_90\n.address_size 64\n";

Module parse(const std::string& text) {
  Result<Module> module = parse_ptx(std::string(kHead) + text);
  EXPECT_TRUE(module) << module.error().message;
  return module ? *std::move(module) : Module{};
}

Module parse_body(const std::string& body) {
  return parse(".entry k(.param .u64 p)\n{" + body + "}\n");
}

std::string error_of(const std::string& text) {
  const Result<Module> module = parse_ptx(std::string(kHead) + text);
  EXPECT_FALSE(module) << text;
  return module ? "" : module.error().message;
}

TEST(PtxParse, reads_the_head_and_an_entry_with_its_parameters) {
  const Module module = parse(R"(
.visible .entry k(
	.param .u32 k_param_0,
	.param .u64 .ptr .global .align 4 k_param_1,
	.param .align 16 .b8 k_param_2[20],
	.param .u8 k_param_3,
	.param .f64 k_param_4
)
.maxntid 256, 2, 1
.minnctapersm 3
{
	ret;
}
.visible .entry r() .reqntid 64 { ret; }
)");
  EXPECT_EQ(module.version, "8.5");
  EXPECT_EQ(module.target, "sm_90");
  ASSERT_EQ(module.functions.size(), 2U);
  const Function& function = module.functions[0];
  EXPECT_TRUE(function.is_entry);
  EXPECT_TRUE(function.has_body);
  EXPECT_EQ(function.max_threads, (std::array<int32_t, 3>{256, 2, 1}));
  EXPECT_EQ(function.min_blocks, 3);
  EXPECT_EQ(module.find("r")->required_threads, (std::array<int32_t, 3>{64, 1, 1}));
  EXPECT_EQ(module.find("s"), nullptr);

  ASSERT_EQ(function.parameters.size(), 5U);
  const int64_t offsets[] = {0, 8, 16, 36, 40};
  const int64_t bytes[] = {4, 8, 20, 1, 8};
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(function.parameters[i].offset, offsets[i]) << i;
    EXPECT_EQ(function.parameters[i].bytes, bytes[i]) << i;
    EXPECT_EQ(function.parameters[i].space, Space::Param) << i;
  }
  EXPECT_EQ(function.parameters[1].align, 8);
}

TEST(PtxParse, numbers_registers_densely_and_inner_scopes_apart) {
  const Module module = parse_body(R"(
  .reg .pred %p<2>;
  .reg .b32 %r<3>, single;
  add.s32 %r2, %r1, single;
  { .reg .b32 %r<2>; .reg .b32 single; mov.b32 %r1, single; }
  { .reg.b16 single; mov.b16 single, 7; }
  mov.b32 %r1, single;
)");
  const Function& function = module.functions[0];
  ASSERT_EQ(function.registers.size(), 10U);
  EXPECT_EQ(function.registers[0].type, Type::Pred);
  EXPECT_EQ(function.registers[4].name, "%r2");
  EXPECT_EQ(function.registers[9].type, Type::B16);
  const auto index = [&](size_t i, size_t operand) {
    return function.instructions[i].operands[operand].index;
  };
  EXPECT_EQ(index(0, 0), 4);
  EXPECT_EQ(index(0, 1), 3);
  EXPECT_EQ(index(0, 2), 5);
  EXPECT_EQ(index(1, 0), 7);
  EXPECT_EQ(index(1, 1), 8);
  EXPECT_EQ(index(2, 0), 9);
  EXPECT_EQ(index(3, 0), 3);
  EXPECT_EQ(index(3, 1), 5);
}

TEST(PtxParse, reads_operands_of_every_kind) {
  const Module module = parse(R"(
.global .align 4 .f32 g[4];
.entry k(.param .u64 p) {
  .reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>;
  @!%p1 ld.global.v2.f32 {%f1, _}, [%rd1+-8];
  setp.eq.or.s32 %p1|%p2, %r1, -1, !%p3;
  mov.u64 %rd2, g+8;
  ld.global.f32 %f3, [g+12];
  ld.param.u64 %rd3, [p];
  mov.u32 %r3, %ctaid.y;
  tex.2d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd5, {%r1, %r2}];
  mov.b64 %rd4, {%r1, -1};
  shfl.sync.bfly.b32 %r1|%p1, %r2, 16, 31, WARP_SZ;
  mad.wide.s32 %rd1, %r1, -2, -3;
  lop3.b32 %r1, %r2, %r3, %r4, 0x96;
  st.shared.u8 [16], 300;
})");
  const Function& function = module.functions[0];
  const auto& list = function.instructions;
  EXPECT_EQ(list[0].predicate, 1);
  EXPECT_TRUE(list[0].predicate_negated);
  ASSERT_EQ(list[0].operands[0].kind, OperandKind::Vector);
  EXPECT_EQ(list[0].operands[0].count, 2);
  EXPECT_EQ(function.elements[1].kind, OperandKind::Sink);
  EXPECT_EQ(list[0].operands[1].kind, OperandKind::Address);
  EXPECT_EQ(list[0].operands[1].offset, -8);
  EXPECT_FALSE(list[0].operands[1].base_is_symbol);

  EXPECT_EQ(list[1].destinations, 2);
  ASSERT_EQ(list[1].operands.size(), 5U);
  EXPECT_EQ(list[1].operands[3].bits, 0xFFFFFFFFU);
  EXPECT_TRUE(list[1].operands[4].negated);

  EXPECT_EQ(list[2].operands[1].kind, OperandKind::Symbol);
  EXPECT_EQ(list[2].operands[1].offset, 8);
  EXPECT_EQ(module.symbol(function, list[2].operands[1].index)->name, "g");
  EXPECT_TRUE(list[3].operands[1].base_is_symbol);
  EXPECT_EQ(module.symbol(function, list[4].operands[1].index)->name, "p");
  EXPECT_EQ(list[5].operands[1].special, SpecialRegister::CtaId);
  EXPECT_EQ(list[5].operands[1].dimension, 1);
  ASSERT_EQ(list[6].operands.size(), 3U);
  EXPECT_EQ(list[6].operands[2].kind, OperandKind::Vector);
  EXPECT_EQ(function.elements[size_t(list[7].operands[1].index) + 1].bits, 0xFFFFFFFFU);
  EXPECT_EQ(list[8].operands[5].bits, 32U);
  EXPECT_EQ(list[9].operands[2].bits, 0xFFFFFFFEU);
  EXPECT_EQ(list[9].operands[3].bits, uint64_t(-3));
  EXPECT_EQ(list[10].lut, 0x96);
  EXPECT_EQ(list[11].operands[0].index, -1);
  EXPECT_EQ(list[11].operands[0].offset, 16);
  EXPECT_EQ(list[11].operands[1].bits, 300U - 256U);
}

TEST(PtxParse, lays_out_variables_of_functions_and_modules) {
  const Module module = parse(R"(
.extern .shared .align 16 .b8 dynamic[];
.shared .align 4 .b8 used[12];
.shared .align 8 .b8 unused[80];
.const .align 4 .b8 table[6] = {1, 255, 0x10, 017};
.entry k() {
  .local .align 8 .b8 depot[20];
  .shared .align 4 .b8 a[6];
  .shared .align 16 .b8 b[32];
  .shared .f32 c[2][3];
  .reg .b32 %r<2>;
  mov.u32 %r1, used;
  st.shared.f32 [b+4], %r1;
})");
  EXPECT_TRUE(module.variables[0].is_extern);
  EXPECT_EQ(module.variables[0].bytes, 0);
  EXPECT_EQ(module.variables[0].align, 16);
  EXPECT_EQ(module.variables[3].initial, (std::string{1, char(255), 16, 15}));
  EXPECT_EQ(module.variables[3].bytes, 6);
  const Function& function = module.functions[0];
  ASSERT_EQ(function.variables.size(), 4U);
  EXPECT_EQ(function.local_bytes, 20);
  EXPECT_EQ(function.variables[1].offset, 0);
  EXPECT_EQ(function.variables[2].offset, 16);
  EXPECT_EQ(function.variables[3].offset, 48);
  EXPECT_EQ(function.variables[3].bytes, 24);
  EXPECT_EQ(function.shared_bytes, 72);
  EXPECT_EQ(static_shared_bytes(module, function), 84);
  EXPECT_EQ(module.symbol(function, function.instructions[1].operands[0].index)->name, "b");
}

// A variable behind a function does not shift the numbers in the function.
TEST(PtxParse, numbers_symbols_once_all_are_known) {
  const Module module = parse(R"(
.global .u32 first;
.entry k(.param .u64 p) {
  .local .b8 depot[4]; .reg .b64 %rd<3>;
  mov.u64 %rd1, depot;
  ld.param.u64 %rd2, [p];
}
.global .u32 second;
)");
  const Function& function = module.functions[0];
  EXPECT_EQ(module.symbol(function, function.instructions[0].operands[1].index)->name, "depot");
  EXPECT_EQ(module.symbol(function, function.instructions[1].operands[1].index)->name, "p");
  EXPECT_EQ(module.symbol(function, 1)->name, "second");
  EXPECT_EQ(module.symbol(function, 4), nullptr);
}

TEST(PtxParse, reads_initial_values_and_addresses) {
  const Module module = parse(R"(
.func f() ;
.global .align 4 .f32 table[3] = {0f3F800000, -1.5, 2.0};
.global .align 8 .u64 pointers[3] = {generic(table)+8, 5, table};
.global .align 8 .u64 functions[1] = {f};
.const .s32 minus = -2;
.global .align 2 .b16 pairs[] = {{1, 2}, {3, 4}};
)");
  EXPECT_EQ(module.variables[0].initial,
            (std::string{0, 0, char(0x80), 0x3F, 0, 0, char(0xC0), char(0xBF), 0, 0, 0, 0x40}));
  const Variable& pointers = module.variables[1];
  ASSERT_EQ(pointers.addresses.size(), 2U);
  EXPECT_EQ(pointers.addresses[0].at, 0);
  EXPECT_EQ(pointers.addresses[0].symbol, 0);
  EXPECT_EQ(pointers.addresses[0].addend, 8);
  EXPECT_EQ(pointers.addresses[1].at, 16);
  EXPECT_EQ(pointers.initial[8], 5);
  EXPECT_EQ(module.variables[2].addresses[0].function, 0);
  EXPECT_EQ(module.variables[3].initial,
            (std::string{char(0xFE), char(0xFF), char(0xFF), char(0xFF)}));
  EXPECT_EQ(module.variables[4].bytes, 8);
}

TEST(PtxParse, reads_calls) {
  const Module module = parse(R"(
.extern .func (.param .b32 func_retval0) vprintf ( .param .b64 a, .param .b64 b ) ;
.func (.param .b32 func_retval0) twice(.param .b32 x);
.entry k() {
  .reg .b32 %r<4>; .reg .b64 %rd<4>;
  { // callseq 0, 0
  .param .b32 param0;
  st.param.b32 [param0+0], %r1;
  .param .b32 retval0;
  call.uni (retval0), twice, ( param0 );
  ld.param.b32 %r2, [retval0+0];
  }
  prototype_6 : .callprototype (.param .b32 _) _ (.param .b32 _);
  call %rd1, (%r1), prototype_6;
  call twice;
}
.func (.param .b32 func_retval0) twice(.param .b32 x) {
  .reg .b32 %r<2>;
  ld.param.b32 %r1, [x];
  st.param.b32 [func_retval0], %r1;
  ret;
})");
  ASSERT_EQ(module.functions.size(), 3U);
  EXPECT_FALSE(module.find("vprintf")->has_body);
  EXPECT_EQ(module.find("vprintf")->results.size(), 1U);
  const Function& kernel = *module.find("k");
  const Instruction& call = kernel.instructions[1];
  EXPECT_TRUE(call.uniform);
  EXPECT_EQ(call.destinations, 1);
  ASSERT_EQ(call.operands.size(), 3U);
  EXPECT_EQ(module.symbol(kernel, call.operands[0].index)->name, "retval0");
  EXPECT_EQ(call.operands[1].kind, OperandKind::Function);
  EXPECT_EQ(module.functions[call.operands[1].index].name, "twice");
  EXPECT_EQ(module.symbol(kernel, call.operands[2].index)->name, "param0");
  const Instruction& indirect = kernel.instructions[3];
  EXPECT_EQ(indirect.destinations, 0);
  EXPECT_EQ(indirect.operands[0].kind, OperandKind::Register);
  EXPECT_EQ(indirect.operands.size(), 2U);
  const Function& twice = *module.find("twice");
  EXPECT_TRUE(twice.has_body);
  EXPECT_EQ(module.symbol(twice, twice.instructions[1].operands[0].index)->name, "func_retval0");
}

TEST(PtxParse, gives_lines_of_user_code) {
  const Module module = parse(R"(
.entry k() {
  .reg .b32 %r<3>;
  mov.b32 %r1, 0;
  .loc 1 12 3
  mov.b32 %r1, 1;
  .loc 1 6 3, function_name $L__info_string0, inlined_at 1 12 3
  mov.b32 %r1, 2;
  .loc 2 151 3, function_name $L__info_string1, inlined_at 1 6 3
  mov.b32 %r1, 3;
  .loc 2 99 1, function_name $L__info_string1+4, inlined_at 2 151 3
  mov.b32 %r1, 4;
  .loc 2 7 7
  mov.b32 %r1, 5;
  .loc 1 0 3
  mov.b32 %r1, 6;
}
.file 1 "saxpy.cu"
.file 2 "/opt/cuda/include/sm_20_intrinsics.hpp", 123, 456
.section .debug_str
{
$L__info_string0:
.b8 95,90,0
}
)");
  const auto& list = module.functions[0].instructions;
  const int32_t lines[] = {0, 12, 6, 6, 6, 7, 0};
  const int32_t files[] = {0, 1, 1, 1, 1, 2, 1};
  for (size_t i = 0; i < list.size(); ++i) {
    EXPECT_EQ(list[i].line, lines[i]) << i;
    EXPECT_EQ(list[i].file, files[i]) << i;
  }
  ASSERT_EQ(module.files.size(), 3U);
  EXPECT_EQ(module.files[1], "saxpy.cu");
}

TEST(PtxParse, labels_of_inner_scopes_hide_outer_ones) {
  const Module module = parse_body(R"(
  .reg .pred %p<2>;
  L: { @%p1 bra L; bar.sync 1; L: bar.sync 0; }
  { @%p1 bra L; }
  bra L;
)");
  const Function& function = module.functions[0];
  ASSERT_EQ(function.blocks.size(), 4U);
  EXPECT_EQ(function.blocks[0].successors, (std::vector<int32_t>{2, 1}));
  EXPECT_EQ(function.blocks[2].successors, (std::vector<int32_t>{0, 3}));
  EXPECT_EQ(function.blocks[3].successors, (std::vector<int32_t>{0}));
}

TEST(PtxParse, reports_unknown_instructions_once_and_goes_on) {
  const Module module = parse_body(R"(
  .reg .b32 %r<3>;
  vadd.u32.u32.u32.add %r1, %r2.b0, undeclared, ?;
  vadd.u32.u32.u32.add %r1;
  future;
  mov.b32 %r1, 0;
)");
  EXPECT_EQ(module.unknown, (std::vector<std::string>{"vadd.u32.u32.u32.add", "future"}));
  const auto& list = module.functions[0].instructions;
  ASSERT_EQ(list.size(), 4U);
  EXPECT_EQ(list[0].op, Op::Unknown);
  EXPECT_EQ(list[0].mnemonic, "vadd.u32.u32.u32.add");
  EXPECT_EQ(list[0].operands[0].kind, OperandKind::Register);
  EXPECT_EQ(list[3].op, Op::Mov);
}

TEST(PtxParse, errors_name_the_line_and_the_cause) {
  EXPECT_EQ(parse_ptx("").error().message, "not ptx: there is no .version");
  EXPECT_EQ(error_of(".entry k() {\n mov.b32 %r1, 0;\n}"), "ptx line 5: '%r1' is not declared");
  EXPECT_NE(error_of(".entry k() { bra L; }").find("label 'L' is not defined"), std::string::npos);
  EXPECT_NE(error_of(".entry k() { L: L: ret; }").find("defined twice"), std::string::npos);
  EXPECT_NE(error_of(".entry k() { ret;").find("unexpected end"), std::string::npos);
  EXPECT_NE(error_of(".entry k() { } .entry k() { }").find("two bodies"), std::string::npos);
  EXPECT_NE(error_of(".shared .b8 x[9999999999999999];").find("array size"), std::string::npos);
  EXPECT_NE(error_of(".shared .align 3 .b8 x[4];").find("alignment"), std::string::npos);
  EXPECT_NE(error_of("junk").find("expected a directive, found 'junk'"), std::string::npos);
  EXPECT_NE(error_of(".entry k() { @%p1 ret; }").find("predicate"), std::string::npos);
}

TEST(PtxParse, keeps_to_its_limits) {
  const std::string text = std::string(kHead) + ".entry k() { .reg .b32 %r<100>; ret; ret; }";
  EXPECT_TRUE(parse_ptx(text));
  EXPECT_FALSE(parse_ptx(text, {.bytes = 20}));
  EXPECT_FALSE(parse_ptx(text, {.instructions = 1}));
  EXPECT_FALSE(parse_ptx(text, {.registers = 99}));
  EXPECT_NE(error_of(".entry k() { .reg .b32 %r<99999999999>; }").find("too many registers"),
            std::string::npos);
  EXPECT_NE(error_of(".entry k() { " + std::string(100, '{') + std::string(101, '}'))
                .find("nested too deeply"),
            std::string::npos);
}

TEST(PtxParse, walks_over_what_instructions_read_and_write) {
  const Module module = parse_body(R"(
  .reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<3>;
  @%p1 st.global.v2.u32 [%rd1], {%r1, %r2};
  atom.global.add.u32 %r3, [%rd2], %r4;
  ld.shared.v2.u32 {%r5, %r6}, [%r7];
)");
  const Function& function = module.functions[0];
  const auto names = [&](size_t i, bool reads) {
    std::string out;
    const auto add = [&](int32_t r) { out += function.registers[r].name + " "; };
    if (reads) {
      for_each_read(function, function.instructions[i], add);
    } else {
      for_each_write(function, function.instructions[i], add);
    }
    return out;
  };
  EXPECT_EQ(names(0, true), "%p1 %rd1 %r1 %r2 ");
  EXPECT_EQ(names(0, false), "");
  EXPECT_EQ(names(1, true), "%rd2 %r4 ");
  EXPECT_EQ(names(1, false), "%r3 ");
  EXPECT_EQ(names(2, true), "%r7 ");
  EXPECT_EQ(names(2, false), "%r5 %r6 ");
}

}  // namespace
}  // namespace kcast::ptx
