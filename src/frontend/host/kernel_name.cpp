#include "frontend/host/kernel_name.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Mangle.h>

namespace kcast {

std::string mangled_kernel_name(const clang::FunctionDecl& kernel) {
  if (kernel.isInvalidDecl() || kernel.isDependentContext()) return kernel.getNameAsString();
  clang::ASTNameGenerator names(kernel.getASTContext());
  return names.getName(&kernel);
}

}  // namespace kcast
