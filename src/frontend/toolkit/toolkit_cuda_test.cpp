// With a CUDA toolkit: NVRTC takes every slice, and ptxas what comes out. No GPU is needed.
#include <gtest/gtest.h>

#include "base/files.h"
#include "frontend/inspect_here.h"
#include "frontend/parse/flags.h"
#include "frontend/slice/test_sources.h"
#include "frontend/toolkit/apply_toolkit.h"
#include "frontend/toolkit/toolkit.h"
#include "frontend/toolkit/toolkit_programs.h"

namespace kcast::frontend {

namespace {

constexpr const char* kNoToolkit = "there is no CUDA toolkit; `scripts/fetch cuda` gets one";

const std::optional<Toolkit>& toolkit() {
  static const std::optional<Toolkit> found = find_toolkit("");
  return found;
}

struct Applied {
  Inspection inspection;
  std::string warnings;
};

Applied apply(InspectRequest request) {
  request.slice = true;
  Applied out;
  const auto settings = read_flags(request);
  auto inspection = inspect_here(request);
  if (!settings || !inspection) {
    ADD_FAILURE() << (settings ? inspection.error().message : settings.error().message);
    return out;
  }
  out.inspection = *std::move(inspection);
  out.inspection.diagnostics.clear();
  EXPECT_TRUE(apply_toolkit(request, *settings, *toolkit(), out.inspection, /*take_ptx=*/true));
  for (const Diagnostic& diagnostic : out.inspection.diagnostics) {
    out.warnings += diagnostic.message + "\n";
  }
  return out;
}

class CudaSlice : public testing::TestWithParam<SliceProgram> {};

TEST_P(CudaSlice, compiles_with_nvrtc_and_ptxas) {
  if (!toolkit()) GTEST_SKIP() << kNoToolkit;
  InspectRequest request;
  request.files = GetParam().files;
  request.defines = GetParam().defines;
  const Applied applied = apply(request);
  EXPECT_EQ(applied.warnings, "");
  ASSERT_FALSE(applied.inspection.modules.empty());
  EXPECT_EQ(applied.inspection.modules[0].route, "nvrtc");
  for (const Kernel& kernel : applied.inspection.kernels) {
    if (!kernel.lowered) continue;
    ASSERT_TRUE(kernel.resources) << kernel.mangled;
    EXPECT_GT(kernel.resources->registers, 0) << kernel.mangled;
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, CudaSlice, testing::ValuesIn(slice_programs()),
                         [](const auto& test) { return test.param.name; });

TEST(cuda_toolkit, falls_back_to_nvcc_for_a_lambda_of_the_host) {
  if (!toolkit()) GTEST_SKIP() << kNoToolkit;
  InspectRequest request;
  request.files = {{"a.cu", R"(
#include "f.h"
template <class F> __global__ void apply(float* p, F f) { p[0] = f(p[0]); }
int main() {
  apply<<<1, 1>>>((float*)nullptr, [] __device__ (float x) { return x + ONE; });
}
)"},
                   {"f.h", "#define ONE 1\n"}};
  const Applied applied = apply(request);
  ASSERT_EQ(applied.inspection.modules.size(), 1U);
  EXPECT_EQ(applied.inspection.modules[0].route, "nvcc") << applied.warnings;
  EXPECT_NE(applied.warnings.find("NVRTC"), std::string::npos);
  EXPECT_NE(applied.inspection.modules[0].text.find("\t.file\t1 \"a.cu\"\n"), std::string::npos);
}

TEST(cuda_toolkit, names_the_lines_of_the_request) {
  if (!toolkit()) GTEST_SKIP() << kNoToolkit;
  InspectRequest request;
  request.files = {{"a.cu", R"(
#include "f.h"
#include "frontend/toolkit/toolkit_programs.h"
__global__ void k(float* p) {
  p[threadIdx.x] = third(p[threadIdx.x]);
}
)"},
                   {"f.h", "\n__device__ inline float third(float x) { return x / 3; }\n"}};
  const Applied applied = apply(request);
  ASSERT_EQ(applied.inspection.modules.size(), 1U);
  const std::string& ptx = applied.inspection.modules[0].text;
  EXPECT_EQ(applied.inspection.modules[0].route, "nvrtc") << applied.warnings;
  EXPECT_NE(ptx.find("\t.file\t1 \"a.cu\"\n"), std::string::npos) << ptx;
  EXPECT_NE(ptx.find("\t.file\t2 \"f.h\"\n"), std::string::npos) << ptx;
  EXPECT_NE(ptx.find("\t.loc\t1 4 "), std::string::npos) << ptx;
  EXPECT_NE(ptx.find("\t.loc\t2 2 "), std::string::npos) << ptx;
}

TEST(cuda_toolkit, keeps_the_ptx_of_clang_for_opencl) {
  if (!toolkit()) GTEST_SKIP() << kNoToolkit;
  InspectRequest request;
  request.files = {{"a.cl", "kernel void k(global float* p) { p[get_global_id(0)] = 1; }"}};
  const Applied applied = apply(request);
  ASSERT_EQ(applied.inspection.modules.size(), 1U);
  EXPECT_EQ(applied.inspection.modules[0].route, "clang");
  ASSERT_EQ(applied.inspection.kernels.size(), 1U);
  EXPECT_TRUE(applied.inspection.kernels[0].resources);
}

TEST(cuda_toolkit, reports_spills_under_a_register_limit_and_shared_memory) {
  if (!toolkit()) GTEST_SKIP() << kNoToolkit;
  InspectRequest request;
  request.files = {{"a.cu", R"(
__global__ void k(float* p) {
  __shared__ float s[64];
  float v[48];
#pragma unroll
  for (int i = 0; i < 48; ++i) v[i] = p[i * 32 + threadIdx.x];
  s[threadIdx.x] = v[3];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 48; ++i) p[i * 7] = v[i] * v[47 - i] + s[i];
}
)"}};
  request.flags = {"-maxrregcount=24"};
  const Applied applied = apply(request);
  ASSERT_EQ(applied.inspection.kernels.size(), 1U);
  ASSERT_TRUE(applied.inspection.kernels[0].resources) << applied.warnings;
  const ResourceUse& use = *applied.inspection.kernels[0].resources;
  EXPECT_LE(use.registers, 24);
  EXPECT_GT(use.spill_store_bytes, 0);
  EXPECT_EQ(use.static_shared_bytes, 256);
}

TEST(cuda_toolkit, says_what_a_compiler_says) {
  if (!toolkit()) GTEST_SKIP() << kNoToolkit;
  const auto resources =
      ptxas_resources(*toolkit(), ".version 8.5\n.target sm_90\nbad\n", "sm_90", 0);
  ASSERT_FALSE(resources);
  EXPECT_NE(resources.error().message.find("error"), std::string::npos)
      << resources.error().message;
  EXPECT_EQ(resources.error().message.find("/tmp"), std::string::npos) << resources.error().message;
  const auto ptx =
      nvrtc_ptx(*toolkit(), "#line 7 \"user.cu\"\n__global__ void k() { nothing(); }\n",
                BuildSettings(), "sm_90");
  ASSERT_FALSE(ptx);
  EXPECT_TRUE(ptx.error().message.starts_with("user.cu(7): error")) << ptx.error().message;
}

TEST(cuda_toolkit, refuses_an_architecture_that_is_too_old) {
  if (!toolkit()) GTEST_SKIP() << kNoToolkit;
  InspectRequest request;
  request.files = {{"a.cu", "__global__ void k(float* p) { p[0] = 1; }"}};
  request.arch = "sm_70";
  const Applied applied = apply(request);
  EXPECT_EQ(applied.inspection.modules.at(0).route, "clang");
  EXPECT_NE(applied.warnings.find("sm_70"), std::string::npos);
}

// Of our own functions the single-precision ones compute in double, which no GPU has to run.
TEST(cuda_toolkit, gives_regions_that_are_run_its_math_functions) {
  if (!toolkit() || toolkit()->libdevice.empty()) GTEST_SKIP() << kNoToolkit;
  InspectRequest request;
  request.files = {{"wave.c",
                    "#include <math.h>\n"
                    "void wave(float *x, int n) {\n"
                    "#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])\n"
                    "  for (int i = 0; i < n; i++)\n"
                    "    x[i] = expf(x[i]) + atan2f(x[i], 2.0f);\n"
                    "}\n"}};
  request.language = "openmp";
  request.environment_argument = true;
  const auto ours = inspect_here(request);
  request.math_library = *read_file(toolkit()->libdevice);
  const auto theirs = inspect_here(request);
  ASSERT_TRUE(ours && theirs);
  const std::string& own = ours->modules.at(0).text;
  const std::string& text = theirs->modules.at(0).text;
  EXPECT_NE(own.find("__kc_exp_f32"), std::string::npos);
  EXPECT_NE(own.find(".f64"), std::string::npos);
  EXPECT_EQ(text.find("__kc_"), std::string::npos);
  EXPECT_EQ(text.find("__nv_"), std::string::npos);  // part of the kernel
  EXPECT_EQ(text.find(".f64"), std::string::npos);
  EXPECT_NE(text.find("ex2.approx"), std::string::npos);
}

}  // namespace

}  // namespace kcast::frontend

// This program is also the process that NVRTC runs in.
int main(int argc, char** argv) {
  const std::vector<std::string_view> args(argv + 1, argv + argc);
  if (const auto status = kcast::frontend::run_as_nvrtc_worker(args)) return *status;
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
