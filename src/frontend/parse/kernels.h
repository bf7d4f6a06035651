// Kernels in a syntax tree: which functions they are, and how they are declared.
#pragma once

#include <clang/AST/Decl.h>

#include <string>
#include <vector>

#include "frontend/parse/parse.h"
#include "schema/inspection.h"

namespace kcast::frontend {

// A __global__ or __kernel function.
bool is_kernel(const clang::FunctionDecl& function);

// Its symbol in the PTX.
std::string kernel_symbol(const clang::FunctionDecl& function);

struct FoundKernel {
  const clang::FunctionDecl* definition = nullptr;  // a template's pattern when nobody launches it
  Kernel description;                               // without what lowering finds out
};

// Every kernel of the unit that has a body: plain ones, each instantiation of a
// template, and templates without any, in the order of the source.
std::vector<FoundKernel> find_kernels(const ParsedUnit& unit);

}  // namespace kcast::frontend
