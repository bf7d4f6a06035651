#include "frontend/parse/guesses.h"

#include <gtest/gtest.h>

namespace kcast::frontend {
namespace {

using Lists = std::vector<std::vector<std::string>>;

TEST(Guesses, uses_of_a_template_in_the_text) {
  EXPECT_EQ(template_uses("k<8><<<1, 2>>>(x); auto p = &k < 16 , float>; k<8>(y);", "k"),
            (Lists{{"8"}, {"16", "float"}}));
  EXPECT_EQ(template_uses("k<std::pair<int, 2>, (3 > 2)>()", "k"),
            (Lists{{"std::pair<int, 2>", "(3 > 2)"}}));
  // Launches, comparisons and other names are none.
  EXPECT_TRUE(template_uses("k<<<1, 2>>>(x); if (k < n) { } mk<8>(); kk<8>();", "k").empty());
}

TEST(Guesses, constants_follow_their_names) {
  EXPECT_EQ(guess_constant("BLOCK_SIZE", 0), "256");
  EXPECT_EQ(guess_constant("TILE_DIM", 0), "32");
  EXPECT_EQ(guess_constant("ITEMS_PER_THREAD", 0), "4");
  EXPECT_EQ(guess_constant("N", 0), "8");
  EXPECT_NE(guess_constant("N", 1), "8");
  EXPECT_EQ(guess_constant("BLOCK_SIZE", 1), "32");
  EXPECT_EQ(guess_type("T", 0), "float");
  EXPECT_EQ(guess_type("IndexType", 0), "int");
}

std::vector<ParseError> errors_of(std::vector<std::string> messages) {
  std::vector<ParseError> errors;
  for (std::string& message : messages)
    errors.push_back({{}, {Severity::Error, "k.cl", 1, 1, std::move(message)}});
  return errors;
}

std::vector<std::pair<std::string, std::string>> macros_of(std::vector<std::string> messages) {
  return guess_macros(errors_of(std::move(messages)));
}

TEST(Guesses, macros_are_names_in_capitals_that_nobody_declares) {
  const auto macros = macros_of({"unknown type name 'DATA_TYPE'; did you mean 'x'?",
                                 "use of undeclared identifier 'TILE'",
                                 "use of undeclared identifier 'TILE'", "expected ';'"});
  ASSERT_EQ(macros.size(), 2U);
  EXPECT_EQ(macros[0], (std::pair<std::string, std::string>("DATA_TYPE", "float")));
  EXPECT_EQ(macros[1], (std::pair<std::string, std::string>("TILE", "32")));
}

TEST(Guesses, types_by_one_letter_and_sizes_are_macros_too) {
  const auto macros = macros_of({"unknown type name 'T'", "unknown type name 'real_t'",
                                 "use of undeclared identifier 'blockSize'"});
  ASSERT_EQ(macros.size(), 3U);
  EXPECT_EQ(macros[0], (std::pair<std::string, std::string>("T", "float")));
  EXPECT_EQ(macros[1], (std::pair<std::string, std::string>("real_t", "float")));
  EXPECT_EQ(macros[2], (std::pair<std::string, std::string>("blockSize", "256")));
}

TEST(Guesses, flags_are_macros_too) {
  const auto macros = macros_of({"use of undeclared identifier 'nIsPow2'",
                                 "use of undeclared identifier 'useImages'",
                                 "use of undeclared identifier 'island'"});
  ASSERT_EQ(macros.size(), 2U);
  EXPECT_EQ(macros[0], (std::pair<std::string, std::string>("nIsPow2", "1")));
  EXPECT_EQ(macros[1], (std::pair<std::string, std::string>("useImages", "0")));
}

// A value for these would be wrong, not unknown.
TEST(Guesses, names_of_libraries_are_no_macros) {
  EXPECT_TRUE(
      macros_of({"use of undeclared identifier 'INT_MAX'", "use of undeclared identifier 'tile'",
                 "unknown type name 'Tensor'", "unknown type name 'cudnnHandle_t'",
                 "use of undeclared identifier 'blockIdx'",
                 "use of undeclared identifier 'CUDA_SUCCESS'"})
          .empty());
}

TEST(Guesses, names_of_cuda_come_from_its_headers) {
  const auto headers = guess_headers(
      errors_of({"unknown type name 'half2'", "use of undeclared identifier '__half2float'",
                 "use of undeclared identifier 'cub'", "unknown type name 'halfway'"}));
  EXPECT_EQ(headers, (std::vector<std::string>{"cuda_fp16.h", "cub/cub.cuh"}));
}

TEST(Guesses, conditions_around_kernels_are_those_that_ask_for_a_definition) {
  const auto of = [](const char* text) { return closed_conditions(text, "cuda"); };
  using Names = std::vector<std::string>;
  EXPECT_EQ(of("#if defined(WITH_CUDA)\n__global__ void k();\n#endif\n"), Names{"WITH_CUDA"});
  EXPECT_EQ(of("#if defined (USE_HIP) || defined(USE_CUDA)\n__global__ void k();\n#endif\n"),
            Names{"USE_CUDA"});
  EXPECT_EQ(of("#ifdef A\n#if B && !defined(C)\n__global__ void k();\n"), (Names{"A", "B"}));
  EXPECT_EQ(of("#ifndef K_H\n#if VERSION >= 3\n__global__ void k();\n"), Names());
  EXPECT_EQ(of("#ifdef A\n#endif\n#ifdef B\n#else\n__global__ void k();\n"), Names());
}

}  // namespace
}  // namespace kcast::frontend
