#include "collect/cuda/compiler_process.h"

#include <gtest/gtest.h>

namespace kcast::collect {
namespace {

CompileRequest saxpy(const std::string& body) {
  return {.name = "saxpy.cu",
          .source = "extern \"C\" __global__ void saxpy(float a, const float* x, float* y) {" +
                    body + "}",
          .kernel = "saxpy",
          .target = "sm_90",
          .flags = {"--fmad=false"},
          .headers = {}};
}

CompilerProcess real() {
  return CompilerProcess({KCAST_COLLECT_CUDA, "compile"});
}

TEST(CompilerProcess, compiles_as_nvrtc_in_this_process) {
  const CompileRequest request = saxpy("y[threadIdx.x] += a * x[threadIdx.x];");
  CompilerProcess process = real();
  const auto ours = process.compile(request);
  ASSERT_TRUE(ours) << ours.error().message;
  const auto theirs = compile_kernel(request);
  ASSERT_TRUE(theirs) << theirs.error().message;
  EXPECT_EQ(ours->cubin, theirs->cubin);
  EXPECT_EQ(ours->symbol, "saxpy");
  EXPECT_TRUE(
      ours->cubin.starts_with("\x7f"
                              "ELF"));
}

// A toolkit is there where these tests are, and with it ptxas.
TEST(CompilerProcess, ptx_becomes_machine_code_and_what_ptxas_refuses_says_why) {
  const std::string body =
      ".version 8.5\n.target sm_90\n.address_size 64\n.visible .entry copy() { ret; }\n";
  CompileRequest request{.name = "copy.cu",
                         .source = "",
                         .kernel = "copy",
                         .target = "sm_90",
                         .flags = {},
                         .headers = {},
                         .variables = {},
                         .ptx = body};
  CompilerProcess process = real();
  const auto compiled = process.compile(request);
  ASSERT_TRUE(compiled) << compiled.error().message;
  EXPECT_EQ(compiled->cubin.substr(1, 3), "ELF");
  EXPECT_EQ(compiled->symbol, "copy");
  request.ptx = body + ".visible .entry broken() { add.u32 %r1, 1, 2; ret; }\n";
  const auto refused = process.compile(request);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("copy.cu: ptxas: "), std::string::npos);
  EXPECT_NE(refused.error().message.find("'add'"), std::string::npos) << refused.error().message;
}

TEST(CompilerProcess, what_does_not_compile_says_why_and_the_next_one_compiles) {
  CompilerProcess process = real();
  const auto wrong = process.compile(saxpy("y[0] = z;"));
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("identifier \"z\" is undefined"), std::string::npos)
      << wrong.error().message;
  EXPECT_TRUE(process.compile(saxpy("y[0] = a;")));
}

// Names in machine code lie between zeros.
bool has_name(const CompiledKernel& compiled, const std::string& name) {
  return compiled.cubin.find('\0' + name + '\0') != std::string::npos;
}

TEST(CompilerProcess, variables_that_are_asked_for_are_kept_and_named) {
  CompileRequest request = saxpy("y[0] = a;");
  request.source =
      "__device__ int next;\nstatic __device__ float hidden[4];\n"
      "namespace a { __device__ double inner[2]; }\n" +
      request.source;
  request.variables = {"next", "_ZL6hidden", "_ZN1a5innerE"};
  CompilerProcess process = real();
  const auto compiled = process.compile(request);
  ASSERT_TRUE(compiled) << compiled.error().message;
  ASSERT_EQ(compiled->variables.size(), 3U);
  EXPECT_EQ(compiled->variables[0], "next");
  EXPECT_EQ(compiled->variables[2], "_ZN1a5innerE");
  for (const std::string& variable : compiled->variables)
    EXPECT_TRUE(has_name(*compiled, variable)) << variable;
  request.variables = {"missing"};
  EXPECT_FALSE(process.compile(request));
}

TEST(CompilerProcess, a_crash_and_an_endless_compilation_cost_one_kernel) {
  const CompileRequest request = saxpy("y[0] = a;");
  CompilerProcess crashing({"sh", "-c", "read line; kill -SEGV $$"});
  for (int i = 0; i < 2; ++i) {
    const auto crashed = crashing.compile(request);
    ASSERT_FALSE(crashed);
    EXPECT_EQ(crashed.error().message, "saxpy.cu: NVRTC did not survive it: killed by signal 11");
  }
  CompilerProcess endless({"sh", "-c", "read line; exec sleep 60"}, std::chrono::seconds(1));
  const auto slow = endless.compile(request);
  ASSERT_FALSE(slow);
  EXPECT_EQ(slow.error().message, "saxpy.cu: NVRTC takes longer than 1 s");
}

}  // namespace
}  // namespace kcast::collect
