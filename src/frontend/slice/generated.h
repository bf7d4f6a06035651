// Text for a slice that the user's files do not hold as such.
#pragma once

#include <clang/AST/Decl.h>

#include <string>

#include "frontend/parse/parse.h"

namespace kcast::frontend {

// A declaration that a macro makes, as the tokens it makes.
std::string expanded_text(const ParsedUnit& unit, const clang::Decl& declaration);

// "template __global__ void k<float, 256>(float *);"
std::string instantiation_text(const clang::FunctionDecl& kernel);

// False for a kernel with template arguments that have no name outside of a function.
bool can_be_written(const clang::FunctionDecl& kernel);

}  // namespace kcast::frontend
