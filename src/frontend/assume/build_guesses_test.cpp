#include "frontend/assume/build_guesses.h"

#include <gtest/gtest.h>

#include "frontend/assume/name_roles.h"

namespace kcast::frontend {
namespace {

using Definition = std::pair<std::string, std::string>;

// What is taken for a name that the text uses.
Definition guessed(const std::string& name, const std::string& text, bool is_type = false,
                   const std::vector<Definition>& known = {}) {
  return guess_definition({.name = name, .is_type = is_type}, text, known);
}

TEST(BuildGuesses, the_use_of_a_name_says_what_it_is) {
  EXPECT_EQ(guessed("rowsPerItem", "for (i = 0; i < rowsPerItem; i++)").second, "8");
  EXPECT_EQ(guessed("dstT", "x = (dstT)(a + b);"), (Definition{"dstT", "float"}));
  EXPECT_EQ(guessed("srcT", "*(__global const srcT*)(p + i)"), (Definition{"srcT", "float"}));
  EXPECT_EQ(guessed("WORD", "sizeof(WORD) * n"), (Definition{"WORD", "float"}));
  EXPECT_EQ(guessed("PREFIX", "PREFIX __kernel void k() {}", true), (Definition{"PREFIX", ""}));
  EXPECT_EQ(guessed("LAYOUT_T", "LAYOUT_T const* restrict p", true),
            (Definition{"LAYOUT_T", "float"}));
  // A product is no pointer.
  EXPECT_EQ(guessed("steps", "n = (steps * width) + steps;").second, "8");
}

TEST(BuildGuesses, types_are_what_they_are_called) {
  EXPECT_EQ(guessed("u32", "u32 a;", true).second, "uint");
  EXPECT_EQ(guessed("uint8_t", "uint8_t a;", true).second, "uchar");
  EXPECT_EQ(guessed("FLOAT4", "FLOAT4 a;", true).second, "float4");
  EXPECT_EQ(guessed("INT8", "INT8 a;", true).second, "char");
  EXPECT_EQ(guessed("T1", "T1 a;", true).second, "float");
}

TEST(BuildGuesses, functions_convert_or_combine) {
  EXPECT_EQ(guessed("CONVERT_FLOAT4", "a = CONVERT_FLOAT4(b);"),
            (Definition{"CONVERT_FLOAT4", "convert_float4"}));
  EXPECT_EQ(guessed("convert_Dtype", "a = convert_Dtype(b);", false, {{"Dtype", "half"}}),
            (Definition{"convert_Dtype", "convert_half"}));
  EXPECT_EQ(guessed("convertToT", "a = convertToT(b + f(c, d)) * convertToT(c);"),
            (Definition{"convertToT(a)", "(a)"}));
  EXPECT_EQ(guessed("COMBINE", "a = COMBINE(b[i, 1], (c, d));"),
            (Definition{"COMBINE(a,b)", "((a)+(b))"}));
}

// A value for these would be wrong, not unknown.
TEST(BuildGuesses, mistyped_and_foreign_names_stay_open) {
  EXPECT_EQ(guessed("valeu", "a[0] = valeu;").first, "");
  EXPECT_EQ(guessed("intel_sub_group_block_read", "intel_sub_group_block_read(p)").first, "");
  EXPECT_EQ(guessed("CLK_SOME_FLAG", "f(CLK_SOME_FLAG)").first, "");
}

TEST(BuildGuesses, what_the_text_declares_only_looks_missing) {
  EXPECT_EQ(guessed("in", "FLOAT4 in = f(x); out = in * 2;").first, "");
  EXPECT_EQ(guessed("helper", "PREFIX T helper(T a) { return a; } b = helper(c);").first, "");
  EXPECT_EQ(guessed("rows", "return rows; x = rows;").second, "8");
}

TEST(BuildGuesses, conditions_that_hide_a_kernel) {
  const auto hiding = [](const char* text) { return macros_that_hide_kernels(text); };
  using Names = std::vector<std::string>;
  EXPECT_EQ(hiding("#ifdef A\n#if defined(B)\nkernel void k() {}\n#endif\n#endif"),
            (Names{"A", "B"}));
  EXPECT_EQ(hiding("#ifndef A\nkernel void k() {}\n#elif defined B\nkernel void l() {}\n#endif"),
            (Names{"B"}));
  EXPECT_EQ(hiding("// the kernel\n#if A // and\n__kernel void k() {}\n#endif"), (Names{"A"}));
  EXPECT_EQ(hiding("#if A > 3\n__kernel void k() {}\n#endif"), Names{});
  EXPECT_EQ(hiding("#ifdef A\n#endif\n__kernel void k() {}"), Names{});
}

}  // namespace
}  // namespace kcast::frontend
