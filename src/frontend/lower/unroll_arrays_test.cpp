// Where an array of a thread's own lies. Each expectation is what nvcc of CUDA 13.0 does with the
// same kernel.
#include <gtest/gtest.h>

#include <string>

#include "frontend/test_inspect.h"

namespace kcast::frontend {
namespace {

bool uses_local_memory(const std::string& text) {
  const std::string ptx = ptx_of(inspect_text(text));
  EXPECT_FALSE(ptx.empty());
  return ptx.find(".local") != std::string::npos;
}

// A product of rows x columns results a thread; `told` stands before the inner loop.
std::string product(int rows, int columns, const std::string& told = "") {
  const std::string m = std::to_string(rows);
  const std::string n = std::to_string(columns);
  return "__global__ void k(const float* a, const float* b, float* c, int steps) {\n"
         "  float sums[" +
         m + " * " + n + "] = {0}, x[" + m + "], y[" + n +
         "];\n"
         "  for (int p = 0; p < steps; ++p) {\n"
         "    for (int i = 0; i < " +
         m +
         "; ++i) x[i] = a[p * 64 + i];\n"
         "    for (int j = 0; j < " +
         n +
         "; ++j) y[j] = b[p * 64 + j];\n"
         "    for (int i = 0; i < " +
         m + "; ++i) {\n" + told + "\n      for (int j = 0; j < " + n + "; ++j) sums[i * " + n +
         " + j] += x[i] * y[j];\n"
         "    }\n  }\n"
         "  for (int i = 0; i < " +
         m + " * " + n +
         "; ++i) c[threadIdx.x + i * 32] = sums[i];\n"
         "}\n";
}

TEST(UnrollArrays, a_nest_of_constant_length_leaves_its_array_in_registers) {
  EXPECT_FALSE(uses_local_memory(product(8, 8)));
  EXPECT_FALSE(uses_local_memory(product(8, 16)));
  EXPECT_FALSE(uses_local_memory(product(16, 16)));
}

TEST(UnrollArrays, a_large_nest_does_not) {
  EXPECT_TRUE(uses_local_memory(product(16, 32)));
  EXPECT_TRUE(uses_local_memory(product(32, 32)));
}

TEST(UnrollArrays, a_loop_that_is_not_to_be_unrolled_stays_one) {
  EXPECT_TRUE(uses_local_memory(product(8, 8, "#pragma unroll 1")));
}

TEST(UnrollArrays, an_index_out_of_data_needs_memory) {
  EXPECT_TRUE(
      uses_local_memory("__global__ void k(const float* a, const int* q, float* c, int n) {\n"
                        "  float x[8], sum = 0;\n"
                        "  for (int i = 0; i < 8; ++i) x[i] = a[threadIdx.x + i * 32];\n"
                        "  for (int p = 0; p < n; ++p) sum += x[q[p]];\n"
                        "  c[threadIdx.x] = sum;\n}\n"));
}

// As warp tiles have it: four loops, of which the outermost runs once.
TEST(UnrollArrays, four_loops_are_unrolled_too) {
  EXPECT_FALSE(uses_local_memory(
      "template <int R, int C, int TM, int TN>\n"
      "__global__ void k(const float* a, const float* b, float* c, int steps) {\n"
      "  float sums[R * TM * C * TN] = {0}, x[R * TM], y[C * TN];\n"
      "  for (int p = 0; p < steps; ++p) {\n"
      "    for (int i = 0; i < R * TM; ++i) x[i] = a[p * 1024 + threadIdx.x + i * 32];\n"
      "    for (int i = 0; i < C * TN; ++i) y[i] = b[p * 1024 + threadIdx.x + i * 32];\n"
      "    for (int r = 0; r < R; ++r) for (int q = 0; q < C; ++q)\n"
      "      for (int i = 0; i < TM; ++i) for (int j = 0; j < TN; ++j)\n"
      "        sums[(r * TM + i) * C * TN + q * TN + j] += x[r * TM + i] * y[q * TN + j];\n"
      "  }\n"
      "  for (int i = 0; i < R * TM * C * TN; ++i) c[threadIdx.x + i * 128] = sums[i];\n}\n"
      "template __global__ void k<1, 4, 8, 4>(const float*, const float*, float*, int);\n"));
}

}  // namespace
}  // namespace kcast::frontend
