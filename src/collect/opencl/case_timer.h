// Times the launches of check cases that have an OpenCL source, with events.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace kcast::collect {

struct OpenClRunOptions {
  std::vector<std::filesystem::path> files;  // cases without a .cl are passed over
  std::string only;
  int repeats = 5;
  bool warm = false;  // the same launch runs before each, instead of emptying the cache
};

// Calls `done` with a line of JSON for each launch; what fails is a line with "error".
Status time_opencl_cases(const OpenClRunOptions& options,
                         const std::function<void(std::string)>& done);

}  // namespace kcast::collect
