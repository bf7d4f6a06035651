// Declarations of the user's files at namespace scope, as stretches of text.
#pragma once

#include <clang/AST/Decl.h>

#include <cstdint>
#include <vector>

#include "frontend/slice/layout.h"

namespace kcast::frontend {

// Declarations that share their text, as in `struct S {} s;` or a macro that makes
// several functions, are one item: they are kept or dropped together.
struct SliceItem {
  int64_t begin = 0;
  int64_t end = 0;
  bool generated = false;  // all of it comes out of one macro
  std::vector<clang::Decl*> declarations;
  std::vector<const clang::Decl*> scopes;  // namespaces and linkage blocks, outermost first
};

// In the order of the text.
std::vector<SliceItem> find_items(const ParsedUnit& unit, const SliceLayout& layout);

// The stretch of one declaration; `generated` as above. Nothing when it is not
// in active text of the user's.
struct SliceStretch {
  int64_t begin = 0;
  int64_t end = 0;
  bool generated = false;
};
std::optional<SliceStretch> stretch_of(const SliceLayout& layout, const clang::Decl& declaration);

// The function that a declaration is, or that a template makes; otherwise null.
const clang::FunctionDecl* as_function(const clang::Decl* declaration);

// Only for the host: nothing on the device can call it.
bool is_host_only(const clang::FunctionDecl& function);

}  // namespace kcast::frontend
