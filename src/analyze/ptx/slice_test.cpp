#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analyze/ptx/parse/parse.h"
#include "analyze/ptx/ptx.h"
#include "analyze/ptx/slice.h"

namespace kcast::ptx {
namespace {

struct Sliced {
  Module module;
  ControlSlice slice;

  // The opcodes that are needed, as often as they are, in the order of the text.
  std::string needed() const {
    std::string out;
    const Function& function = module.functions.back();
    for (size_t i = 0; i < function.instructions.size(); ++i)
      if (slice.needed[i]) out += function.instructions[i].mnemonic + "\n";
    return out;
  }
  bool needs(std::string_view name) const {
    const Function& function = module.functions.back();
    for (size_t r = 0; r < function.registers.size(); ++r)
      if (function.registers[r].name == name) return slice.needed_registers[r];
    ADD_FAILURE() << "no register " << name;
    return false;
  }
};

// Slices the last function of the text.
Sliced slice(const std::string& text) {
  Result<Module> module = parse_ptx(".version 8.5\n.target sm_90\n" + text);
  EXPECT_TRUE(module) << module.error().message;
  Sliced out;
  if (!module) return out;
  out.module = *std::move(module);
  out.slice = control_slice(out.module, out.module.functions.back());
  return out;
}

constexpr std::string_view kRegisters =
    ".reg .pred %p<9>; .reg .b32 %r<19>; .reg .b64 %rd<29>; .reg .f32 %f<19>;\n";

Sliced slice_body(const std::string& body) {
  return slice(".entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n) {\n" +
               std::string(kRegisters) + body + "}\n");
}

TEST(PtxSlice, saxpy_needs_no_floats) {
  const Sliced result = slice_body(R"(
    ld.param.u32 %r5, [n];
    mov.u32 %r4, %tid.x;
    setp.ge.s32 %p1, %r4, %r5;
    @%p1 bra DONE;
    ld.param.u64 %rd3, [a];
    cvta.to.global.u64 %rd1, %rd3;
    mul.wide.s32 %rd5, %r4, 4;
    add.s64 %rd6, %rd1, %rd5;
    ld.global.f32 %f2, [%rd6];
    fma.rn.f32 %f4, %f2, %f1, %f3;
    st.global.f32 [%rd6], %f4;
  DONE: ret;)");
  EXPECT_EQ(result.needed(),
            "ld.param.u32\nmov.u32\nsetp.ge.s32\nbra\nld.param.u64\ncvta.to.global.u64\n"
            "mul.wide.s32\nadd.s64\nret\n");
  EXPECT_FALSE(result.slice.global_values);
  EXPECT_FALSE(result.needs("%f2"));
  EXPECT_TRUE(result.needs("%rd6"));
}

// a: columns, b: values, c: result. The column is an address, the values are not, and
// the store to c cannot change a.
constexpr std::string_view kGather = R"(
    ld.param.u64 %rd1, [a];  cvta.to.global.u64 %rd2, %rd1;
    ld.param.u64 %rd3, [b];  cvta.to.global.u64 %rd4, %rd3;
    ld.param.u64 %rd5, [c];  cvta.to.global.u64 %rd6, %rd5;
    mov.u32 %r1, %tid.x;
    mul.wide.s32 %rd7, %r1, 4;
    add.s64 %rd8, %rd2, %rd7;
    ld.global.u32 %r2, [%rd8];
    mul.wide.s32 %rd9, %r2, 4;
    add.s64 %rd10, %rd4, %rd9;
    ld.global.f32 %f1, [%rd10];
    add.f32 %f2, %f1, %f1;
    add.s64 %rd11, %rd6, %rd7;
)";

TEST(PtxSlice, gathers_need_their_indices_only) {
  const Sliced result = slice_body(std::string(kGather) + "st.global.f32 [%rd11], %f2; ret;");
  EXPECT_TRUE(result.needs("%r2"));
  EXPECT_FALSE(result.needs("%f1"));
  EXPECT_FALSE(result.slice.global_values);
}

TEST(PtxSlice, stores_to_what_is_loaded_are_needed) {
  const Sliced result = slice_body(std::string(kGather) + "st.global.f32 [%rd8], %f2; ret;");
  EXPECT_TRUE(result.needs("%f1"));
  EXPECT_TRUE(result.slice.global_values);
}

TEST(PtxSlice, read_only_loads_see_no_stores) {
  std::string text(kGather);
  text.replace(text.find("ld.global.u32"), 13, "ld.global.nc.u32");
  const Sliced result = slice_body(text + "st.global.f32 [%rd8], %f2; ret;");
  EXPECT_TRUE(result.needs("%r2"));
  EXPECT_FALSE(result.needs("%f1"));
}

// A pointer that was loaded can point anywhere, so this store may change a.
TEST(PtxSlice, loaded_pointers_point_anywhere) {
  const Sliced result = slice_body(std::string(kGather) +
                                   "ld.global.u64 %rd12, [%rd11]; st.global.f32 [%rd12], %f2;"
                                   "ret;");
  EXPECT_TRUE(result.needs("%f1"));
  EXPECT_TRUE(result.slice.global_values);
}

TEST(PtxSlice, escape_loops_need_their_floats) {
  const Sliced result = slice_body(R"(
  LOOP: mul.f32 %f1, %f2, %f2;
    fma.rn.f32 %f3, %f3, %f3, %f1;
    add.f32 %f5, %f6, %f6;
    setp.lt.f32 %p1, %f3, 0f40800000;
    @%p1 bra LOOP;
    st.global.f32 [%rd1], %f5;
    ret;)");
  EXPECT_EQ(result.needed(), "mul.f32\nfma.rn.f32\nsetp.lt.f32\nbra\nret\n");
}

TEST(PtxSlice, values_go_through_shared_memory_as_a_whole) {
  const std::string stores =
      "st.shared.f32 [%r1], %f1; cvt.rn.f32.s32 %f2, %r3;"
      "red.shared.add.f32 [%r2], %f2;";
  const Sliced unused = slice_body(stores + "ld.shared.f32 %f3, [%r4]; ret;");
  EXPECT_FALSE(unused.slice.shared_values);
  EXPECT_EQ(unused.needed(), "ret\n");
  const Sliced used = slice_body(
      stores + "ld.shared.f32 %f3, [%r4]; setp.lt.f32 %p1, %f3, %f4; @%p1 bra D; D: ret;");
  EXPECT_TRUE(used.slice.shared_values);
  EXPECT_FALSE(used.slice.local_values);
  EXPECT_EQ(used.needed(),
            "st.shared.f32\ncvt.rn.f32.s32\nred.shared.add.f32\nld.shared.f32\nsetp.lt.f32\nbra\n"
            "ret\n");
}

TEST(PtxSlice, copies_into_shared_memory_pass_global_values_on) {
  const Sliced result = slice_body(R"(
    st.global.u32 [%rd1], %r9;
    cp.async.ca.shared.global [%r1], [%rd2], 4, %r5;
    ld.shared.u32 %r3, [%r1];
    ld.local.u32 %r4, [%r3];
    ret;)");
  EXPECT_TRUE(result.slice.shared_values);
  EXPECT_TRUE(result.slice.global_values);
  EXPECT_FALSE(result.slice.local_values);
  EXPECT_TRUE(result.needs("%r9"));
  EXPECT_TRUE(result.needs("%r5"));
}

TEST(PtxSlice, warp_operations_pass_values_on) {
  const Sliced result = slice_body(R"(
    shfl.sync.idx.b32 %r1|%p2, %r2, %r3, 31, -1;
    shfl.sync.idx.b32 %r6, %r7, 0, 31, -1;
    vote.sync.any.pred %p3, %p4, %r8;
    @%p3 st.shared.u32 [%r1], %r6;
    ret;)");
  EXPECT_TRUE(result.needs("%r2"));
  EXPECT_TRUE(result.needs("%r3"));
  EXPECT_TRUE(result.needs("%p4"));
  EXPECT_TRUE(result.needs("%r8"));
  EXPECT_FALSE(result.needs("%r7"));
}

TEST(PtxSlice, guards_of_uninteresting_instructions_are_needed) {
  const Sliced result = slice_body(R"(
    setp.lt.and.f32 %p1|%p2, %f1, %f2, %p3;
    @%p2 add.f32 %f3, %f4, %f5;
    ret;)");
  EXPECT_EQ(result.needed(), "setp.lt.and.f32\nret\n");
  EXPECT_TRUE(result.needs("%f1"));
  EXPECT_TRUE(result.needs("%p3"));
  EXPECT_FALSE(result.needs("%f4"));
}

TEST(PtxSlice, atomics_need_values_when_their_result_is_used) {
  const Sliced unused = slice_body("atom.global.add.u32 %r1, [%rd1], %r2; ret;");
  EXPECT_FALSE(unused.needs("%r2"));
  EXPECT_TRUE(unused.needs("%rd1"));
  const Sliced queue = slice_body(R"(
    atom.global.add.u32 %r1, [%rd1], %r2;
    mul.wide.u32 %rd2, %r1, 4;
    st.global.f32 [%rd2], %f1;
    ret;)");
  EXPECT_TRUE(queue.needs("%r2"));
  EXPECT_TRUE(queue.slice.global_values);
  const Sliced swap = slice_body(R"(
  L: add.f32 %f2, %f1, %f3;
    mov.b32 %r2, %f2;
    atom.global.cas.b32 %r3, [%rd1], %r1, %r2;
    setp.ne.s32 %p1, %r1, %r3;
    @%p1 bra L;
    ret;)");
  EXPECT_TRUE(swap.needs("%f3"));
}

TEST(PtxSlice, carries_come_from_the_instruction_before) {
  const Sliced result = slice_body(R"(
    add.cc.u32 %r1, %r2, %r3;
    addc.u32 %r4, %r5, %r6;
    st.shared.u32 [%r4], %r7;
    ret;)");
  EXPECT_TRUE(result.needs("%r2"));
  EXPECT_FALSE(result.needs("%r7"));
}

std::string call_of(const std::string& name) {
  return "{ .param .b32 p0; st.param.f32 [p0], %f1; .param .b32 r0; call (r0), " + name +
         ", (p0); ld.param.f32 %f2, [r0]; }";
}

TEST(PtxSlice, math_calls_are_needed_with_their_result) {
  const std::string callee =
      ".func (.param .b32 r) __kc_sin_f32(.param .b32 x) { ret; }\n.entry k() {" +
      std::string(kRegisters) + call_of("__kc_sin_f32");
  const Sliced unused = slice(callee + "ret; }");
  EXPECT_EQ(unused.needed(), "ret\n");
  const Sliced used = slice(callee + "cvt.rzi.s32.f32 %r1, %f2; st.shared.f32 [%r1], %f3; ret; }");
  EXPECT_EQ(used.needed(), "st.param.f32\ncall\nld.param.f32\ncvt.rzi.s32.f32\nret\n");
  EXPECT_TRUE(used.needs("%f1"));
}

TEST(PtxSlice, calls_of_other_bodies_are_always_needed) {
  const Sliced result = slice(".func (.param .b32 r) helper(.param .b32 x) { ret; }\n.entry k() {" +
                              std::string(kRegisters) + call_of("helper") + "ret; }");
  EXPECT_EQ(result.needed(), "st.param.f32\ncall\nret\n");
}

// Whichever function that is, it may loop so often or store there.
TEST(PtxSlice, what_is_passed_through_a_pointer_is_needed) {
  const Sliced result = slice_body(R"(
    ld.param.u32 %r1, [n];
    ld.param.u64 %rd1, [a];
    { .param .b32 p0; st.param.b32 [p0], %r1;
    prototype_0 : .callprototype ()_ (.param .b32 _);
    call %rd1, (p0), prototype_0; }
    ret;
  )");
  EXPECT_EQ(result.needed(), "ld.param.u32\nld.param.u64\nst.param.b32\ncall\nret\n");
}

// What a called function branches on is stored by its caller.
TEST(PtxSlice, called_functions_share_memory_with_their_callers) {
  const Sliced result =
      slice(".func helper() {" + std::string(kRegisters) +
            "ld.shared.f32 %f1, [%r1]; setp.lt.f32 %p1, %f1, %f2; @%p1 bra L;"
            "L: ret; }\n.entry k() {" +
            std::string(kRegisters) + "st.shared.f32 [%r1], %f1; call helper; ret; }");
  EXPECT_TRUE(result.slice.shared_values);
  EXPECT_EQ(result.needed(), "st.shared.f32\ncall\nret\n");
}

TEST(PtxSlice, results_of_functions_are_needed) {
  const Sliced result =
      slice(".func (.param .b32 r) helper(.param .b32 x) {" + std::string(kRegisters) +
            "ld.param.f32 %f1, [x]; add.f32 %f2, %f1, %f1;"
            "st.param.f32 [r], %f2; ret; }");
  EXPECT_EQ(result.needed(), "ld.param.f32\nadd.f32\nst.param.f32\nret\n");
}

TEST(PtxSlice, results_of_unknown_instructions_need_what_they_read) {
  const Sliced result = slice_body("strange.b32 %r1, %r2; st.shared.u32 [%r1], %r3; ret;");
  EXPECT_TRUE(result.needs("%r2"));
  EXPECT_FALSE(result.needs("%r3"));
}

}  // namespace
}  // namespace kcast::ptx
