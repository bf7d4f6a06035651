// What a kernel does with its parameters.
#pragma once

#include <clang/AST/Decl.h>

namespace kcast::host {

// True if the kernel does nothing with the pointer but read elements of it.
bool is_only_read(const clang::FunctionDecl& kernel, unsigned parameter);
// The same for code and a pointer that it names.
bool is_only_read(const clang::Stmt* code, const clang::ValueDecl* pointer);

// True if a number with a fraction decides neither branches nor addresses of the kernel, nor
// goes to a function that might.
bool only_computes(const clang::FunctionDecl& kernel, unsigned parameter);

}  // namespace kcast::host
