// A prediction in a worker is the prediction, and a worker's end is an answer.
#include "predict/predictor.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/files.h"
#include "base/sanitizers.h"
#include "base/wire_result.h"
#include "predict/gpus.h"
#include "predict/predict_wire.h"
#include "predict/tools.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::predict {
namespace {

using namespace std::chrono_literals;

PredictRequest request_for(const std::string& text, const std::string& gpus = "h200") {
  PredictRequest request;
  request.source.files = {{"test.cu", text}};
  request.gpus = *gpus_named(gpus);
  return request;
}

// One for all tests: each request has a worker of its own.
Predictor& predictor() {
  static const auto started = Predictor::start();
  return **started;
}

constexpr const char* kProgram = R"(
#ifndef SCALE
#define SCALE 2
#endif
__global__ void scale(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= SCALE;
}
__global__ void unused(const int* index, float* out) { out[threadIdx.x] = sinf(index[threadIdx.x]); }
int main() {
  const int n = 1 << 20;
  float* a;
  cudaMalloc(&a, n * sizeof(float));
  scale<<<n / 256, 256>>>(a, n);
  scale<<<n / 128, 128>>>(a, n / 2);
}
)";

// The report without what a clock measured.
PredictReport without_times(PredictReport report) {
  report.times = {};
  return report;
}

void expect_same(const PredictRequest& request, Predictor& asked = predictor()) {
  static const auto tools = start_tools();
  const auto here = predict(request, *tools);
  const auto there = asked.predict(request);
  ASSERT_EQ(here.has_value(), there.has_value()) << (there ? "" : there.error().message);
  if (!here) {
    EXPECT_EQ(here.error().message, there.error().message);
    return;
  }
  EXPECT_EQ(to_wire(without_times(*here)), to_wire(without_times(*there)));
}

TEST(Predictor, answers_as_the_library_does) {
  expect_same(request_for(kProgram));
  expect_same(request_for(kProgram, "h200,a100-sxm4-80gb"));
  expect_same(request_for("__global__ void broken(int* a) { a[0] = ; }\n" + std::string(kProgram)));
  expect_same(request_for("int nothing;\n"));
  PredictRequest sweep = request_for(kProgram);
  sweep.sweeps = {*parse_sweep("block=64,256"), *parse_sweep("n=1e5,1e6")};
  expect_same(sweep);
  PredictRequest other = request_for(kProgram);
  other.source.kernel = "scales";
  expect_same(other);
}

TEST(Predictor, answers_alike_however_many_share_the_work) {
  std::string kernels;
  std::string launches;
  for (int k = 0; k < 7; ++k) {
    const std::string name = "k" + std::to_string(k);
    kernels += "__global__ void " + name + "(float* a, int n) {\n" +
               "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n" + "  for (int r = 0; r < " +
               std::to_string(k + 1) + " && i < n; ++r)\n" + "    a[i] = sinf(a[i] + r);\n}\n";
    for (const char* block : {"64", "256", "512"})
      launches += "  " + name + "<<<1024, " + block + ">>>(a, 1 << 18);\n";
  }
  const PredictRequest request = request_for(
      kernels + "int main() {\n  float* a;\n  cudaMalloc(&a, 4 << 18);\n" + launches + "}\n");
  for (const size_t jobs : {1, 3}) {
    PredictorLimits limits;
    limits.jobs = jobs;
    const auto started = Predictor::start(limits);
    ASSERT_TRUE(started);
    expect_same(request, **started);
    // Others were asked for something only if there are others.
    EXPECT_EQ((**started).kept_counts().entries > 0, jobs > 1);
  }
}

TEST(Predictor, reads_the_folders_of_the_request) {
  auto made = TempDir::make("predictor");
  ASSERT_TRUE(made);
  std::ofstream(made->path() / "size.h") << "#define SIZE 4096\n";
  PredictRequest request = request_for(
      "#include \"size.h\"\n__global__ void k(float* a) { if (threadIdx.x < SIZE) a[threadIdx.x] = "
      "1; }\nint main() { float* a; cudaMalloc(&a, 4096); k<<<1, 64>>>(a); }\n");
  request.source.working_dir = made->path().string();
  request.source.readable_dirs = {"."};
  const auto report = predictor().predict(request);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->diagnostics.empty());
  expect_same(request);
}

TEST(Predictor, cancelling_ends_the_whole_work) {
  std::string launches;
  for (int i = 1; i <= 40; ++i)
    launches += "  walk<<<64, 256>>>(a, " + std::to_string(i) + ");\n";
  const PredictRequest request = request_for(
      "__global__ void walk(int* a, int n) {\n  int i = threadIdx.x;\n"
      "  for (int k = 0; k < 100000 * n; ++k) i = a[i] ^ k;\n  a[threadIdx.x] = i;\n}\n"
      "int main() {\n  int* a;\n  cudaMalloc(&a, 1 << 24);\n" +
      launches + "}\n");
  std::atomic<bool> cancelled = false;
  std::thread canceller([&cancelled] {
    std::this_thread::sleep_for(1500ms);
    cancelled = true;
  });
  const auto begin = std::chrono::steady_clock::now();
  const auto report = predictor().predict(request, &cancelled);
  const auto took = std::chrono::steady_clock::now() - begin;
  canceller.join();
  if (!report) {
    EXPECT_NE(report.error().message.find("cancelled"), std::string::npos);
  }
  EXPECT_LT(took, 10s);
}

#if !defined(KCAST_SANITIZED)
// A predictor whose workers have just the memory that small kernels take, and a little more.
std::unique_ptr<Predictor> small_predictor(const PredictRequest& request) {
  PredictorLimits limits;
  for (size_t megabytes = 400; megabytes < 3000; megabytes += 100) {
    limits.worker.memory_bytes = megabytes << 20;
    if (!(**Predictor::start(limits)).predict(request)) continue;
    limits.worker.memory_bytes += size_t{200} << 20;
    return *Predictor::start(limits);
  }
  return nullptr;
}

constexpr const char* kTwoGood = R"(
__global__ void good(float* a) { a[threadIdx.x] *= 2; }
__global__ void fine(float* a) { a[threadIdx.x] *= 3; }
int main() {
  float* a;
  cudaMalloc(&a, 4096);
  good<<<4, 256>>>(a);
  fine<<<4, 256>>>(a);
  LAST
}
)";

// Each thread of the third kernel is passed 260 kB, which is too much for this worker.
TEST(Predictor, a_kernel_that_stops_a_worker_is_skipped) {
  PredictRequest request = request_for("#define LAST\n" + std::string(kTwoGood));
  const auto small = small_predictor(request);
  ASSERT_TRUE(small);
  request.source.files[0].text =
      "__global__ void hog(float* a) {\n"
      "  asm volatile(\".param .b8 q0[65000]; .param .b8 q1[65000]; .param .b8 q2[65000];\"\n"
      "               \".param .b8 q3[65000];\");\n"
      "  a[threadIdx.x] = 1;\n}\n"
      "#define LAST hog<<<1, 1024>>>(a);\n" +
      std::string(kTwoGood);
  const auto report = small->predict(request);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->predictions.size(), 2U);
  ASSERT_EQ(report->skipped.size(), 1U);
  EXPECT_EQ(report->skipped[0].name, "hog");
  EXPECT_EQ(report->skipped[0].reason,
            "its analysis was stopped: it needs more memory than a request may have");
}
#endif

TEST(PredictWire, carries_requests_and_reports) {
  PredictRequest request = request_for(kProgram, "all");
  request.source.argv = {"a", "b\xff"};
  request.launch.grid = {1, 2, 3};
  request.launch.arguments = {{"n", {std::nullopt, 2.5}}};
  request.launch.fills = {*parse_fill("col=index_into:x")};
  request.sweeps = {*parse_sweep("block=64,128")};
  request.notes = {"a note"};
  const auto copy = from_wire<PredictRequest>(to_wire(request));
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->source, request.source);
  EXPECT_EQ(copy->launch.grid, request.launch.grid);
  EXPECT_EQ(copy->launch.arguments, request.launch.arguments);
  EXPECT_EQ(copy->launch.fills, request.launch.fills);
  EXPECT_EQ(copy->sweeps, request.sweeps);
  EXPECT_EQ(gpus_to_json(copy->gpus), gpus_to_json(request.gpus));
  EXPECT_EQ(to_wire(*copy), to_wire(request));
  const auto report = predictor().predict(request_for(kProgram));
  ASSERT_TRUE(report);
  const auto again = from_wire<PredictReport>(to_wire(*report));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->predictions, report->predictions);
  EXPECT_EQ(again->skipped, report->skipped);
  EXPECT_EQ(again->diagnostics, report->diagnostics);
}

TEST(PredictWire, refuses_answers_that_are_none) {
  const auto report = predictor().predict(request_for(kProgram));
  ASSERT_TRUE(report);
  const std::string bytes = result_to_wire(Result<PredictReport>(*report));
  EXPECT_TRUE(result_from_wire<PredictReport>(bytes));
  for (size_t size = 0; size < bytes.size(); size += 7)
    EXPECT_FALSE(result_from_wire<PredictReport>(std::string_view(bytes).substr(0, size)));
  EXPECT_FALSE(result_from_wire<PredictReport>(bytes + "x"));
}

}  // namespace
}  // namespace kcast::predict
