#include "frontend/parse/user_code.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>

namespace kcast::frontend {

bool is_user_declaration(const clang::Decl* declaration) {
  const clang::SourceLocation location = declaration->getLocation();
  if (location.isInvalid()) return false;
  const clang::SourceManager& sources = declaration->getASTContext().getSourceManager();
  const clang::SourceLocation expansion = sources.getExpansionLoc(location);
  return !sources.isInSystemHeader(expansion) && !sources.isWrittenInBuiltinFile(expansion);
}

}  // namespace kcast::frontend
