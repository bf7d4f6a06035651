// Code that uses what is broken elsewhere: it is read in this very process, which
// Clang's code generator would end if it were given any of it.
#include <gtest/gtest.h>

#include <string>

#include "frontend/test_inspect.h"

namespace kcast::frontend {
namespace {

constexpr const char* kGood = "__global__ void good(float* a) { *a = 2; }\n";

// `user` must not be lowered, and the kernel beside it must.
void expect_only_good_is_lowered(const std::string& text) {
  const Inspection inspection = inspect_text(text + kGood);
  const Kernel* user = kernel_named(inspection, "user");
  ASSERT_NE(user, nullptr) << text;
  EXPECT_FALSE(user->lowered) << text;
  EXPECT_NE(user->not_lowered_reason, "") << text;
  const Kernel* good = kernel_named(inspection, "good");
  ASSERT_NE(good, nullptr) << text;
  EXPECT_TRUE(good->lowered) << text << good->not_lowered_reason;
}

TEST(BrokenCode, that_uses_a_broken_variable_is_left_out) {
  expect_only_good_is_lowered(
      "__constant__ unknown_type weights[4];\n"
      "__global__ void user(float* a) { *a = weights[1]; }\n");
  const Inspection inspection = inspect_text(
      "__constant__ unknown_type weights[4];\n"
      "__global__ void user(float* a) {\n"
      "  *a = weights[1];\n"
      "}\n");
  EXPECT_EQ(inspection.kernels.at(0).not_lowered_reason,
            "line 3: uses something whose declaration is broken");
}

TEST(BrokenCode, that_uses_a_broken_member_is_left_out) {
  expect_only_good_is_lowered(
      "struct Field { float* data; unknown_type count; };\n"
      "__global__ void user(Field f) { for (int i = 0; i < f.count; ++i) f.data[i] = 1; }\n");
}

TEST(BrokenCode, that_calls_a_broken_function_is_left_out) {
  expect_only_good_is_lowered(
      "__device__ float twice(unknown_type x) { return x + x; }\n"
      "__device__ float twice(unknown_type x) { return x + x; }\n"
      "__global__ void user(float* a) { *a = twice(*a); }\n");
}

// Clang drops the statement without a word; the rest would be another kernel.
TEST(BrokenCode, that_lost_a_statement_is_left_out) {
  expect_only_good_is_lowered(
      "__device__ float twice(unknown_type x) { return x + x; }\n"
      "__global__ void user(float* a) { *a = twice(*a); }\n");
  const Inspection inspection = inspect_text(
      "__device__ unknown_type twice;\n"
      "struct Pair { float twice; };\n"
      "__global__ void by_the_same_name(float* a, Pair p) { float b = p.twice; *a = b; }\n");
  EXPECT_TRUE(inspection.kernels.at(0).lowered) << inspection.kernels[0].not_lowered_reason;
}

TEST(BrokenCode, in_opencl_is_left_out) {
  const Inspection inspection = inspect_text(
      "inline int wrap(int i, int n) { return i < n ? i : i - n; }\n"
      "inline int wrap(int i, int n) { return i < n ? i : i - n; }\n"
      "__kernel void user(__global int* a, int n) { a[wrap(1, n)] = 1; }\n"
      "__kernel void good(__global int* a) { *a = 1; }\n",
      "k.cl");
  ASSERT_EQ(inspection.kernels.size(), 2U);
  EXPECT_FALSE(inspection.kernels[0].lowered);
  EXPECT_TRUE(inspection.kernels[1].lowered);
}

TEST(BrokenCode, at_namespace_scope_is_left_out) {
  const Inspection inspection = inspect_text(
      "__constant unknown_type tile[4];\n"
      "__constant int v = tile[1];\n"
      "__kernel void good(__global int* a) { *a = 1; }\n",
      "k.cl");
  ASSERT_EQ(inspection.kernels.size(), 1U);
  EXPECT_TRUE(inspection.kernels[0].lowered);
}

// Neither has the symbol of a kernel.
TEST(BrokenCode, that_launches_what_is_no_kernel_is_read) {
  const Inspection inspection = inspect_text(
      "__device__ void helper(float* a) { *a = 1; }\n"
      "struct S { __global__ S() {} };\n" +
      std::string(kGood) +
      "int main() { float* a; cudaMalloc(&a, 4); helper<<<1, 1>>>(a); good<<<1, 1>>>(a); }\n");
  const Kernel* good = kernel_named(inspection, "good");
  ASSERT_NE(good, nullptr);
  EXPECT_TRUE(good->lowered) << good->not_lowered_reason;
}

}  // namespace
}  // namespace kcast::frontend
