// Which kernels LLVM survives: it ends the process on some inputs.
#pragma once

#include <vector>

#include "frontend/lower/crash_search.h"
#include "frontend/lower/program_code.h"
#include "frontend/openmp/regions.h"
#include "frontend/parse/parse.h"
#include "frontend/parse/reach.h"

namespace kcast::frontend {

// Lowers the kernels of a unit for nothing but that, in parts; the process lives on where one of
// them crashes, with less memory. `regions`: those of OpenMP's kernels, in the same order.
CrashSearchResult try_lowering(ParsedUnit& unit, const BuildSettings& settings,
                               const std::vector<const clang::FunctionDecl*>& kernels,
                               const std::vector<TargetRegion>& regions, Reach& reach,
                               ProgramCode* program);

}  // namespace kcast::frontend
