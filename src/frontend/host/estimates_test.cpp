// Numbers that host code does not settle, and launches that stand for others. Every
// expectation follows from reading the source.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "frontend/test_inspect.h"

namespace kcast::host {
namespace {

constexpr const char* kKernels =
    "#include <cstdlib>\n#include <vector>\n__global__ void i(int* a) {}\n"
    "__global__ void at(int* a, int k) { a[k] = k; }\n"
    "__global__ void scale(float* a, float s) { a[threadIdx.x] *= s; }\n"
    "__global__ void cut(float* a, float s) { if (a[threadIdx.x] < s) a[threadIdx.x] = 0; }\n";

// The length of what an offset array points into: its last value.
TEST(host_estimates, sums_give_lengths) {
  struct Length {
    const char* behaviour;
    const char* body;  // sets `total`
    double elements;
    double slack;
  };
  const Length cases[] = {
      {"last_offset",
       "h[0] = 0; for (int r = 0; r + 1 < n; ++r) { int d = 3; if ((r * 7) % 3 == 1) d = 9; h[r + "
       "1] = h[r] + d; } total = h[n - 1];",
       5.0 * (1 << 20), 0.15},
      {"running_sum", "for (int r = 0; r < n; ++r) { h[r] = total; total += 1 + r % 8; }",
       4.5 * (1 << 20), 0.15},
      {"random_sum", "for (int r = 0; r < n; ++r) { h[r] = total; total += rand() % 17; }",
       8.0 * (1 << 20), 0.01},
      {"nested_pushes",
       "std::vector<int> v; for (int y = 0; y < 1024; ++y) for (int x = 0; x < 1024; ++x) { "
       "if (x * 7 % 5 > y % 4) v.push_back(x); v.push_back(y); } total = v.size();",
       1.5 * (1 << 20), 0.1},
  };
  for (const Length& one : cases) {
    SCOPED_TRACE(one.behaviour);
    const std::string source =
        std::string(kKernels) +
        "int main() { int n = 1 << 20, total = 0; int *h = (int*)malloc(n * 4), *d;\n" + one.body +
        "\nstd::vector<int> c(total); cudaMalloc(&d, c.size() * 4); i<<<n / 256, 256>>>(d); }";
    const Inspection inspection = frontend::inspect_text(source, "t.cu");
    ASSERT_EQ(inspection.launches.size(), 1U);
    const HostValue& bytes = inspection.launches[0].arguments.at(0).buffer_bytes;
    EXPECT_FALSE(bytes.known());
    ASSERT_TRUE(bytes.likely.has_value());
    EXPECT_NEAR(*bytes.likely, 4 * one.elements, 4 * one.elements * one.slack);
  }
}

// An image and its bytes are two axes, and so are the three sides of a product.
TEST(host_estimates, only_a_depth_makes_three_axes) {
  const auto assumed = [](const std::string& a, const std::string& b, const std::string& c,
                          const std::string& value) {
    frontend::InspectRequest request = frontend::request_for(
        "__global__ void one(int a) {}\nextern void get(int*, int*, int*);\nint main() { int " + a +
        ", " + b + ", " + c + "; get(&" + a + ", &" + b + ", &" + c + "); one<<<1, 1>>>(" + value +
        "); }");
    request.assume = true;
    return frontend::inspect_ok(request).launches.at(0).arguments.at(0).value.likely;
  };
  EXPECT_EQ(assumed("w", "h", "bytes", "w * h + bytes"), 1024.0 * 1024 + 1024);
  EXPECT_EQ(assumed("m", "n", "k", "m * n + k"), 1024.0 * 1024 + 1024);
  EXPECT_EQ(assumed("nx", "ny", "nz", "nx * ny * nz"), 128.0 * 128 * 128);
}

// Rows of 3, 9 and 3 elements in turn: 5 on average, seen in some of the rounds only.
TEST(host_estimates, rows_of_uneven_length_are_offsets_with_their_mean) {
  const Inspection inspection = frontend::inspect_text(
      std::string(kKernels) +
          "int main() { int n = 1 << 20; int *h = (int*)malloc(n * 4), *d; cudaMalloc(&d, n * 4);\n"
          "h[0] = 0; for (int r = 0; r + 1 < n; ++r) { int d = 3; if ((r * 7) % 3 == 1) d = 9;\n"
          "h[r + 1] = h[r] + d; }\n"
          "cudaMemcpy(d, h, n * 4, cudaMemcpyHostToDevice); i<<<n / 256, 256>>>(d); }",
      "t.cu");
  ASSERT_EQ(inspection.launches.size(), 1U);
  const HostArgument& given = inspection.launches[0].arguments.at(0);
  ASSERT_TRUE(given.fill.has_value());
  EXPECT_EQ(given.fill->fill.kind, FillKind::OffsetsInto);
  EXPECT_NEAR(given.fill->fill.degree, 5, 0.5);
}

int64_t total_count(const Inspection& inspection) {
  int64_t total = 0;
  for (const HostLaunch& launch : inspection.launches)
    total += launch.count.integer.value_or(0);
  return total;
}

// 3000 launches with as many values: those that are kept are some of them.
TEST(host_estimates, launches_that_stand_for_others_are_launches_that_happen) {
  for (const int64_t rounds : {100, 3000, 1'000'000}) {
    SCOPED_TRACE(rounds);
    const std::string source = std::string(kKernels) + "int main() { int* d; cudaMalloc(&d, 4 * " +
                               std::to_string(rounds) + "); for (int k = 0; k < " +
                               std::to_string(rounds) +
                               "; ++k) at<<<(k + 255) / 256 + 1, 256>>>(d, k); }";
    const Inspection inspection = frontend::inspect_text(source, "t.cu");
    EXPECT_EQ(total_count(inspection), rounds);
    EXPECT_LE(inspection.launches.size(), 60U);
    int64_t largest = 0;
    for (const HostLaunch& launch : inspection.launches) {
      ASSERT_TRUE(launch.arguments.at(1).value.integer.has_value());
      const int64_t k = *launch.arguments[1].value.integer;
      EXPECT_GE(k, 0);
      EXPECT_LT(k, rounds);
      EXPECT_EQ(launch.grid[0].integer, (k + 255) / 256 + 1);
      largest = std::max(largest, k);
    }
    EXPECT_GE(largest, rounds / 2);
  }
}

TEST(host_estimates, a_factor_does_not_tell_launches_apart_but_a_threshold_does) {
  const std::string body = "<<<1, 32>>>(d, 0.5f * t); }";
  const std::string start = std::string(kKernels) +
                            "int main() { float* d; cudaMalloc(&d, 4096); for (int t = 0; t < 5; "
                            "++t) ";
  const Inspection factor = frontend::inspect_text(start + "scale" + body, "t.cu");
  ASSERT_EQ(factor.launches.size(), 1U);
  EXPECT_EQ(factor.launches[0].count.integer, 5);
  EXPECT_EQ(frontend::inspect_text(start + "cut" + body, "t.cu").launches.size(), 5U);
}

TEST(host_estimates, queries_of_the_device_are_answered_where_it_is_known) {
  frontend::InspectRequest request = frontend::request_for(
      std::string(kKernels) +
          "int main() { int* d; cudaMalloc(&d, 4096); int units, blocks; cudaDeviceProp p;\n"
          "cudaDeviceGetAttribute(&units, cudaDevAttrMultiProcessorCount, 0);\n"
          "cudaGetDeviceProperties(&p, 0);\n"
          "cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, i, 256, 0);\n"
          "i<<<units * 4, 256>>>(d); i<<<p.multiProcessorCount * blocks, 256>>>(d); }",
      "t.cu");
  const Inspection unknown = frontend::inspect_ok(request);
  ASSERT_EQ(unknown.launches.size(), 2U);
  EXPECT_FALSE(unknown.launches[0].grid[0].known());
  EXPECT_FALSE(unknown.launches[0].grid[0].likely);
  request.device = {{"prop.multiProcessorCount", 132}, {"active threads per multiprocessor", 2048}};
  const Inspection known = frontend::inspect_ok(request);
  ASSERT_EQ(known.launches.size(), 2U);
  EXPECT_FALSE(known.launches[0].grid[0].known());
  EXPECT_EQ(known.launches[0].grid[0].likely, 528);
  EXPECT_EQ(known.launches[1].grid[0].likely, 132 * 8);
}

}  // namespace
}  // namespace kcast::host
