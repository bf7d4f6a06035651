// Programs of several files, of which one calls on the GPU what another defines.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "frontend/inspect_here.h"

namespace kcast::frontend {
namespace {

Inspection inspect_files(const std::vector<SourceFile>& files) {
  InspectRequest request;
  request.files = files;
  auto inspection = inspect_here(request);
  EXPECT_TRUE(inspection) << inspection.error().message;
  return inspection ? *std::move(inspection) : Inspection();
}

size_t count(const std::string& text, const std::string& what) {
  size_t out = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++out;
  return out;
}

const SourceFile kMain = {"main.cu", R"(
extern __device__ float weight(float x);
extern __constant__ float table[64];
static __device__ float scaled(float x) { return 3.0f * x; }
__global__ void apply(float* y) { y[threadIdx.x] = weight(scaled(y[threadIdx.x])) + table[threadIdx.x]; }
)"};
const SourceFile kWeight = {"weight.cu", R"(
__constant__ float table[64];
extern __device__ float root(float x);
static __device__ float scaled(float x) { return x / 5.0f; }
__device__ float weight(float x) { return root(scaled(x)); }
__global__ void other(float* y) { y[0] = weight(1); }
)"};
const SourceFile kRoot = {"root.cu", R"(
__device__ float root(float x) { return sqrtf(x); }
)"};

TEST(program_code, functions_and_variables_of_other_files_are_linked) {
  const Inspection all = inspect_files({kMain, kWeight, kRoot});
  ASSERT_EQ(all.modules.size(), 2U);
  const std::string& ptx = all.modules[0].text;
  EXPECT_EQ(count(ptx, ".extern"), 0U) << ptx;
  EXPECT_EQ(count(ptx, ".entry"), 1U) << ptx;
  EXPECT_EQ(count(ptx, "sqrt.rn.f32"), 1U) << ptx;  // through a third file
  EXPECT_EQ(count(ptx, "div.rn.f32"), 1U) << ptx;   // each file's own function of one name
  EXPECT_EQ(count(ptx, "0f40400000"), 1U) << ptx;   // 3
  EXPECT_EQ(count(ptx, "table[256]"), 1U) << ptx;
}

TEST(program_code, what_no_file_defines_stays_declared) {
  const Inspection all = inspect_files({kMain, kWeight});
  ASSERT_EQ(all.modules.size(), 2U);
  EXPECT_GE(count(all.modules[0].text, "_Z4rootf"), 1U) << all.modules[0].text;
  EXPECT_EQ(count(all.modules[0].text, "div.rn.f32"), 1U) << all.modules[0].text;
}

TEST(program_code, target_regions_call_functions_of_other_files) {
  const SourceFile region = {"main.c", R"(
#pragma omp declare target
float weight(float x);
#pragma omp end declare target
void run(float* y, int n) {
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n])
  for (int i = 0; i < n; ++i) y[i] = weight(y[i]);
}
)"};
  const SourceFile weight = {"weight.c", R"(
#include <math.h>
#pragma omp declare target
float weight(float x) { return sqrtf(x) / 5.0f; }
#pragma omp end declare target
void again(float* y, int n) {
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n])
  for (int i = 0; i < n; ++i) y[i] = weight(y[i]);
}
)"};
  const Inspection all = inspect_files({region, weight});
  ASSERT_EQ(all.modules.size(), 2U);
  for (const PtxModule& module : all.modules) {
    EXPECT_EQ(count(module.text, ".entry"), 1U) << module.file;
    EXPECT_GE(count(module.text, "div.rn.f32"), 1U) << module.text;
  }
}

}  // namespace
}  // namespace kcast::frontend
