// What hostile sources did to the release binary (found by attacking it), and may not do again:
// each asks for a prediction, end to end.
#include <gtest/gtest.h>

#include <chrono>
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
