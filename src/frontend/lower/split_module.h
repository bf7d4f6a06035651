// A module cut into pieces that can be lowered apart: each is a few kernels with a copy of what
// they reach, in bytes that stay the same while the rest of the program changes around them.
#pragma once

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kcast::frontend {

struct ModulePiece {
  std::vector<std::string> kernels;  // symbols; none: variables that no kernel reaches
  std::string bitcode;
  // Lines of the source are numbered in the order in which they stand there: line n of the bitcode
  // is lines[n - 1]. So an edit that only moves them changes nothing. Absent: they are the
  // source's.
  std::optional<std::vector<int64_t>> lines;
};

// Kernels that share what an optimiser could see through (variables of the file, functions that are
// not inlined) stay together, and so do some where copies would be too much. One piece is the
// module as it is where it cannot be cut.
std::vector<ModulePiece> split_module(const llvm::Module& module, const llvm::StringSet<>& kernels);
ModulePiece whole_module(const llvm::Module& module, const llvm::StringSet<>& kernels);

}  // namespace kcast::frontend
