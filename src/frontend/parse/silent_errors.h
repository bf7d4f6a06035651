// Broken code that Clang says nothing about, since it has complained elsewhere.
#pragma once

#include <clang/AST/Decl.h>
#include <llvm/ADT/StringSet.h>

#include <string>

#include "frontend/parse/parse.h"

namespace kcast::frontend {

// Once a declaration is broken, Clang is silent about its uses: they stay in the tree
// as expressions with errors, on which its code generator dies, or whole statements
// are dropped, and what is left would be another program.
class SilentErrors {
 public:
  explicit SilentErrors(const ParsedUnit& unit) : unit_(unit) {}

  // Why code cannot be made of the declaration, one line; empty when it seems sound.
  std::string reason(const clang::Decl* declaration);

 private:
  std::string broken_type(const std::string& name, unsigned line) const;
  std::string dropped_name(const clang::FunctionDecl& function);
  const llvm::StringSet<>& broken_names();

  const ParsedUnit& unit_;
  llvm::StringSet<> names_;
  bool has_names_ = false;
};

}  // namespace kcast::frontend
