// What lowering says about kernels.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "schema/inspection.h"
#include "schema/openmp/offload_geometry.h"

namespace kcast::frontend {

// What the compiled module says about one kernel.
struct LoweredKernel {
  int64_t static_shared_bytes = 0;
  bool uses_dynamic_shared = false;
  std::optional<KernelEnvironment> offload;  // of OpenMP's kernels
};

struct Lowered {
  std::string ptx;
  std::map<std::string, LoweredKernel> kernels;  // by symbol; those that the PTX holds
  std::map<std::string, std::string> refused;    // why the back end refused others
  std::vector<Diagnostic> diagnostics;           // from the back end
};

}  // namespace kcast::frontend
