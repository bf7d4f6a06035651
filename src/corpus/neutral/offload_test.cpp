#include "corpus/neutral/offload.h"

#include <gtest/gtest.h>

#include "corpus/neutral/check/checker.h"
#include "corpus/neutral/language.h"
#include "corpus/neutral/print/print.h"
#include "schema/launch_point.h"

namespace kcast::corpus {
namespace {

constexpr const char* kContract =
    "contract { size n 256..1000000; buffer x n; buffer y n; block 256; grid ceil_div(n, bx); }";

Program program_of(const std::string& body, const std::string& contract = kContract) {
  auto program =
      read_neutral("kernel k(in float* x, inout float* y, int n) {" + body + "}" + contract);
  EXPECT_TRUE(program) << (program ? "" : program.error().message);
  return program ? *std::move(program) : Program{};
}

std::string printed(const Program& program) {
  return print_program(program, Language::OpenMp, {});
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Offload, a_guard_is_the_end_of_a_loop) {
  for (const char* body :
       {"int i = gid(0); if (i >= n) return; y[i] = x[i];",
        "int i = gid(0); if (i < n) y[i] = x[i];", "int i = gid(0); if (n > i) { y[i] = x[i]; }",
        "for (int i = gid(0); i < n; i += gsize(0)) y[i] = x[i];"}) {
    const Program program = program_of(body);
    const auto made = offload_kernel(program);
    ASSERT_TRUE(made) << body << ": " << made.error().message;
    ASSERT_EQ(made->loops.size(), 1U) << body;
    EXPECT_EQ(made->loops[0].index, "i");
    EXPECT_FALSE(made->follows_launch()) << body;
    EXPECT_EQ(made->contract->offload->trip, "n");
    const std::string text = printed(program);
    EXPECT_TRUE(has(text, "for (int i = 0; i < n; ++i) {\n    y[i] = x[i];\n  }")) << text;
  }
}

TEST(Offload, what_else_a_guard_asks_stays) {
  const std::string text =
      printed(program_of("int i = gid(0); if (i >= n || x[i] < 0) return; y[i] = 1;"));
  EXPECT_TRUE(has(text, "for (int i = 0; i < n; ++i) {")) << text;
  EXPECT_TRUE(has(text, "if (x[i] < 0.0f) {\n      continue;")) << text;
}

TEST(Offload, bounds_of_other_variables_are_written_out) {
  const Program program =
      program_of("int half_n = n / 2; int i = gid(0); if (i < half_n) y[i] = x[i];");
  EXPECT_EQ(offload_kernel(program)->contract->offload->trip, "(n / 2)");
  const std::string text = printed(program);
  EXPECT_TRUE(has(text, "i < n / 2;")) << text;
  EXPECT_FALSE(has(text, "half_n")) << text;
}

TEST(Offload, two_axes_are_two_loops_with_the_rows_outside) {
  const Program program = program_of(
      "int c = gid(0); int r = gid(1); if (c >= n || r >= n) return; y[r * n + c] = x[c];",
      "contract { size n 16..1000; buffer x n; buffer y n * n; block 16x16; "
      "grid ceil_div(n, bx), ceil_div(n, by); }");
  const auto made = offload_kernel(program);
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_EQ(made->loops.size(), 2U);
  EXPECT_EQ(made->loops[0].index, "r");
  EXPECT_EQ(made->contract->offload->trip, "n * n");
  EXPECT_TRUE(has(printed(program), "collapse(2)"));
}

TEST(Offload, numbers_of_blocks_need_a_loop_over_all_threads) {
  const Program program =
      program_of("int at = bid(0) * bdim(0) + tid(0); if (at < n) y[at] = x[at] + gdim(0);");
  const auto made = offload_kernel(program);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_TRUE(made->follows_launch());
  const std::string text = printed(program);
  EXPECT_TRUE(has(text, "int teams, int threads)")) << text;
  EXPECT_TRUE(has(text, "num_teams(teams) thread_limit(threads)")) << text;
  EXPECT_TRUE(has(text, "for (int id = 0; id < teams * threads; ++id)")) << text;
  EXPECT_TRUE(has(text, "int at = id / threads * threads + id % threads;")) << text;
}

TEST(Offload, atomics_are_directives) {
  const std::string text =
      printed(program_of("int i = gid(0); if (i >= n) return; atomic_add(&y[i % 7], x[i]);"));
  EXPECT_TRUE(has(text, "#pragma omp atomic update\n    y[i % 7] += x[i];")) << text;
}

TEST(Offload, what_threads_do_together_is_refused) {
  const std::pair<const char*, const char*> rows[] = {
      {"shared float t[256]; t[tid(0)] = x[gid(0)]; barrier(); y[gid(0)] = t[0];",
       "openmp has no shared memory"},
      {"y[gid(0)] = shfl_down(x[gid(0)], 1);", "openmp has no warp functions"},
      {"int i = gid(0); if (i < n) y[i] = native_exp(x[i]);",
       "openmp has no functions of less precision"},
      {"int i = gid(0); for (int k = 0; k < n; ++k) { if (x[k] > 1) return; y[i] = 1; }",
       "openmp has no way to leave a loop and its iteration"},
      {"y[gid(1) * n + tid(0)] = 1;", "openmp has no blocks of two axes without loops for them"}};
  for (const auto& [body, why] : rows)
    EXPECT_EQ(missing_capability(program_of(body), Language::OpenMp), why) << body;
}

// As libomptarget chooses them for the clauses: offload_geometry_test has the rules.
TEST(Offload, clauses_decide_grid_and_block) {
  KernelContract contract;
  contract.scalars = {{.name = "n", .low = 1, .high = 1e9}};
  contract.blocks = {{256, 1, 1}};
  contract.grid = {"ceil_div(n, bx)", "1", "1"};
  contract.offload = OffloadRule{.trip = "n"};
  LaunchPoint point;
  point.block = {256, 1, 1};
  const auto shape = [&](int64_t n) {
    point.sizes = {{"n", n}};
    const LaunchShape made = *shape_of(contract, point);
    return std::pair(made.grid[0], made.block[0]);
  };
  EXPECT_EQ(shape(1000), std::pair(int64_t{32}, int64_t{32}));
  EXPECT_EQ(shape(1 << 24), std::pair(int64_t{3200}, int64_t{128}));
  contract.offload->thread_limit = 256;
  EXPECT_EQ(shape(1000), std::pair(int64_t{4}, int64_t{256}));
  EXPECT_EQ(shape(1 << 24), std::pair(int64_t{3200}, int64_t{256}));
  contract.offload->sizes_teams = true;
  EXPECT_EQ(shape(1 << 24), std::pair(int64_t{65536}, int64_t{256}));
  contract.offload->sizes_teams = false;
  contract.offload->num_teams = 528;
  EXPECT_EQ(shape(100), std::pair(int64_t{528}, int64_t{256}));
}

}  // namespace
}  // namespace kcast::corpus
