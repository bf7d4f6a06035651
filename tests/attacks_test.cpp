// What hostile sources did to the release binary (found by attacking it), and may not do again:
// each asks for a prediction, end to end.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "base/files.h"
#include "predict/gpus.h"
#include "predict/predictor.h"

namespace kcast {
namespace {

predict::Predictor& predictor() {
  static const auto started = predict::Predictor::start();
  return **started;
}

predict::PredictRequest request_for(const std::string& text, const std::string& name = "test.cu") {
  predict::PredictRequest request;
  request.source.files = {{name, text}};
  request.gpus = *predict::gpus_named("h200");
  return request;
}

Result<predict::PredictReport> predict_text(const std::string& text,
                                            const std::string& name = "test.cu") {
  return predictor().predict(request_for(text, name));
}

// Ends with an answer or a line that says why, and the next request is answered.
void expect_survived(const std::string& text) {
  const auto report = predict_text(text);
  if (!report) {
    EXPECT_EQ(report.error().message.find('\n'), std::string::npos);
    EXPECT_EQ(report.error().message.find("it crashed"), std::string::npos)
        << report.error().message;
  } else {
    for (const predict::SkippedKernel& skipped : report->skipped)
      EXPECT_EQ(skipped.reason.find("it crashed"), std::string::npos) << skipped.reason;
  }
  EXPECT_TRUE(predict_text("__global__ void k(int* a) { a[0] = 1; }\n"));
}

std::string repeated(const std::string& text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i)
    out += text;
  return out;
}

TEST(Attacks, wild_address_of_a_parameter) {
  expect_survived(
      "__global__ void k(int*a){unsigned q;asm volatile(\"ld.param.u32 %0,[%1];\":\"=r\"(q):"
      "\"l\"(0x7fffffffffffff00ull));if(q)a[q]=1;}\n");
}

TEST(Attacks, initial_address_without_end) {
  expect_survived("asm(\".global .b64 x = " + repeated("generic(", 60'000) +
                  ";\");\n__global__ void k(int* a) { a[0] = 1; }\n");
  expect_survived("__global__ void k(int* a) { asm(\".global .b64 x = " +
                  repeated("generic(", 60'000) + ";\"); a[0] = 1; }\n");
}

TEST(Attacks, memory_by_declarations) {
  expect_survived("__global__ void k(int* a) { asm(\".reg .b32 " + std::string(3000, 'z') +
                  "<4000000>;\"); a[0] = 1; }\n");
  std::string parameters;
  for (int i = 0; i < 255; ++i)
    parameters += ".param .b8 p" + std::to_string(i) + "[65536];";
  expect_survived("__global__ void k(int* a) { asm(\"" + parameters +
                  "\"); a[threadIdx.x] = 1; }\n"
                  "int main() { int* a; cudaMalloc(&a, 4096); k<<<1, 1024>>>(a); }\n");
}

TEST(Attacks, memory_by_recursion) {
  std::string loads;
  for (int i = 0; i < 1500; ++i)
    loads += "  x = a[x];\n";
  expect_survived("__device__ __noinline__ int f(const int* a, int x) {\n" + loads +
                  "  return x > 0 ? f(a, x) : x;\n}\n"
                  "__global__ void k(int* a) { a[threadIdx.x] = f(a, threadIdx.x); }\n"
                  "int main() { int* a; cudaMalloc(&a, 1 << 20); k<<<4, 1024>>>(a); }\n");
}

TEST(Attacks, too_few_operands_in_a_loop) {
  expect_survived(
      "__global__ void k(long long* a, int n) {\n  long long s = 0;\n"
      "  for (int i = 0; i < n; ++i) asm volatile(\"add.s64 %0, %0;\" : \"+l\"(s));\n"
      "  a[s & 7] = s;\n}\n");
}

std::set<std::string> files_of(const std::filesystem::path& folder) {
  std::set<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    out.insert(entry.path().filename().string());
  return out;
}

TEST(Attacks, source_creates_no_files) {
  const auto temporary = std::filesystem::temp_directory_path();
  const std::set<std::string> before = files_of(temporary);
  const auto report = predict_text(
      "#pragma clang module build f\nmodule f {}\n#pragma clang module endbuild\n"
      "__global__ void k(int* a) { a[0] = 1; }\n");
  for (const std::string& name : files_of(temporary))
    EXPECT_TRUE(before.contains(name) || !name.ends_with(".pcm")) << name;
  EXPECT_TRUE(
      predict_text("#pragma clang __debug crash\n__global__ void k(int* a) { a[0] = 1; }\n"));
}

TEST(Attacks, names_are_no_arguments_of_the_compiler) {
  const std::string kernel = "__global__ void k(int* a) { a[0] = 1; }\n";
  for (const std::string name : {"-fprofile-instrument-use-path=x.cu", "-o.cu", "--help.cu",
                                 "@response.cu", "-.cu", "with \"quotes\".cu", "back\\slash.cu"}) {
    const auto report = predict_text(kernel, name);
    ASSERT_TRUE(report) << name << ": " << report.error().message;
    EXPECT_EQ(report->predictions.at(0).file, name);
  }
}

TEST(Attacks, names_of_lines_are_no_arguments_of_the_compiler) {
  auto made = TempDir::make("attacks");
  ASSERT_TRUE(made);
  const std::string profile = (made->path() / "x").string();
  std::ofstream(profile) << "no profile";
  const auto report = predict_text(
      "#include <CL/cl.h>\n"
      "int main() {\n  cl_context c; cl_int e;\n"
      "  const char* s = \"__kernel void k(__global int* a) { a[0] = 1; }\";\n"
      "#line 7 \"-fprofile-instrument-use-path=" +
          profile +
          "\"\n"
          "  cl_program p = clCreateProgramWithSource(c, 1, &s, 0, &e);\n"
          "  clBuildProgram(p, 0, 0, \"\", 0, 0);\n"
          "  cl_kernel k = clCreateKernel(p, \"k\", &e);\n}\n",
      "host.cpp");
  if (!report) {
    EXPECT_EQ(report.error().message.find("profile"), std::string::npos) << report.error().message;
  }
}

// A bomb ends at a count, long before the last resort of time.
TEST(Attacks, instantiations_are_counted) {
  const auto report = predict_text(
      "template <int A, int B> struct F { static const int v = F<A - 1, 2 * B>::v + "
      "F<A - 1, 2 * B + 1>::v; };\n"
      "template <int B> struct F<0, B> { static const int v = B; };\n"
      "__global__ void bomb(int* a) { *a = F<22, 0>::v; }\n");
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("template instantiations"), std::string::npos)
      << report.error().message;
}

TEST(Attacks, macros_are_counted) {
  std::string text = "#define A0 1+1\n";
  for (int i = 1; i <= 40; ++i) {
    const std::string before = "A" + std::to_string(i - 1);
    text += "#define A" + std::to_string(i) + " " + before + "+" + before + "\n";
  }
  const auto report = predict_text(text + "__global__ void bomb(int* a) { *a = A40; }\n");
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("tokens"), std::string::npos) << report.error().message;
}

// Each reads what the one before it left: none is like another, and no block like the next.
std::string data_dependent(int launches) {
  std::string text =
      "__global__ void k(const int* a, int* b, int n, int s) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;\n"
      "  int x = a[i], c = 0;\n"
      "  while (x != 1 && c < 2000) {\n"
      "    x = (x & 1) ? 3 * x + 1 : x / 2; c += a[(x + s) & (n - 1)] & 3; c++; }\n"
      "  b[i] = c; }\n"
      "int main() { int n = 1 << 20; int *a, *b; cudaMalloc(&a, 4 * n); cudaMalloc(&b, 4 * n);\n";
  for (int i = 0; i < launches; ++i)
    text += "k<<<4096, 256>>>(a, b, n, " + std::to_string(i) + ");\n";
  return text + "}\n";
}

// What is interpreted is bounded for all launches together, and what that means is said.
TEST(Attacks, many_launches_share_the_work) {
  const auto report = predict_text(data_dependent(300));
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->predictions.size(), 300U);
  double interpreted = 0;
  double shortest_us = INFINITY;
  double longest_us = 0;
  int64_t said = 0;
  for (const predict::LaunchPrediction& entry : report->predictions) {
    interpreted += entry.features.control.interpreted;
    shortest_us = std::min(shortest_us, entry.prediction.values.time_us);
    longest_us = std::max(longest_us, entry.prediction.values.time_us);
    const auto& notes = entry.prediction.notes;
    said += std::count_if(notes.begin(), notes.end(), [](const std::string& note) {
      return note.starts_with("one of very many launches");
    });
  }
  EXPECT_LT(interpreted, 30e6);  // 20 million, and what the last block of each goes over
  EXPECT_LT(longest_us, 2 * shortest_us);
  EXPECT_GE(said, 288);  // some are followed as far as they would be alone
}

bool has_diagnostic(const predict::PredictReport& report, const std::string& text) {
  return std::any_of(report.diagnostics.begin(), report.diagnostics.end(),
                     [&](const Diagnostic& diagnostic) {
                       return diagnostic.message.find(text) != std::string::npos;
                     });
}

TEST(Attacks, missing_embed_is_said) {
  const auto report = predict_text(
      "__constant__ unsigned char d[] = {1,\n#embed \"missing.bin\"\n};\n"
      "__global__ void k(int* a) { a[threadIdx.x] = d[0]; }\n");
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_TRUE(has_diagnostic(*report, "file 'missing.bin' of an #embed not found"));
  EXPECT_EQ(report->diagnostics[0].line, 2);
}

// Assembly that the PTX parser cannot read, and assembly that LLVM refuses.
TEST(Attacks, bad_assembly_costs_its_own_kernel_alone) {
  for (const char* assembly :
       {"asm volatile(\"}}} garbage\");", "asm volatile(\"{\");", "asm volatile(\"/*\");",
        "asm volatile(\"mov.u32 %0, nothing;\" : \"=r\"(x));",
        "asm volatile(\"mov.u32 %0, %1;\" : \"=r\"(x) : \"n\"(a[0]));"}) {
    const auto report = predict_text(
        "__global__ void first(float* a) { a[threadIdx.x] *= 2; }\n"
        "__global__ void bad(int* a) { int x = 0; " +
        std::string(assembly) +
        " a[threadIdx.x] = x; }\n"
        "__global__ void last(float* a) { a[threadIdx.x] *= 3; }\n");
    ASSERT_TRUE(report) << assembly << ": " << report.error().message;
    EXPECT_EQ(report->predictions.size(), 2U) << assembly;
    ASSERT_EQ(report->skipped.size(), 1U) << assembly;
    EXPECT_EQ(report->skipped[0].name, "bad");
  }
}

// Reading it again and again would cost minutes where each reading takes seconds.
TEST(Attacks, kernels_that_crash_llvm_cost_themselves_alone) {
  std::string text = "__global__ void first(float* a) { a[threadIdx.x] *= 2; }\n";
  for (int i = 0; i < 20; ++i) {
    const std::string number = std::to_string(i);
    text +=
        "__global__ void bad" + number +
        "(int* a, int n) { void* t[] = {&&x, &&y}; goto *t[n & 1]; x: a[0] = 1; y: a[1] = 2; }\n";
  }
  text += "__global__ void last(float* a) { a[threadIdx.x] *= 3; }\n";
  const auto report = predict_text(text);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->predictions.size(), 2U);
  EXPECT_EQ(report->skipped.size(), 20U);
  for (const predict::SkippedKernel& skipped : report->skipped)
    EXPECT_NE(skipped.reason.find("back end fails on it"), std::string::npos) << skipped.reason;
}

// 4,096 different launches are followed; a line says what comes after them.
TEST(Attacks, launches_are_counted) {
  std::string text =
      "__global__ void k(int* a, int n) { a[threadIdx.x] = n; }\n"
      "int main() { int* a; cudaMalloc(&a, 4096);\n";
  for (int i = 0; i < 4100; ++i)
    text += "k<<<1, 32>>>(a, 7);\n";
  predict::PredictRequest request = request_for(text + "}\n");
  const auto inspection = predictor().inspect(request.source);
  ASSERT_TRUE(inspection) << inspection.error().message;
  EXPECT_EQ(inspection->launches.size(), 4096U);
  EXPECT_TRUE(std::any_of(inspection->diagnostics.begin(), inspection->diagnostics.end(),
                          [](const Diagnostic& diagnostic) {
                            return diagnostic.message.find("4 are left out") != std::string::npos;
                          }));
}

// The module is parsed and costed once, whatever the number of its kernels.
TEST(Attacks, many_kernels) {
  std::string text;
  for (int i = 0; i < 300; ++i) {
    const std::string number = std::to_string(i);
    text += "__global__ void k" + number + "(float* a) { a[threadIdx.x] *= " + number + "; }\n";
  }
  const auto report = predict_text(text);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->predictions.size(), 300U);
}

}  // namespace
}  // namespace kcast
