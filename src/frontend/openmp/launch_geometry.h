// From the clauses of a directive to the grid and block of its launch.
#pragma once

#include <optional>
#include <string>

#include "schema/inspection.h"
#include "schema/openmp/offload_geometry.h"

namespace kcast::frontend {

// As host code gives them; a known zero: not given.
struct LaunchClauses {
  HostValue num_teams = {.integer = 0};
  HostValue thread_limit = {.integer = 0};
  HostValue trip_count = {.integer = 0};
  bool has_teams = false;
};

// Host code is read before the compiler decides how a kernel runs, and that decides its grid and
// block. Until then a launch holds its clauses in their place.
void store_clauses(const LaunchClauses& clauses, HostLaunch& launch);

// Puts the grid and block there that libomptarget would choose.
void set_geometry(const KernelEnvironment& kernel, const OffloadSettings& settings,
                  HostLaunch& launch);

inline constexpr const char* kRunsOnHost = "its if clause is false: it runs on the host";

}  // namespace kcast::frontend
