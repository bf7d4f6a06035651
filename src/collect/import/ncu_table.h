// The table in a text of `ncu --csv --page raw`: launches with their metrics in base units.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kcast::collect {

struct NcuLaunch {
  std::string kernel;
  std::string compute_capability;  // "9.0"
  std::string gpu_name;            // empty: not printed
  std::array<int64_t, 3> grid = {1, 1, 1};
  std::array<int64_t, 3> block = {1, 1, 1};
  // Bytes, nanoseconds, hertz, percent, counts. A metric that is "n/a" is not there.
  std::map<std::string, double> metrics;
};

// Metrics that `wanted` refuses are skipped, whatever they hold.
Result<std::vector<NcuLaunch>> parse_ncu_table(std::string_view text, const std::string& name,
                                               bool (*wanted)(std::string_view metric));

// What a value in this unit is multiplied by; an error for an unknown unit.
Result<double> ncu_unit_factor(std::string_view unit);

}  // namespace kcast::collect
