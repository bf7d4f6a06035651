// Objects that live as long as a call: variables and temporaries.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <cstdint>

#include "frontend/host/state/call_stack.h"
#include "frontend/host/state/causes.h"
#include "frontend/host/state/types.h"
#include "frontend/host/values/memory.h"

namespace kcast::host {

struct LocalsUses {
  HostMemory& memory_;
  CallStack& stack_;
  const Types& types_;
  Causes& causes_;
};

class Locals : private LocalsUses {
 public:
  explicit Locals(const LocalsUses& uses) : LocalsUses(uses) {}

  Place new_variable(const clang::VarDecl* variable, int64_t bytes);
  Place new_temporary(const clang::Expr* key, clang::QualType type);
  // An object that ends with the frame, which need not be on the stack yet.
  Place fresh_place(EvalFrame& owner, clang::QualType type);
  // Ends the innermost call and its objects.
  void pop_frame();
};

}  // namespace kcast::host
