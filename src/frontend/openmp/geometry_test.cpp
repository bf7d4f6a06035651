// Grid and block against what libomptarget 19.1.7 chose on an H200. The rows with a comment are
// launches that were profiled there; the others follow from the rules that 47 of 47 launches
// obeyed.
#include "frontend/openmp/geometry.h"

#include <gtest/gtest.h>

namespace kcast::frontend {
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

TEST(Geometry, is_what_libomptarget_chooses) {
  for (const Row& row : kRows) {
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
}  // namespace kcast::frontend
