// A module to PTX, piece by piece.
#pragma once

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Module.h>

#include "base/result.h"
#include "frontend/lower/lowered.h"
#include "frontend/lower/piece.h"
#include "frontend/parse/flags.h"
#include "frontend/parse/languages.h"

namespace kcast::frontend {

struct PiecesJob {
  const Language& language;
  const BuildSettings& settings;
  const std::string& file;
  const llvm::StringSet<>& kernels;
  const AnswerPieces& answer;  // empty: all is lowered here, to the same bytes
};

Result<Lowered> lower_pieces(const PiecesJob& job, const llvm::Module& module);

}  // namespace kcast::frontend
