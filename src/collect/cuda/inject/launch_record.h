// A launch of an application, as CUPTI read it, as a line of a profile.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collect/import/profiled_launch.h"
#include "collect/inject/first_launches.h"

namespace kcast::collect {

// Time and counters; with those of tensor cores, which take five more passes.
std::vector<std::string> program_metrics(bool tensor);

struct DeviceName {
  std::string name;    // "NVIDIA H200"
  std::string target;  // "sm_90"
};

// What a compiled kernel takes.
struct FunctionUse {
  int64_t registers = 0;  // per thread
  int64_t static_shared_bytes = 0;
  int64_t local_bytes = 0;  // per thread
};

struct ReadLaunch {
  WantedLaunch chosen;
  RunShape shape;
  DeviceName device;
  FunctionUse use;
  // Of program_metrics(true) or (false), whichever is as long.
  Result<std::vector<double>> values;
};

// `half_types`: whether the sources have them; absent: not known.
ProfiledLaunch launch_record(const ReadLaunch& read, std::optional<bool> half_types);

}  // namespace kcast::collect
