// One dispatch of a kernel as AMD's profilers describe it, whatever file it was in, and how the
// dispatches of several runs of a program are put together.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kcast::collect {

struct RocmDispatch {
  std::string kernel;                                // without " [clone .kd]" and " (.kd)"
  int64_t occurrence = 0;                            // how many of this kernel and grid came before
  int64_t grid_size = 0;                             // work-items of all dimensions
  int64_t workgroup_size = 0;                        // the same
  std::optional<std::array<int64_t, 3>> grid_items;  // work-items; rocpd alone has them
  std::optional<std::array<int64_t, 3>> workgroup;
  int64_t lds_bytes = 0;  // per work-group
  int64_t scratch_bytes = 0;
  int64_t vector_registers = 0;
  int64_t accumulation_registers = 0;
  std::vector<int64_t> durations_ns;       // one for each run that was timed
  std::map<std::string, double> counters;  // summed over channels, engines and dies
  std::vector<std::string> notes;

  bool operator==(const RocmDispatch&) const = default;
};

// One run of the program under the profiler, in the order of its dispatches.
struct RocmPass {
  std::string name;  // for messages
  std::vector<RocmDispatch> dispatches;
};

// No GPU takes more; a file that says so is broken.
constexpr int64_t kMostWorkItems = int64_t{1} << 48;
constexpr int64_t kMostInWorkgroup = 1 << 16;

// The name without what the tools append to it.
std::string_view plain_kernel_name(std::string_view name);

// Numbers the dispatches of each kernel and grid.
void count_occurrences(std::vector<RocmDispatch>& dispatches);

// Joins runs by kernel, grid and occurrence. A counter that several runs have is taken from the
// first; durations are kept all. A dispatch that some run lacks gets a note that names it: the
// program did not do the same twice.
std::vector<RocmDispatch> join_passes(std::vector<RocmPass> passes);

// Takes the durations of a run without counters in place of those there are.
void replace_durations(const RocmPass& timed, std::vector<RocmDispatch>& dispatches);

}  // namespace kcast::collect
