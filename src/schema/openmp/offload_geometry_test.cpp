// Grid and block against what libomptarget 19.1.7 chose: rules that 47 of 47 launches on an H200
// obeyed (the rows with a comment were profiled there), and choices that were recorded here.
#include "schema/openmp/offload_geometry.h"

#include <gtest/gtest.h>

#include <span>

namespace kcast {
namespace {

struct Row {
  OffloadMode mode;
  int64_t max_threads;
  int64_t trips, num_teams, limit;
  int64_t teams, threads;
};

constexpr auto kSpmd = OffloadMode::Spmd;
constexpr auto kGeneric = OffloadMode::Generic;
constexpr auto kTurned = OffloadMode::GenericSpmd;

constexpr Row kRows[] = {
    {kSpmd, 128, 1 << 24, 0, 0, 3200, 128},         // saxpy, no clauses
    {kSpmd, 128, 1 << 24, 0, 0, 3200, 128},         // sum, a reduction over teams
    {kSpmd, 256, 1022 * 4094, 512, 256, 512, 256},  // stencil, both clauses
    {kTurned, 128, 1024, 1024, 128, 1024, 128},     // rows
    {kGeneric, 256, 0, 65536, 256, 65536, 256},     // blockrev: 224 workers in each team
    {kSpmd, 128, 3200 * 128, 0, 0, 3200, 128},
    {kSpmd, 128, 3200 * 128 - 1, 0, 0, 3200, 128},
    {kSpmd, 128, 3200 * 64, 0, 0, 3200, 64},
    {kSpmd, 128, 3200 * 64 + 1, 0, 0, 1601, 128},
    {kSpmd, 128, 3200 * 32, 0, 0, 3200, 32},
    {kSpmd, 128, 3200 * 32 + 1, 0, 0, 1601, 64},
    {kSpmd, 128, 3200 * 32 - 1, 0, 0, 3200, 32},
    {kSpmd, 128, 1000, 0, 0, 32, 32},
    {kSpmd, 128, 1, 0, 0, 1, 32},
    {kSpmd, 1024, 1000000, 0, 512, 1954, 512},
    {kSpmd, 256, 1000, 0, 256, 4, 256},
    {kSpmd, 256, 1 << 24, 0, 256, 3200, 256},
    {kSpmd, 64, 1 << 24, 0, 64, 3200, 64},
    {kSpmd, 128, 1 << 24, 0, 256, 3200, 128},
    {kSpmd, 128, 1 << 24, 100, 0, 100, 128},
    {kSpmd, 128, 0, 0, 0, 3200, 128},
    {kTurned, 128, 100, 0, 0, 100, 128},
    {kTurned, 128, 5000, 0, 0, 3200, 128},
    {kTurned, 256, 5000, 0, 256, 3200, 256},
    {kGeneric, 160, 100, 0, 128, 100, 160},
    {kGeneric, 1024, 100, 0, 128, 100, 160},
    {kGeneric, 256, 100, 0, 256, 100, 256},
    {kGeneric, 128, 0, 0, 0, 3200, 128},
    {kGeneric, 128, 1 << 20, 0, 0, 3200, 128},
};

// What LLVM's libomptarget 19.1.7 itself handed to cuLaunchKernel, with a driver that does nothing
// but tell: regions with these clauses, then the programs of tests/checks_openmp.
constexpr Row kRecorded[] = {
    {kSpmd, 128, 1, 0, 0, 1, 32},
    {kSpmd, 128, 31, 0, 0, 1, 32},
    {kSpmd, 128, 32, 0, 0, 1, 32},
    {kSpmd, 128, 33, 0, 0, 2, 32},
    {kSpmd, 128, 1000, 0, 0, 32, 32},
    {kSpmd, 128, 102399, 0, 0, 3200, 32},
    {kSpmd, 128, 102400, 0, 0, 3200, 32},
    {kSpmd, 128, 102401, 0, 0, 1601, 64},
    {kSpmd, 128, 204799, 0, 0, 3200, 64},
    {kSpmd, 128, 204800, 0, 0, 3200, 64},
    {kSpmd, 128, 204801, 0, 0, 1601, 128},
    {kSpmd, 128, 409599, 0, 0, 3200, 128},
    {kSpmd, 128, 409600, 0, 0, 3200, 128},
    {kSpmd, 128, 409601, 0, 0, 3200, 128},
    {kSpmd, 128, 1000000, 0, 0, 3200, 128},
    {kSpmd, 128, 1LL << 31, 0, 0, 3200, 128},
    {kSpmd, 0, 1, 0, 32, 1, 32},
    {kSpmd, 0, 1, 0, 64, 1, 64},
    {kSpmd, 0, 1, 0, 128, 1, 128},
    {kSpmd, 0, 1, 0, 256, 1, 256},
    {kSpmd, 0, 1, 0, 512, 1, 512},
    {kSpmd, 0, 1, 0, 1024, 1, 1024},
    {kSpmd, 0, 102399, 0, 32, 3200, 32},
    {kSpmd, 0, 102399, 0, 64, 1600, 64},
    {kSpmd, 0, 102399, 0, 128, 800, 128},
    {kSpmd, 0, 102399, 0, 256, 400, 256},
    {kSpmd, 0, 102399, 0, 512, 200, 512},
    {kSpmd, 0, 102399, 0, 1024, 100, 1024},
    {kSpmd, 0, 204801, 0, 32, 3200, 32},
    {kSpmd, 0, 204801, 0, 64, 3200, 64},
    {kSpmd, 0, 204801, 0, 128, 1601, 128},
    {kSpmd, 0, 204801, 0, 256, 801, 256},
    {kSpmd, 0, 204801, 0, 512, 401, 512},
    {kSpmd, 0, 204801, 0, 1024, 201, 1024},
    {kSpmd, 0, 1LL << 31, 0, 32, 3200, 32},
    {kSpmd, 0, 1LL << 31, 0, 64, 3200, 64},
    {kSpmd, 0, 1LL << 31, 0, 128, 3200, 128},
    {kSpmd, 0, 1LL << 31, 0, 256, 3200, 256},
    {kSpmd, 0, 1LL << 31, 0, 512, 3200, 512},
    {kSpmd, 0, 1LL << 31, 0, 1024, 3200, 1024},
    {kSpmd, 0, 1000000, 0, 100, 3200, 100},
    {kSpmd, 0, 1000000, 0, 2000, 977, 1024},
    {kSpmd, 512, 1, 0, 512, 1, 512},
    {kSpmd, 64, 1, 0, 64, 1, 64},
    {kSpmd, 64, 1, 0, 64, 1, 64},
    {kSpmd, 512, 1000, 0, 512, 2, 512},
    {kSpmd, 64, 1000, 0, 64, 16, 64},
    {kSpmd, 64, 1000, 0, 64, 16, 64},
    {kSpmd, 512, 204799, 0, 512, 400, 512},
    {kSpmd, 64, 204799, 0, 64, 3200, 64},
    {kSpmd, 64, 204799, 0, 64, 3200, 64},
    {kSpmd, 512, 409600, 0, 512, 800, 512},
    {kSpmd, 64, 409600, 0, 64, 3200, 64},
    {kSpmd, 64, 409600, 0, 64, 3200, 64},
    {kSpmd, 128, 1000, 7, 0, 7, 128},
    {kSpmd, 128, 16777216, 100, 0, 100, 128},
    {kSpmd, 128, 16777216, 100000, 0, 100000, 128},
    {kTurned, 128, 1, 0, 0, 1, 128},
    {kTurned, 128, 100, 0, 0, 100, 128},
    {kTurned, 128, 3200, 0, 0, 3200, 128},
    {kTurned, 128, 3201, 0, 0, 3200, 128},
    {kTurned, 128, 1048576, 0, 0, 3200, 128},
    {kTurned, 256, 100, 0, 256, 100, 256},
    {kTurned, 256, 5000, 0, 256, 3200, 256},
    {kTurned, 128, 1, 0, 0, 1, 128},
    {kTurned, 128, 100, 0, 0, 100, 128},
    {kTurned, 128, 5000, 0, 0, 3200, 128},
    {kSpmd, 128, 0, 0, 0, 3200, 128},
    {kTurned, 128, 0, 10, 128, 10, 128},
    {kTurned, 128, 0, 65536, 128, 65536, 128},
    {kSpmd, 128, 300000, 0, 0, 2344, 128},
    {kSpmd, 128, 8388608, 0, 0, 3200, 128},
    {kTurned, 128, 1000, 0, 128, 1000, 128},
    {kTurned, 128, 3000, 0, 128, 3000, 128},
    {kSpmd, 256, 524288, 0, 256, 2048, 256},
    {kSpmd, 256, 8388608, 0, 256, 3200, 256},
    {kSpmd, 128, 262144, 0, 0, 2048, 128},
    {kSpmd, 128, 4194304, 0, 0, 3200, 128},
    {kSpmd, 128, 16777216, 0, 0, 3200, 128},
    {kSpmd, 256, 238328, 0, 256, 931, 256},
    {kSpmd, 256, 2000376, 0, 256, 3200, 256},
    {kSpmd, 256, 8129016, 0, 256, 3200, 256},
    {kSpmd, 128, 996004, 0, 0, 3200, 128},
    {kSpmd, 128, 8988004, 0, 0, 3200, 128},
    {kSpmd, 128, 8192, 0, 0, 256, 32},
    {kSpmd, 128, 256, 0, 0, 8, 32},
    {kSpmd, 256, 393216, 0, 256, 1536, 256},
    {kSpmd, 256, 4194304, 0, 256, 3200, 256},
    {kSpmd, 256, 65536, 0, 256, 256, 256},
    {kSpmd, 256, 262144, 0, 256, 1024, 256},
    {kSpmd, 256, 1048576, 0, 256, 3200, 256},
    {kSpmd, 128, 4096, 0, 0, 128, 32},
    {kSpmd, 128, 16384, 0, 0, 512, 32},
    {kSpmd, 256, 1048576, 264, 256, 264, 256},
    {kSpmd, 256, 20000000, 264, 256, 264, 256},
    {kSpmd, 128, 4096, 0, 128, 32, 128},
    {kSpmd, 128, 10000, 0, 128, 79, 128},
    {kSpmd, 128, 20000, 0, 128, 157, 128},
    {kSpmd, 256, 8000000, 0, 256, 3200, 256},
    {kSpmd, 128, 1048576, 0, 0, 3200, 128},
    {kSpmd, 128, 200000, 1563, 128, 1563, 128},
    {kSpmd, 128, 4194304, 32768, 128, 32768, 128},
    {kSpmd, 128, 10000000, 78125, 128, 78125, 128},
    {kSpmd, 256, 100000, 0, 256, 391, 256},
    {kSpmd, 256, 2097152, 0, 256, 3200, 256},
    {kTurned, 128, 512, 0, 0, 512, 128},
    {kTurned, 128, 2048, 0, 0, 2048, 128},
    {kSpmd, 128, 131072, 0, 0, 2048, 64},
    {kSpmd, 256, 65536, 256, 256, 256, 256},
    {kSpmd, 256, 1048576, 4096, 256, 4096, 256},
    {kSpmd, 128, 260100, 0, 0, 2033, 128},
    {kSpmd, 128, 4186116, 0, 0, 3200, 128},
    {kSpmd, 128, 16756740, 0, 0, 3200, 128},
    {kSpmd, 128, 4000000, 0, 0, 3200, 128},
    {kSpmd, 256, 10000000, 0, 256, 3200, 256},
};

void expect_chosen(std::span<const Row> rows) {
  for (const Row& row : rows) {
    KernelEnvironment kernel;
    kernel.mode = row.mode;
    kernel.min_threads = 1;
    kernel.max_threads = row.max_threads;
    const OffloadGeometry chosen = choose_geometry(kernel, {.num_teams = row.num_teams,
                                                            .thread_limit = row.limit,
                                                            .trip_count = row.trips,
                                                            .has_teams = true});
    EXPECT_EQ(chosen, (OffloadGeometry{row.teams, row.threads}))
        << "mode " << static_cast<int>(row.mode) << " trips " << row.trips << " teams "
        << row.num_teams << " limit " << row.limit << ": " << chosen.teams << " x "
        << chosen.threads;
  }
}

TEST(Geometry, follows_the_rules_of_libomptarget) {
  expect_chosen(kRows);
}

TEST(Geometry, is_what_libomptarget_chooses) {
  expect_chosen(kRecorded);
}

TEST(Geometry, without_teams_there_is_one) {
  KernelEnvironment kernel;
  kernel.max_threads = 128;
  const OffloadClauses clauses{.trip_count = 1000000, .has_teams = false};
  EXPECT_EQ(choose_geometry(kernel, clauses), (OffloadGeometry{1, 128}));
}

TEST(Geometry, settings_of_the_environment_lower_the_limits) {
  KernelEnvironment kernel;
  kernel.max_threads = 128;
  const OffloadClauses clauses{.trip_count = 1 << 24};
  EXPECT_EQ(choose_geometry(kernel, clauses, {.num_teams = 100}), (OffloadGeometry{100, 128}));
  EXPECT_EQ(choose_geometry(kernel, clauses, {.thread_limit = 64}), (OffloadGeometry{3200, 64}));
  EXPECT_EQ(choose_geometry(kernel, clauses, {.thread_limit = 512}), (OffloadGeometry{3200, 128}));
}

}  // namespace
}  // namespace kcast
