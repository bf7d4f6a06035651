#include "corpus/authored/source_constants.h"

#include <gtest/gtest.h>

#include "corpus/authored/constant_value.h"
#include "corpus/authored/source_tokens.h"
#include "corpus/kernel_maker.h"

namespace kcast::corpus {
namespace {

std::optional<int64_t> value_of(std::string_view text) {
  const std::vector<SourceToken> tokens = tokens_of_source(text);
  std::vector<std::string_view> words;
  for (const size_t place : places_without_space(tokens))
    words.push_back(tokens[place].text);
  return constant_value(words);
}

std::string error_of(std::string_view cuda, const ConstantValues& values) {
  const auto text = with_constants(cuda, values);
  return text ? "" : text.error().message;
}

TEST(ConstantValue, reads_what_C_does) {
  EXPECT_EQ(value_of("4096"), 4096);
  EXPECT_EQ(value_of("1 << 20"), 1048576);
  EXPECT_EQ(value_of("(3u << 4) - 2 * 5"), 38);
  EXPECT_EQ(value_of("1 << 2 + 3"), 32);
  EXPECT_EQ(value_of("100 - 10 - 1"), 89);
  EXPECT_EQ(value_of("7 / 2 * 2 % 4"), 2);
  EXPECT_EQ(value_of("0x1F + 0b11 + 010"), 42);
  EXPECT_EQ(value_of("1'000'000ull"), 1000000);
  EXPECT_EQ(value_of("-(-5)"), 5);
  EXPECT_EQ(value_of("(size_t)1 << 33"), int64_t{1} << 33);
  EXPECT_EQ(value_of("std::size_t(2) * 3"), 6);
  EXPECT_EQ(value_of("1e6"), 1000000);
}

TEST(ConstantValue, is_nothing_for_what_is_no_integer_of_numbers) {
  for (const char* text :
       {"", "n", "2 * n", "1.5", "1.0f", "1 <", "(1", "1)", "1 2", "sizeof(int)", "5 / 0",
        "1 << 61", "99999999999999999999", "1 << -1", "\"8\"", "9000000000 * 9000000000"}) {
    EXPECT_FALSE(value_of(text)) << text;
  }
  EXPECT_FALSE(value_of(std::string(1000, '(') + "1" + std::string(1000, ')')));
}

TEST(SourceConstants, are_macros_constants_enumerators_and_first_values) {
  EXPECT_EQ(integer_constants("#define N 4096\n"
                              "# define SHIFTED (1 << 20)  // a million\n"
                              "constexpr int W = 64, H = 2 * 32, PLANES = W;\n"
                              "static const unsigned long kBatch{3};\n"
                              "enum Sizes { A = 5, B, C = 7 };\n"
                              "int main(int argc, char** argv) {\n"
                              "  size_t bytes = 512;\n"
                              "  int rows = argc > 1 ? atoi(argv[1]) : 300;\n"
                              "}\n"),
            (std::vector<SourceConstant>{{"N", 4096},
                                         {"SHIFTED", 1048576},
                                         {"W", 64},
                                         {"H", 64},
                                         {"A", 5},
                                         {"C", 7},
                                         {"bytes", 512},
                                         {"rows", 300}}));
}

TEST(SourceConstants, are_no_counters_parameters_and_functions) {
  EXPECT_EQ(integer_constants("#define SQUARE(x) 4\n#define EMPTY\n#include <n=4>\n"
                              "template <int T = 32> void g(int p = 5) {\n"
                              "  for (int i = 64; i < 9; ++i) f(i, 3);\n  float x = 2; int a[3] = "
                              "{1, 2, 3}; int* q = 0; n = 77; }\n"),
            std::vector<SourceConstant>{});
}

TEST(SourceConstants, declared_twice_are_left_out_but_constants_hide_variables) {
  EXPECT_EQ(integer_constants("void f() { const int m = 5; int n = 0; }\n"
                              "int main() { const int n = 1000; const int m = 6; int k = 1; }\n"
                              "void g() { int k = 2; }\n"),
            (std::vector<SourceConstant>{{"n", 1000}}));
}

TEST(SourceConstants, are_members_that_are_assigned_once) {
  EXPECT_EQ(integer_constants("void f() {\n  Params p;\n  p.batch = 4; p.grid.rows = 1 << 6;\n"
                              "  p.scale = 2.0; p.limit = 1e6; p.size = p.batch * 2;\n"
                              "  p.twice = 5; p.twice = 6; p.sum += 7; p.list[0] = 8;\n"
                              "  for (p.i = 9; p.i < 10; ++p.i) q->n = 11;\n}\n"),
            (std::vector<SourceConstant>{{"p.batch", 4}, {"p.grid.rows", 64}}));
}

TEST(SourceConstants, are_numbers_of_the_list_that_a_variable_begins_with) {
  EXPECT_EQ(integer_constants("struct Shape { int rows, columns; };\n"
                              "const space::Shape a = {4, 5}, b{6, 7u};\n"
                              "int main() {\n  SharpenParams p{2048, 1.5f, sinf(4), {1, 2}, 99};\n"
                              "  struct Shape s = {n, 64};\n  { Shape d{1}; }\n  { Shape d{2}; }\n"
                              "  int table[] = {1, 2}; int n{3}; std::vector<int> v = {4};\n"
                              "  Shape empty{}; x = f{1}; return Shape{8, 9};\n}\n"
                              "namespace inner { enum { A }; }\n"),
            (std::vector<SourceConstant>{{"a.0", 4},
                                         {"a.1", 5},
                                         {"b.0", 6},
                                         {"b.1", 7},
                                         {"p.0", 2048},
                                         {"p.4", 99},
                                         {"s.1", 64}}));
}

TEST(SourceConstants, of_members_are_overwritten_in_their_place) {
  const auto text = with_constants("Shape s = {16, 96 /* planes */, h};\np.rows = 32u;",
                                   {{"p.rows", 64}, {"s.1", 48}});
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(*text, "Shape s = {16, 48 /* planes */, h};\np.rows = 64u;");
  EXPECT_EQ(error_of("Shape s = {16, h};", {{"s.1", 4}}),
            "'s.1' is no integer constant: it is 'h'");
}

TEST(SourceConstants, are_overwritten_where_they_are_declared) {
  const auto text = with_constants(
      "#define N (1 << 20) // points\nconst unsigned m = 2000000u, k = 3;\n"
      "void f(int n) { int n = 7; }\nint r = argc > 1 ? atoi(argv[1]) : 300;\nint x = N + m;",
      {{"N", 4096}, {"m", 500}, {"n", 8}, {"r", 12}});
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(*text,
            "#define N (1 << 12) // points\nconst unsigned m = 500u, k = 3;\n"
            "void f(int n) { int n = 8; }\nint r = argc > 1 ? atoi(argv[1]) : 12;\nint x = N + m;");
}

TEST(SourceConstants, shifts_stay_shifts_only_where_that_is_short) {
  EXPECT_EQ(*with_constants("int n = 1 << 20;", {{"n", 3 << 18}}), "int n = 3 << 18;");
  EXPECT_EQ(*with_constants("int n = 1 << 20;", {{"n", 1000003}}), "int n = 1000003;");
  EXPECT_EQ(*with_constants("int n = 1 << 20;", {{"n", 48}}), "int n = 48;");
}

TEST(SourceConstants, errors_name_the_constant_and_the_reason) {
  const std::string cuda =
      "#define SIZE 4\n#define HALF (SIZE / 2)\nint f() { const int m = 5; }\n"
      "int g() { const int m = 6; }\n";
  EXPECT_EQ(error_of(cuda, {{"SIZES", 1}}), "no integer constant 'SIZES'; did you mean 'SIZE'?");
  EXPECT_EQ(error_of(cuda, {{"batch", 1}}), "no integer constant 'batch'; there are SIZE");
  EXPECT_EQ(error_of("int x;", {{"batch", 1}}), "no integer constant 'batch'; there is none");
  EXPECT_EQ(error_of(cuda, {{"HALF", 1}}), "'HALF' is no integer constant: it is '( SIZE / 2 )'");
  EXPECT_EQ(error_of(cuda, {{"m", 1}}),
            "'m' is declared more than once, so it is not clear which is meant");
}

Result<KernelSource> cuda_of(std::string_view recipe) {
  KCAST_TRY(const KernelRecipe parsed, parse_recipe(recipe));
  return source_of_recipe(parsed, Language::Cuda, /*with_host=*/false);
}

TEST(SourceConstants, of_a_recipe_change_its_program) {
  const auto plain = cuda_of("auth-1:losses_metrics/confusion_counts");
  const auto sized = cuda_of("auth-1:losses_metrics/confusion_counts:n=500000");
  ASSERT_TRUE(plain && sized);
  std::string expected = plain->source;
  const size_t at = expected.find("n = 2000000;");
  ASSERT_NE(at, std::string::npos);
  expected.replace(at, 12, "n = 500000;");
  EXPECT_EQ(sized->source, expected);
  EXPECT_EQ(cuda_of("auth-1:losses_metrics/confusion_counts:rows=1").error().message,
            "auth-1:losses_metrics/confusion_counts:rows=1: no integer constant 'rows'; there are "
            "NCLS, hits, n");
}

TEST(SourceConstants, keep_the_names_of_the_file_under_augmentation) {
  int renamed = 0;
  for (int seed = 1; seed < 20; ++seed) {
    const auto source =
        cuda_of("auth-1:losses_metrics/confusion_counts:n=512345+" + std::to_string(seed));
    ASSERT_TRUE(source);
    EXPECT_NE(source->source.find("= 512345;"), std::string::npos);
    renamed += source->source.find("n = 512345;") == std::string::npos ? 1 : 0;
  }
  EXPECT_GT(renamed, 0);
}

TEST(SourceConstants, of_members_stay_under_augmentation) {
  for (int seed = 1; seed < 20; ++seed) {
    const auto source = cuda_of("auth-1:activations_elementwise/prelu_channelwise:s.0=12,s.1=345+" +
                                std::to_string(seed));
    ASSERT_TRUE(source);
    EXPECT_NE(source->source.find("= {12, 345, 56, 56};"), std::string::npos);
  }
}

}  // namespace
}  // namespace kcast::corpus
