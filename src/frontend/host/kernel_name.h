// The symbol of a kernel, as it appears in the PTX.
#pragma once

#include <string>

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace kcast {

std::string mangled_kernel_name(const clang::FunctionDecl& kernel);

}  // namespace kcast
