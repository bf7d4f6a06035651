// Launches that a profiler read, as a table; beside each what is predicted for it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "collect/import/profiled_launch.h"
#include "schema/bound.h"
#include "schema/metrics.h"

namespace kcast::report {

struct PredictedLaunch {
  BaseQuantities values;
  Bound bound = Bound::None;
  bool assumed = false;  // the source does not say this launch: its arguments are assumed
};

struct ProfileRow {
  collect::ProfiledLaunch launch;
  Bound bound = Bound::None;  // None: the GPU's ridges are not known
  std::optional<PredictedLaunch> predicted;
};

// "scale<float>" of "void scale<float>(float*, int)"; long ones are cut in the middle.
std::string kernel_cell(std::string_view kernel);

// Launches without a reading are listed below it with their reasons.
std::string profile_table(std::span<const ProfileRow> rows);

}  // namespace kcast::report
