// The user's text, as opposed to the built-in headers.
#pragma once

#include <clang/AST/DeclBase.h>

namespace kcast::frontend {

// The declaration stands in the user's text.
bool is_user_declaration(const clang::Decl* declaration);

}  // namespace kcast::frontend
