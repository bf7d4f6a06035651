// Sizes, shapes and layouts of types.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <llvm/ADT/DenseMap.h>

#include <cstdint>
#include <optional>

#include "frontend/host/state/call_stack.h"
#include "frontend/host/values/value.h"

namespace kcast::host {

// Values of the type are objects in memory and no scalars.
bool is_aggregate(clang::QualType type);

// The definition is complete and sound.
bool has_layout(const clang::RecordDecl* definition);
// Null where there is none.
const clang::ASTRecordLayout* layout_of(const clang::RecordDecl* record);
std::optional<int64_t> base_offset(const clang::CXXRecordDecl* from,
                                   const clang::CXXRecordDecl* to);

// Types as the unit sees them whose code is being evaluated.
class Types {
 public:
  explicit Types(const CallStack& stack) : stack_(stack) {}

  Shape shape_of(clang::QualType type);
  int64_t bytes_of(clang::QualType type) const;

 private:
  const CallStack& stack_;
  llvm::DenseMap<const clang::Type*, Shape> shapes_;
};

}  // namespace kcast::host
