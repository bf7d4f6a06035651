// Glvalues: which place an expression names.
#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/DenseMap.h>

#include <cstdint>

#include "frontend/host/calls.h"
#include "frontend/host/evaluator.h"
#include "frontend/host/operators.h"
#include "frontend/host/state/branches.h"
#include "frontend/host/state/call_stack.h"
#include "frontend/host/state/causes.h"
#include "frontend/host/state/control.h"
#include "frontend/host/state/locals.h"
#include "frontend/host/state/named_memory.h"
#include "frontend/host/state/types.h"
#include "frontend/host/values/memory.h"
#include "frontend/host/values/value.h"
#include "frontend/host/variables.h"

namespace kcast::host {

struct PlacesUses {
  Evaluator& code_;
  Operators& operators_;
  Variables& variables_;
  Calls& calls_;
  Branches& branches_;
  HostMemory& memory_;
  NamedMemory& named_;
  const CallStack& stack_;
  Locals& locals_;
  const Types& types_;
  Causes& causes_;
  Control& control_;
};

class Places : private PlacesUses {
 public:
  explicit Places(const PlacesUses& uses) : PlacesUses(uses) {}

  Place place(const clang::Expr* e);

 private:
  Place place_inner(const clang::Expr* e);
  Place place_special(const clang::Expr* e);
  Place place_cast(const clang::CastExpr* e);
  Place place_subscript(const clang::ArraySubscriptExpr* e);
  Place place_member(const clang::MemberExpr* e);
  Place place_conditional(const clang::AbstractConditionalOperator* e);
  Place string_place(const clang::StringLiteral* literal);
  Place unknown_place(const clang::Expr* e);

  llvm::DenseMap<const clang::Stmt*, uint32_t> strings_;
};

}  // namespace kcast::host
