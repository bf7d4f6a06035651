// Grid and block of an OpenMP kernel, as LLVM 19's libomptarget chooses them for NVIDIA GPUs.
#pragma once

#include <cstdint>
#include <optional>

namespace kcast {

// The first parameter of a target region's kernel, which the runtime library gives and not the
// program.
inline constexpr const char* kLaunchEnvironment = "launch_environment";
// What the kernel is given of the clauses of its directive.
inline constexpr const char* kClauseParameter = "clause";

// How a kernel runs its region: its main thread alone until a parallel construct, or all threads
// from the start. A generic kernel that the compiler could turn is launched by the trip count of
// its teams.
enum class OffloadMode { Generic = 1, Spmd = 2, GenericSpmd = 3 };

// What the compiler leaves in a kernel's module for the runtime.
struct KernelEnvironment {
  OffloadMode mode = OffloadMode::Spmd;
  int64_t min_threads = 0;
  int64_t max_threads = 0;
  int64_t min_teams = 0;
  int64_t max_teams = 0;
  int64_t reduction_bytes = 0;   // of one team's partial results
  int64_t reduction_length = 0;  // teams that fit into the buffer of a reduction
};

// What host code says; 0: nothing.
struct OffloadClauses {
  int64_t num_teams = 0;
  int64_t thread_limit = 0;  // the least of thread_limit and num_threads
  int64_t trip_count = 0;    // of the loop that is distributed over the teams
  bool has_teams = true;     // without a teams construct there is one team
};

// Settings of the environment: OMP_NUM_TEAMS and OMP_TEAMS_THREAD_LIMIT; 0: not set.
struct OffloadSettings {
  int64_t num_teams = 0;
  int64_t thread_limit = 0;
};

struct OffloadGeometry {
  int64_t teams = 1;
  int64_t threads = 1;

  bool operator==(const OffloadGeometry&) const = default;
};

constexpr int64_t kDefaultTeamThreads = 128;
constexpr int64_t kDefaultTeams = 3200;  // that libomptarget takes on its own for an NVIDIA GPU

OffloadGeometry choose_geometry(const KernelEnvironment& kernel, const OffloadClauses& clauses,
                                const OffloadSettings& settings = {});

}  // namespace kcast
