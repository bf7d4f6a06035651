// Declarations of the built-in headers that most sources use.
#pragma once

#include <clang/AST/ASTContext.h>

namespace kcast::frontend {

// Reads them from the precompiled header now, bodies included. It changes nothing but
// when the time is spent.
void read_common_declarations(clang::ASTContext& ast);

}  // namespace kcast::frontend
