// Launches of kernels over sizes, on compiled kernels whose arguments are known by hand.
#include "plan/sized_launches.h"

#include <gtest/gtest.h>

#include <memory>

#include "frontend_fixture.h"

namespace kcast::plan {
namespace {

class Sized : public FrontendTest {
 protected:
  static Result<plan::SizedLaunches> launches(const std::string& text,
                                              const plan::SizedRequest& request, size_t axes = 1) {
    KernelSource source;
    source.name = "k";
    source.language = text.find("__global__") == std::string::npos ? "opencl" : "cuda";
    source.source = text;
    KCAST_TRY(const launch::ReadyKernel kernel, launch::ready_kernel(
                                                    [](const frontend::InspectRequest& asked) {
                                                      return the_frontend->inspect(asked);
                                                    },
                                                    source, *the_gpu));
    return plan::sized_launches(kernel, axes, *the_gpu, request);
  }
};

const LaunchArgument& argument(const plan::SizedLaunch& launch, const std::string& name) {
  for (const LaunchArgument& each : launch.launch.arguments)
    if (each.name == name) return each;
  ADD_FAILURE() << "no argument " << name;
  return launch.launch.arguments.front();
}

constexpr const char* kSaxpy = R"(
kernel void k(int n, float a, global const float* x, global float* y) {
  int i = get_global_id(0);
  if (i < n) y[i] = a * x[i] + y[i];
})";

TEST_F(Sized, all_local_sizes_divide_the_sizes) {
  const auto made = launches(kSaxpy, {.sizes = {1000, 3000}, .locals = {{64, 1, 1}, {96, 1, 1}}});
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->arguments, (std::vector<std::string>{"n=size", "a=1", "x[size]", "y[size]"}));
  ASSERT_EQ(made->launches.size(), 4U);
  // 64 and 96 divide 192: 1000 becomes 1152, 3000 becomes 3072.
  const int64_t sizes[] = {1152, 1152, 3072, 3072};
  for (size_t i = 0; i < 4; ++i) {
    const plan::SizedLaunch& launch = made->launches[i];
    EXPECT_EQ(launch.size, sizes[i]);
    EXPECT_EQ(launch.refusal, "");
    EXPECT_EQ(launch.launch.grid[0] * launch.launch.block[0], sizes[i]);
    EXPECT_EQ(launch.launch.block[0], i % 2 == 0 ? 64 : 96);
    EXPECT_EQ(argument(launch, "n").integer, sizes[i]);
    EXPECT_EQ(argument(launch, "a").real, 1.0);
    EXPECT_EQ(argument(launch, "x").elements, sizes[i]);
  }
}

TEST_F(Sized, what_is_given_is_taken) {
  plan::SizedRequest request{.sizes = {4096}, .locals = {{64, 1, 1}}};
  request.arguments = {{"n", predict::Number{1000, 1000}},
                       {"a", predict::Number{std::nullopt, 2.5}},
                       {"y", predict::Number{9000, 9000}}};
  request.fills = {{"x", Fill{.kind = FillKind::Constant, .low = 3}}};
  const auto made = launches(kSaxpy, request);
  ASSERT_TRUE(made) << made.error().message;
  const plan::SizedLaunch& launch = made->launches.at(0);
  EXPECT_EQ(argument(launch, "n").integer, 1000);
  EXPECT_EQ(argument(launch, "a").real, 2.5);
  EXPECT_GE(argument(launch, "x").elements, 1000);  // a line through two launches cannot bend
  EXPECT_EQ(argument(launch, "x").fill.kind, FillKind::Constant);
  EXPECT_EQ(argument(launch, "y").elements, 9000);
  EXPECT_EQ(made->chosen, std::vector<std::string>{"x"});
  request.arguments = {{"m", predict::Number{1, 1}}};
  const auto wrong = launches(kSaxpy, request);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().message, "kernel k has no argument 'm'; there are n, a, x, y");
}

// One result for each group, and a tile of one value for each thread.
TEST_F(Sized, arrays_follow_the_local_size) {
  const auto made = launches(R"(
kernel void k(global const float* in, global float* out, local float* tile) {
  int t = get_local_id(0);
  tile[t] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0) {
    float sum = 0;
    for (int j = 0; j < get_local_size(0); ++j) sum += tile[j];
    out[get_group_id(0)] = sum;
  }
})",
                             {.sizes = {100000}, .locals = {{64, 1, 1}, {256, 1, 1}}});
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->arguments,
            (std::vector<std::string>{"in[size]", "out[size/local]", "tile[local]"}));
  const int64_t size = 100096;  // the next multiple of 256
  for (const plan::SizedLaunch& launch : made->launches) {
    EXPECT_EQ(launch.refusal, "");
    EXPECT_EQ(argument(launch, "in").elements, size);
    EXPECT_EQ(argument(launch, "out").elements, size / launch.local[0]);
    EXPECT_EQ(argument(launch, "tile").local_bytes, 4 * launch.local[0]);
  }
}

TEST_F(Sized, two_axes_are_squares) {
  const auto made = launches(R"(
__global__ void k(const float* in, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
})",
                             {.sizes = {1000000}, .locals = {{128, 1, 1}, {32, 8, 1}}}, 2);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->launches[0].local, (Dims3{16, 8, 1}));
  EXPECT_EQ(made->launches[1].local, (Dims3{32, 8, 1}));
  for (const plan::SizedLaunch& launch : made->launches) {
    EXPECT_EQ(launch.refusal, "");
    EXPECT_EQ(launch.size, 1024 * 1024);
    EXPECT_EQ(argument(launch, "width").integer, 1024);
    EXPECT_EQ(argument(launch, "height").integer, 1024);
    EXPECT_EQ(argument(launch, "in").elements, 1024 * 1024);
  }
}

// Thread g touches up to element g * st + os + 1, and nothing before the beginning.
TEST_F(Sized, numbers_that_no_name_explains_are_tried) {
  const auto made = launches(R"(
kernel void k(global const float* in, global float* out, int total, int os, int st) {
  int i = get_global_id(0) * st + os;
  if (get_global_id(0) < total) out[i] = in[i - 1] + in[i + 1];
})",
                             {.sizes = {10000}, .locals = {{100, 1, 1}}});
  ASSERT_TRUE(made) << made.error().message;
  const plan::SizedLaunch& launch = made->launches.at(0);
  EXPECT_EQ(launch.refusal, "");
  EXPECT_EQ(argument(launch, "total").integer, 10000);
  const int64_t os = argument(launch, "os").integer.value_or(0);
  const int64_t st = argument(launch, "st").integer.value_or(0);
  EXPECT_EQ(argument(launch, "in").elements, 9999 * st + os + 2);
  const auto none = launches(R"(
kernel void k(global float* x, int total, int os) {
  x[get_global_id(0) - os] = total;
})",
                             {.sizes = {10000}, .locals = {{100, 1, 1}}});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message,
            "no arguments are found for kernel k: an access lies before the beginning of x; give "
            "--arg os=VALUE");
}

TEST_F(Sized, structs_are_refused) {
  const auto made = launches(R"(
struct Box { float x, y; int n; };
__global__ void k(float* out, Box box) { out[threadIdx.x] = box.x; })",
                             {.sizes = {64}, .locals = {{64, 1, 1}}});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message,
            "parameter box of kernel k is a Box; only plain numbers can be chosen or given");
}

// The tile fits blocks of 64 threads alone.
TEST_F(Sized, a_wrong_local_size_costs_itself) {
  const auto made = launches(R"(
__global__ void k(const float* x, float* y) {
  __shared__ float tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = x[i];
  __syncthreads();
  y[i] = tile[63 - threadIdx.x];
})",
                             {.sizes = {10000}, .locals = {{128, 1, 1}, {64, 1, 1}}});
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_EQ(made->launches.size(), 2U);
  EXPECT_NE(made->launches[0].refusal, "");
  EXPECT_EQ(made->launches[1].refusal, "");
}

TEST_F(Sized, blocks_that_the_kernel_demands_are_kept) {
  const auto made = launches(R"(
__attribute__((reqd_work_group_size(32, 1, 1)))
kernel void k(global float* x) { x[get_global_id(0)] = 1; })",
                             {.sizes = {1000}, .locals = {{64, 1, 1}, {32, 1, 1}}});
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->launches.at(0).refusal, "the kernel demands blocks of 32x1x1");
  EXPECT_EQ(made->launches.at(1).refusal, "");
}

TEST_F(Sized, launches_with_faults_are_refused_by_size) {
  const std::string text = R"(
kernel void k(global float* x, int n) {
  int i = get_global_id(0);
  x[n > 5000 ? i + 7 * n : i] = 1;
})";
  plan::SizedRequest request{.sizes = {1024, 8192}, .locals = {{64, 1, 1}}};
  const auto made = launches(text, request);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->launches.at(0).refusal, "");
  EXPECT_NE(made->launches.at(1).refusal, "");
  request.unchecked = true;
  const auto unchecked = launches(text, request);
  ASSERT_TRUE(unchecked);
  EXPECT_EQ(unchecked->launches.at(1).refusal, "");
  request.most_bytes = 1 << 14;
  const auto small = launches(text, request);
  ASSERT_TRUE(small);
  EXPECT_EQ(small->launches.at(0).refusal, "");
  EXPECT_EQ(small->launches.at(1).refusal, "32768 bytes of buffers");
}

TEST_F(Sized, sizes_and_local_sizes_are_read) {
  const auto range = plan::parse_sizes("1e3..1e5");
  ASSERT_TRUE(range);
  EXPECT_EQ(*range, (std::vector<int64_t>{1000, 3162, 10000, 31623, 100000}));
  const auto list = plan::parse_sizes("1M,1k,1000,1k");
  ASSERT_TRUE(list);
  EXPECT_EQ(*list, (std::vector<int64_t>{1000, 1024, 1048576}));
  const auto doubled = plan::parse_sizes("64..256:x2");
  ASSERT_TRUE(doubled);
  EXPECT_EQ(*doubled, (std::vector<int64_t>{64, 128, 256}));
  for (const char* bad : {"", "x", "1e5..1e3", "0,5", "1e13", "-4"})
    EXPECT_FALSE(plan::parse_sizes(bad)) << bad;
  const auto locals = plan::parse_locals("64,16x16,64");
  ASSERT_TRUE(locals);
  EXPECT_EQ(*locals, (std::vector<Dims3>{{64, 1, 1}, {16, 16, 1}}));
  for (const char* bad : {"", "0", "2048", "64x64", "a"})
    EXPECT_FALSE(plan::parse_locals(bad)) << bad;
}

}  // namespace
}  // namespace kcast::plan
