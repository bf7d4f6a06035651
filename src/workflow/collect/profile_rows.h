// Readings of a program's launches, with what is known of their GPU and what is predicted.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "collect/import/profiled_launch.h"
#include "report/profile_table.h"
#include "schema/gpu/gpu.h"

namespace kcast::workflow {

struct ProfileQuestion {
  std::string gpu;                   // of predictions and classes; empty: the one that was read
  std::vector<std::string> sources;  // for predictions; empty: none
  std::vector<std::string> flags;
  std::optional<std::vector<std::string>> argv;  // where they are known
};

struct ProfileRows {
  std::optional<Gpu> gpu;
  std::vector<report::ProfileRow> rows;
  std::vector<std::string> not_predicted;  // why
};

Result<ProfileRows> profile_rows(const ProfileQuestion& question,
                                 std::vector<collect::ProfiledLaunch> launches);

// Whether any of the files has types of 16 bits: it decides which counters are read.
Result<bool> use_half_types(const std::vector<std::string>& files);

}  // namespace kcast::workflow
