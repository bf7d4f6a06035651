// Programs judged by the real front end and the real interpreter.
#include "author/check.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "predict/tools.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::author {
namespace {

Verdict verdict_of(const std::string& source, const std::string& language = "cuda") {
  static const AuthorTools tools = {*predict::start_tools(), {}};
  static const Gpu gpu =
      *gpu_from_json("h200.json", *read_file(KCAST_SOURCE_DIR "/data/gpus/h200.json"));
  return check_program(source, language, gpu, tools);
}

// A program around a kernel's body; n elements in blocks of 256 threads.
std::string program(const std::string& body, const std::string& elements = "n") {
  return "#include <cuda_runtime.h>\n"
         "__global__ void k(float* x, int n) {\n"
         "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
         body +
         "\n}\n"
         "int main() {\n"
         "  const int n = 1 << 20;\n"
         "  float* x;\n"
         "  cudaMalloc(&x, " +
         elements +
         " * sizeof(float));\n"
         "  k<<<n / 256, 256>>>(x, n);\n"
         "  cudaFree(x);\n"
         "}\n";
}

TEST(Check, ProgramThatRunsIsKept) {
  EXPECT_EQ(verdict_of(program("if (i < n) x[i] *= 2;")), Verdict());
}

TEST(Check, HipProgramIsKept) {
  EXPECT_EQ(verdict_of("#include <hip/hip_runtime.h>\n"
                       "__global__ void k(float* x) { x[threadIdx.x] = 1; }\n"
                       "int main() {\n  float* x;\n  hipMalloc(&x, 1024);\n"
                       "  k<<<1, 256>>>(x);\n}\n",
                       "hip"),
            Verdict());
}

TEST(Check, OpenClNeedsNoHostCode) {
  EXPECT_EQ(
      verdict_of("__kernel void k(__global float* x) { x[get_global_id(0)] = 1; }\n", "opencl"),
      Verdict());
}

TEST(Check, ErrorsAreNamedWithTheirLine) {
  const Verdict verdict = verdict_of(program("x[i] = undeclared;"));
  EXPECT_EQ(verdict.outcome, Outcome::NotCompiled);
  EXPECT_EQ(verdict.reason, "line 4: use of undeclared identifier 'undeclared'");
}

// The front end would go on with half a program.
TEST(Check, MissingBraceDoesNotCompile) {
  EXPECT_EQ(verdict_of("__global__ void k(float* x) {\n  x[0] = 1;\n").outcome,
            Outcome::NotCompiled);
}

TEST(Check, HostProgramHasNoKernel) {
  EXPECT_EQ(verdict_of("#include <cstdio>\nint main() { return 0; }\n").outcome, Outcome::NoKernel);
}

TEST(Check, KernelWithoutLaunch) {
  const Verdict verdict = verdict_of("__global__ void k(float* x) { x[0] = 1; }\nint main() {}\n");
  EXPECT_EQ(verdict.outcome, Outcome::NoLaunch);
  EXPECT_EQ(verdict.reason, "host code launches no kernel");
}

TEST(Check, LaunchThatDependsOnInput) {
  const Verdict verdict = verdict_of(
      "#include <cstdlib>\n__global__ void k(float* x) { x[threadIdx.x] = 1; }\n"
      "int main(int argc, char** argv) {\n  int n = atoi(argv[1]);\n  float* x;\n"
      "  cudaMalloc(&x, n * 4);\n  k<<<n, 32>>>(x);\n}\n");
  EXPECT_EQ(verdict.outcome, Outcome::NoLaunch);
  EXPECT_EQ(verdict.reason, "launch of k in line 7: its grid is not known");
}

TEST(Check, LaunchThatTheGpuRefuses) {
  const Verdict verdict = verdict_of(
      "__global__ void k(float* x) { x[threadIdx.x] = 1; }\n"
      "int main() {\n  float* x;\n  cudaMalloc(&x, 1 << 20);\n  k<<<1, 2048>>>(x);\n}\n");
  EXPECT_EQ(verdict.outcome, Outcome::NotRun);
}

TEST(Check, AccessOutsideOfTheBuffer) {
  const Verdict verdict = verdict_of(program("x[i] = 1;", "(n / 2)"));
  EXPECT_EQ(verdict.outcome, Outcome::OutOfBounds);
  EXPECT_NE(verdict.reason.find("k: line 4"), std::string::npos) << verdict.reason;
}

TEST(Check, WarpsAtDifferentBarriers) {
  const std::string body =
      "if (threadIdx.x < 32) asm volatile(\"bar.sync 1, 256;\"); else __syncthreads(); x[i] = 1;";
  EXPECT_EQ(verdict_of(program(body)).outcome, Outcome::Hangs);
}

TEST(Check, LoopWithoutEnd) {
  const std::string body =
      "volatile float* v = x; for (unsigned j = i;; j += 32) v[j & (n - 1)] = 1;";
  EXPECT_EQ(verdict_of(program(body)).outcome, Outcome::Hangs);
}

TEST(Check, KernelThatWritesNothing) {
  const Verdict verdict = verdict_of(program("if (i >= n) x[i] = 1;"));
  EXPECT_EQ(verdict.outcome, Outcome::NoWork);
  EXPECT_EQ(verdict.reason, "k writes nothing in the blocks that were interpreted");
}

}  // namespace
}  // namespace kcast::author
