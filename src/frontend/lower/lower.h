// A parsed unit to PTX, kernel by kernel as far as each is sound.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/openmp/geometry.h"
#include "frontend/openmp/regions.h"
#include "frontend/parse/parse.h"
#include "frontend/parse/reach.h"

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

// Generates code for `kernels` alone (each must be sound) and what they reach.
// LLVM ends the process on some inputs, so this runs in a worker.
Result<Lowered> lower(ParsedUnit& unit, const BuildSettings& settings,
                      const std::vector<const clang::FunctionDecl*>& kernels, Reach& reach);

// The same for target regions of OpenMP.
Result<Lowered> lower_regions(ParsedUnit& unit, const BuildSettings& settings,
                              const std::vector<TargetRegion>& regions, Reach& reach);

}  // namespace kcast::frontend
