// The target regions of an OpenMP program: each becomes a kernel.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/StmtOpenMP.h>

#include <string>
#include <vector>

#include "frontend/parse/kernels.h"

namespace kcast::frontend {

struct TargetRegion {
  const clang::OMPExecutableDirective* directive = nullptr;
  const clang::FunctionDecl* function = nullptr;  // that it stands in; may be a template's pattern
  std::string symbol;                             // of its kernel in the PTX
  unsigned line = 0;
  unsigned count = 0;  // of regions in the same line before it, as macros make them
};

// Whether the statement is a directive whose region runs on the GPU.
bool is_target_region(const clang::Stmt* statement);

// Those of the user's text, in its order; instances of templates each have theirs.
std::vector<TargetRegion> target_regions(clang::ASTContext& ast);

// What the kernel is given besides its launch environment, which comes first: a variable by its
// value in 64 bits, or by its address.
struct RegionCapture {
  std::string name;
  clang::QualType type;  // of the parameter: a pointer for what is passed by its address
  const clang::VarDecl* variable = nullptr;  // null: `this`, or the size of a variable array
  const clang::Expr* array_size = nullptr;   // of a variable array type
  bool is_address = false;                   // the variable's own address is passed
};
std::vector<RegionCapture> region_captures(const clang::OMPExecutableDirective& directive,
                                           clang::ASTContext& ast);

// The regions as kernels, named after their function and line: "saxpy:9".
std::vector<FoundKernel> find_region_kernels(const ParsedUnit& unit);

}  // namespace kcast::frontend
