// Finds and reads what AMD's profilers left in a folder:
//   pmc_perf.csv           rocprofiler-compute, with timestamps.csv (a run without counters) and
//                          sysinfo.csv (the machine) beside it where they are
//   pmc_perf_*.csv, results_*.csv, *_counter_collection.csv, *.db
//                          one for each run: those below a folder pmc_N or pass_N belong to run N,
//                          others are a run each
//   *_agent_info.csv       names the GPU
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "collect/rocm/rocm_arch.h"
#include "collect/rocm/rocm_dispatch.h"

namespace kcast::collect {

// sysinfo.csv, as much of it as matters here.
struct RocmSystem {
  std::string gpu_arch;   // "gfx942"
  std::string gpu_model;  // "MI300X_A1"; empty: not stated
  std::string rocm_version;
  std::string tool_version;  // often only the first number of the release

  bool operator==(const RocmSystem&) const = default;
};
Result<RocmSystem> parse_sysinfo(std::string_view text, const std::string& name);

struct RocmFolder {
  std::vector<RocmDispatch> dispatches;
  std::optional<RocmArch> arch;            // where a file says it
  std::optional<RocmToolVersion> version;  // where it can be told
  std::string gpu_name;
  bool timed_without_counters = false;
};

// `path` may also be one of the files.
Result<RocmFolder> read_rocm_folder(const std::filesystem::path& path);

}  // namespace kcast::collect
