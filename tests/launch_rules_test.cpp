// Launch selection on compiled kernels: LLMPerf's rules on the paper's own examples, and the
// faults that keep a launch from being run.
#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "corpus/kernel_maker.h"
#include "frontend_fixture.h"
#include "launch/argument_rules.h"
#include "launch/check_launch.h"
#include "launch/contract_launch.h"
#include "launch/select_launches.h"

namespace kcast::launch {
namespace {

class LaunchRules : public FrontendTest {
 protected:
  static launch::ReadyKernel ready(const std::string& language, const std::string& name,
                                   const std::string& text) {
    KernelSource source;
    source.name = name;
    source.language = language;
    source.source = text;
    auto kernel = launch::ready_kernel(
        [](const frontend::InspectRequest& request) { return the_frontend->inspect(request); },
        source, *the_gpu);
    EXPECT_TRUE(kernel) << kernel.error().message;
    return kernel ? *std::move(kernel) : launch::ReadyKernel{};
  }

  // A launch of kernels with the parameters (float* x, int n).
  static launch::CheckedLaunch check(const std::string& body, int64_t elements, int64_t n) {
    const launch::ReadyKernel kernel =
        ready("cuda", "k", "__global__ void k(float* x, int n) {\n" + body + "\n}\n");
    launch::ArgumentRule rule;
    rule.arguments.resize(2);
    rule.arguments[0].array = {0, static_cast<double>(elements)};
    rule.arguments[1].scalar = {n, false};
    const auto launch = launch::launch_of(rule, kernel, {4, 1, 1}, {64, 1, 1});
    EXPECT_TRUE(launch);
    return launch::check_launch(*kernel.prepared, kernel.kernel, *launch, *the_gpu);
  }
};

// The memory rule's finding for one combination of scalars.
const launch::ArgumentRule* rule_with(const std::vector<launch::ArgumentRule>& rules, size_t first,
                                      int64_t a, int64_t b) {
  for (const launch::ArgumentRule& rule : rules) {
    if (rule.arguments[first].scalar->value == a && rule.arguments[first + 1].scalar->value == b) {
      return &rule;
    }
  }
  return nullptr;
}

// Zero stands for the number of threads.
constexpr int64_t kThreads = 0;

TEST_F(LaunchRules, data_partitioning) {
  const launch::ReadyKernel kernel = ready("opencl", "summation", R"(
kernel void summation(__global float* in, __global float* out, int N, int k) {
  int id = get_global_id(0);
  float sum = 0.0f;
  for (int i = 0; i < k; i++) {
    int cId = id * k + i;
    if (cId < N) sum += in[cId];
  }
  out[id] = sum;
})");
  Rng rng(1);
  const auto rules = launch::memory_rules(kernel, *the_gpu, 64, rng);
  ASSERT_TRUE(rules) << rules.error().message;
  EXPECT_EQ(rules->size(), 36U);  // every combination is valid
  // k = 4 values of each thread up to N = 256: the array ends there.
  const launch::ArgumentRule* bounded = rule_with(*rules, 2, 256, 4);
  ASSERT_NE(bounded, nullptr);
  EXPECT_EQ(bounded->arguments[0].array->per_thread, 0);
  EXPECT_EQ(bounded->arguments[0].array->fixed, 256);
  EXPECT_EQ(bounded->arguments[1].array->per_thread, 1);
  EXPECT_EQ(bounded->arguments[1].array->fixed, 0);
  // N = gsize: as many values as threads.
  const launch::ArgumentRule* growing = rule_with(*rules, 2, kThreads, 4);
  ASSERT_NE(growing, nullptr);
  EXPECT_EQ(growing->arguments[0].array->per_thread, 1);
  const auto launch = launch::launch_of(*growing, kernel, {100, 1, 1}, {128, 1, 1});
  ASSERT_TRUE(launch);
  EXPECT_EQ(launch->arguments[0].elements, 12800);
  EXPECT_EQ(launch->arguments[2].integer, 12800);
  EXPECT_TRUE(launch::check_launch(*kernel.prepared, kernel.kernel, *launch, *the_gpu).valid());
}

TEST_F(LaunchRules, offset_and_stride) {
  const launch::ReadyKernel kernel = ready("opencl", "convolution", R"(
kernel void convolution(__global float* in, __global float* out, int os, int st) {
  int id = get_global_id(0) * st + os;
  out[id] = in[id - 1] * 0.5f + in[id] * 1.0f + in[id + 1] * 0.5f;
})");
  Rng rng(1);
  const auto rules = launch::memory_rules(kernel, *the_gpu, 64, rng);
  ASSERT_TRUE(rules) << rules.error().message;
  // Thread g reads up to element g * st + os + 1: st * gsize - st + os + 2 elements.
  const launch::ArgumentRule* rule = rule_with(*rules, 2, 16, 4);
  ASSERT_NE(rule, nullptr);
  EXPECT_EQ(rule->arguments[0].array->per_thread, 4);
  EXPECT_EQ(rule->arguments[0].array->fixed, 14);
  EXPECT_EQ(rule->arguments[1].array->per_thread, 4);
  EXPECT_EQ(rule->arguments[1].array->fixed, 13);
  const auto launch = launch::launch_of(*rule, kernel, {50, 1, 1}, {64, 1, 1});
  ASSERT_TRUE(launch);
  EXPECT_TRUE(launch::check_launch(*kernel.prepared, kernel.kernel, *launch, *the_gpu).valid());
  // The simple rule's arrays are too short for it.
  const auto simple =
      launch::launch_of(launch::simple_rule(kernel.kernel), kernel, {50, 1, 1}, {64, 1, 1});
  ASSERT_TRUE(simple);
  EXPECT_EQ(simple->arguments[0].elements, 3200);
  EXPECT_EQ(launch::check_launch(*kernel.prepared, kernel.kernel, *simple, *the_gpu).fault,
            launch::Fault::OutOfBounds);
}

TEST_F(LaunchRules, boundary_check) {
  const launch::ReadyKernel kernel = ready("opencl", "initZero", R"(
kernel void initZero(__global float* a, int N) {
  int id = get_global_id(0);
  if (id < N) a[id] = 0.0f;
})");
  Rng rng(1);
  const auto rules = launch::memory_rules(kernel, *the_gpu, 64, rng);
  ASSERT_TRUE(rules);
  ASSERT_EQ(rules->size(), 6U);
  for (const launch::ArgumentRule& rule : *rules) {
    const int64_t n = rule.arguments[1].scalar->value;
    EXPECT_EQ(rule.arguments[0].array->per_thread, n == kThreads ? 1 : 0);
    EXPECT_EQ(rule.arguments[0].array->fixed, static_cast<double>(n));
  }
}

TEST_F(LaunchRules, arrays_have_nothing_before_their_beginning) {
  const launch::ReadyKernel kernel = ready("cuda", "shift", R"(
__global__ void shift(const float* x, float* y, int s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i - s];
})");
  Rng rng(1);
  const auto rules = launch::memory_rules(kernel, *the_gpu, 64, rng);
  ASSERT_TRUE(rules);
  EXPECT_TRUE(rules->empty());
}

TEST_F(LaunchRules, structs_have_no_rule) {
  const launch::ReadyKernel kernel = ready("cuda", "k", R"(
struct Box { float x, y; int n; };
__global__ void k(float* out, Box box) { out[threadIdx.x] = box.x; })");
  Rng rng(1);
  const auto rules = launch::memory_rules(kernel, *the_gpu, 64, rng);
  ASSERT_FALSE(rules);
  EXPECT_EQ(rules.error().message, "parameter box is a struct; no rule chooses its values");
}

TEST_F(LaunchRules, faults_are_found) {
  const std::string index = "int i = blockIdx.x * blockDim.x + threadIdx.x;\n";
  EXPECT_EQ(check(index + "if (i < n) x[i] = i;", 256, 256).fault, launch::Fault::None);
  EXPECT_EQ(check(index + "if (i < n) x[i] = i;", 255, 256).fault, launch::Fault::OutOfBounds);
  EXPECT_EQ(check(index + "if (i < n && x[i] < 0) x[i] = 1;", 256, 256).fault,
            launch::Fault::NoWork);
  EXPECT_EQ(check(index + "while (n > 0) x[i] += 1;", 256, 256).fault, launch::Fault::EndlessLoop);
  const std::string tile = "__shared__ float t[64];\n" + index + "t[threadIdx.x] = x[i];\n";
  const std::string store = "x[i] = t[63 - threadIdx.x];";
  EXPECT_EQ(check(tile + "__syncthreads();\n" + store, 256, 256).fault, launch::Fault::None);
  EXPECT_EQ(check(tile + "if (threadIdx.x < 40) __syncthreads();\n" + store, 256, 256).fault,
            launch::Fault::DivergentBarrier);
  EXPECT_EQ(check(tile + "if (i >= n) return;\n__syncthreads();\n" + store, 256, 200).fault,
            launch::Fault::DivergentBarrier);
  // A whole warp that leaves, too.
  EXPECT_EQ(check(tile + "if (i >= n) return;\n__syncthreads();\n" + store, 256, 224).fault,
            launch::Fault::DivergentBarrier);
}

// The first thread of each block waits for a block beside it.
TEST_F(LaunchRules, blocks_may_wait_for_those_before_them) {
  const auto fault_of_waiting = [](const std::string& others) {
    return check(
               "volatile float* flags = x;\nconst int b = blockIdx.x;\nif (threadIdx.x > 0) "
               "return;\n" +
                   others + " {}\nflags[b] = 7;",
               4, 4)
        .fault;
  };
  EXPECT_EQ(fault_of_waiting("if (b > 0) while (flags[b - 1] != 7)"), launch::Fault::None);
  EXPECT_EQ(fault_of_waiting("if (b < n - 1) while (flags[b + 1] != 7)"),
            launch::Fault::EndlessLoop);
  EXPECT_EQ(fault_of_waiting("while (flags[b] != 7)"), launch::Fault::EndlessLoop);
}

// The compiler turns the choice into one load through a generic address.
TEST_F(LaunchRules, lanes_may_read_shared_and_global_memory_at_once) {
  const launch::CheckedLaunch checked = check(R"(
__shared__ float t[64];
int i = blockIdx.x * blockDim.x + threadIdx.x;
t[threadIdx.x] = x[i];
__syncthreads();
float east = threadIdx.x < 63 ? t[threadIdx.x + 1] : x[min(i + 1, n - 1)];
__syncthreads();
x[i] = east;)",
                                              256, 256);
  EXPECT_EQ(checked.fault, launch::Fault::None) << checked.reason;
}

// A long loop around a barrier: iterations are skipped, and nobody has left.
TEST_F(LaunchRules, skipped_iterations_are_no_fault) {
  const launch::CheckedLaunch checked = check(R"(
__shared__ float t[64];
int i = blockIdx.x * blockDim.x + threadIdx.x;
float sum = 0;
for (int k = 0; k < n; ++k) {
  t[threadIdx.x] = x[i] * k;
  __syncthreads();
  sum += t[63 - threadIdx.x];
  __syncthreads();
}
x[i] = sum;)",
                                              256, 5000);
  EXPECT_EQ(checked.fault, launch::Fault::None) << checked.reason;
}

TEST_F(LaunchRules, contracts_give_valid_launches_of_every_regime) {
  using corpus::Language;
  const std::pair<const char*, corpus::Language> subjects[] = {
      {"motif-1:reduction/shared:4", corpus::Language::Cuda},
      {"motif-1:matrix_product/naive:2", corpus::Language::Hip},
      {"syn-1:11", corpus::Language::Cuda},
      {"syn-1:9f3c+5", corpus::Language::Cuda},
      {"syn-1:5b4efc37", corpus::Language::OpenCl},
      {"motif-1:quaternion_rotate/skin:f3f7",
       corpus::Language::OpenCl},                                     // places in a vector of four
      {"motif-1:softmax_rows/shared:d4b", corpus::Language::OpenCl},  // a __local argument
  };
  for (const auto& [text, language] : subjects) {
    const auto recipe = corpus::parse_recipe(text);
    ASSERT_TRUE(recipe);
    const auto made = corpus::make_kernel(*recipe);
    ASSERT_TRUE(made);
    const auto source = corpus::print_kernel(*made, language);
    ASSERT_TRUE(source) << source.error().message;
    const launch::ReadyKernel kernel = ready(source->language, source->name, source->source);
    launch::SelectOptions options;
    options.count = 12;
    const launch::Selection selection =
        launch::select_launches(*made->program.contract, kernel, *the_gpu, options);
    EXPECT_GE(selection.launches.size(), 10U) << text << ": " << selection.first_reason;
    std::set<std::string> points;
    for (const launch::SelectedLaunch& selected : selection.launches) {
      points.insert(point_text(selected.point));
      EXPECT_TRUE(
          launch::check_launch(*kernel.prepared, kernel.kernel, selected.launch, *the_gpu).valid());
    }
    EXPECT_EQ(points.size(), selection.launches.size()) << text;
  }
}

}  // namespace
}  // namespace kcast::launch
