// What a kernel does to the memory that its parameters point to.
#pragma once

#include <clang/AST/Decl.h>

namespace kcast {

// True if the kernel does nothing with the pointer but read elements of it.
bool is_only_read(const clang::FunctionDecl& kernel, unsigned parameter);

}  // namespace kcast
