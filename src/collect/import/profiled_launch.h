// One launch of a program as a profiler measured it (AMD's rocprof tools, NVIDIA's ncu, or our own
// library in the program), in our quantities, and the line of JSON that it becomes.
//
// A line is an object:
//   1. "collector", "kernel", "gpu_target", "gpu_name", "definition": texts
//   2. "occurrence", "blocks", "threads_per_block": whole numbers; "launch" and
//      "dynamic_shared_bytes" where the profiler states them
//   3. "grid", "block": three numbers each, or null where the profiler states only their product
//   4. "values": the base quantities by their names in schema/metrics.h, and "times_us",
//      "sm_clock_mhz", "memory_clock_mhz", "registers", "static_shared_bytes", "local_bytes":
//      the fields of a LaunchReading; "raw": the counters that they were computed from
//   5. "tool_metrics": what the vendor's own tool prints where that is not what follows from
//      "values"
//   6. "notes": texts
// A launch without a reading has "reason" and "error" in place of 4 and 5.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "schema/reading.h"

namespace kcast::collect {

struct ProfiledLaunch {
  std::string collector;          // "rocm", "ncu", "cupti"
  std::string kernel;             // as the profiler prints it, without endings of its own
  std::string gpu_target;         // "gfx90a", "sm_90"; empty: not stated
  std::string gpu_name;           // empty: not stated
  std::string definition;         // which formulas, of which version of which tool
  int64_t occurrence = 0;         // how many launches of this kernel and grid came before
  std::optional<int64_t> launch;  // how many launches of this kernel came before
  int64_t blocks = 0;
  int64_t threads_per_block = 0;
  std::optional<std::array<int64_t, 3>> grid;  // blocks
  std::optional<std::array<int64_t, 3>> block;
  std::optional<int64_t> dynamic_shared_bytes;
  LaunchReading reading;
  std::vector<std::pair<std::string, double>> tool_metrics;
  std::vector<std::string> notes;         // what was clamped, assumed or not read
  std::optional<ReadingFailure> failure;  // then the reading means nothing

  bool operator==(const ProfiledLaunch&) const = default;
};

// Times of repeats; the median becomes time_us.
void set_times(std::vector<double> times_us, LaunchReading& reading);

std::string profiled_launch_line(const ProfiledLaunch& launch);
Result<ProfiledLaunch> parse_profiled_launch(std::string_view line);

// A file of such lines; empty ones do not count. An error names the file and the line.
Result<std::vector<ProfiledLaunch>> read_profiled_launches(const std::filesystem::path& file);

}  // namespace kcast::collect
