// Kernels in a syntax tree: which functions they are, and how they are declared.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/StmtOpenMP.h>

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
  const clang::OMPExecutableDirective* region = nullptr;  // OpenMP: the part that is the kernel
  unsigned region_in_line = 0;                            // how many stand before it in its line
};

// A parameter or argument of this type, as declared.
Parameter describe_value(const clang::ASTContext& ast, std::string name, clang::QualType type);

// Name and template arguments of the function, and its place.
void describe_function(const clang::ASTContext& ast, const clang::FunctionDecl& function,
                       Kernel& out);

// Every kernel of the unit that has a body: plain ones, each instantiation of a
// template, and templates without any, in the order of the source.
std::vector<FoundKernel> find_kernels(const ParsedUnit& unit);

}  // namespace kcast::frontend
