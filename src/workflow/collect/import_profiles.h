// Reads whatever a profiler left: NVIDIA's ncu, AMD's rocprof tools, or our own lines.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "collect/import/profiled_launch.h"

namespace kcast::workflow {

struct ImportOptions {
  std::vector<std::string> paths;  // files, or folders of AMD's tools
  std::string arch;                // of AMD's GPU where no file says it
  std::string version;             // of rocprofiler-compute, whose formulas are wanted
  bool half_types = true;          // of ncu's: whether the sources may have them
};

// Several files of ncu are one profile (collect/import/ncu.h); everything else is added up.
Result<std::vector<collect::ProfiledLaunch>> import_profiles(const ImportOptions& options);

}  // namespace kcast::workflow
