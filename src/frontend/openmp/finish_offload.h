// What of an inspection rests on how the compiler made OpenMP's kernels.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "schema/inspection.h"
#include "schema/openmp/offload_geometry.h"

namespace kcast::frontend {

struct OffloadedKernel {
  std::optional<KernelEnvironment> environment;  // absent: it was not lowered
  std::string serial_lines;                      // of its region: see advice.h
};
using OffloadedKernels = std::map<std::string, OffloadedKernel>;  // by symbol

// Gives launches their grid and block, with remarks, and says of regions that only the host runs
// that it does. `settings`: of the environment, by name.
void finish_offload(const OffloadedKernels& kernels,
                    const std::vector<std::pair<std::string, int64_t>>& settings, Inspection& out);

}  // namespace kcast::frontend
