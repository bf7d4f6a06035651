// What a function reaches, and whether any of it is broken.
#pragma once

#include <clang/AST/Decl.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

#include <string>
#include <vector>

#include "frontend/parse/parse.h"
#include "frontend/parse/silent_errors.h"

namespace kcast::frontend {

// Functions called and variables used by `function` itself, in order of first use.
struct DirectReach {
  std::vector<const clang::FunctionDecl*> functions;  // definitions where one exists
  std::vector<const clang::VarDecl*> variables;       // at namespace scope, static or shared
};

// Answers per unit; results are kept.
class Reach {
 public:
  explicit Reach(const ParsedUnit& unit) : unit_(unit), silent_errors_(unit) {}

  const DirectReach& direct(const clang::FunctionDecl* function);
  // Everything reached, itself first.
  std::vector<const clang::FunctionDecl*> closure(const clang::FunctionDecl* function);
  // Kernels that it launches while it runs, each once.
  std::vector<std::string> launched_kernels(const clang::FunctionDecl* function);
  // Why code cannot be made of it, one line; empty when all of it is sound.
  std::string broken_reason(const clang::FunctionDecl* function);
  // The same for a part of a function.
  std::string broken_reason(const clang::Stmt* code);
  // The same for one declaration's own text alone.
  std::string own_broken_reason(const clang::Decl* declaration);

 private:
  std::string error_between(clang::SourceLocation begin, clang::SourceLocation end) const;

  const ParsedUnit& unit_;
  SilentErrors silent_errors_;
  llvm::DenseMap<const clang::FunctionDecl*, DirectReach> direct_;
};

}  // namespace kcast::frontend
