// Scalar expressions, except operators.
#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>

#include "frontend/host/calls.h"
#include "frontend/host/constructors.h"
#include "frontend/host/evaluator.h"
#include "frontend/host/launches.h"
#include "frontend/host/objects.h"
#include "frontend/host/operators.h"
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

struct ExpressionsUses {
  Evaluator& code_;
  Operators& operators_;
  Variables& variables_;
  Objects& objects_;
  Constructors& constructors_;
  Calls& calls_;
  Launches& launches_;
  HostMemory& memory_;
  NamedMemory& named_;
  const CallStack& stack_;
  Locals& locals_;
  Types& types_;
  Causes& causes_;
  Control& control_;
};

class Expressions : private ExpressionsUses {
 public:
  explicit Expressions(const ExpressionsUses& uses) : ExpressionsUses(uses) {}

  EvalValue eval(const clang::Expr* e);
  void discard(const clang::Expr* e);

 private:
  EvalValue eval_inner(const clang::Expr* e);
  EvalValue eval_literal(const clang::Expr* e);
  EvalValue eval_special(const clang::Expr* e);
  EvalValue eval_constant(const clang::Expr* e);
  EvalValue eval_cast(const clang::CastExpr* e);
  EvalValue eval_reference(const clang::DeclRefExpr* e);
  EvalValue eval_new(const clang::CXXNewExpr* e);
  EvalValue eval_statement_expression(const clang::StmtExpr* e);
};

}  // namespace kcast::host
