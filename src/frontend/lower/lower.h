// A parsed unit to PTX, kernel by kernel as far as each is sound.
#pragma once

#include <vector>

#include "base/result.h"
#include "frontend/lower/lowered.h"
#include "frontend/lower/piece.h"
#include "frontend/lower/program_code.h"
#include "frontend/openmp/regions.h"
#include "frontend/parse/parse.h"
#include "frontend/parse/reach.h"

namespace kcast::frontend {

// Generates code for `kernels` alone (each must be sound) and what they reach.
// LLVM ends the process on some inputs, so this runs in a worker. `program` has what other files
// define; null: there are none. `answer`: has others lower the pieces that it can; the result is
// the same.
Result<Lowered> lower(ParsedUnit& unit, const BuildSettings& settings,
                      const std::vector<const clang::FunctionDecl*>& kernels, Reach& reach,
                      ProgramCode* program = nullptr, const AnswerPieces& answer = {});

// The same for target regions of OpenMP.
Result<Lowered> lower_regions(ParsedUnit& unit, const BuildSettings& settings,
                              const std::vector<TargetRegion>& regions, Reach& reach,
                              ProgramCode* program = nullptr);

}  // namespace kcast::frontend
