// Unary, binary, assignment and conditional operators on scalars.
#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>

#include "frontend/host/evaluator.h"
#include "frontend/host/state/branches.h"
#include "frontend/host/state/call_stack.h"
#include "frontend/host/state/causes.h"
#include "frontend/host/state/control.h"
#include "frontend/host/state/named_memory.h"
#include "frontend/host/state/types.h"
#include "frontend/host/values/memory.h"
#include "frontend/host/values/value.h"

namespace kcast::host {

struct OperatorsUses {
  Evaluator& code_;
  Branches& branches_;
  NamedMemory& named_;
  const CallStack& stack_;
  Types& types_;
  Causes& causes_;
  const Control& control_;
};

class Operators : private OperatorsUses {
 public:
  explicit Operators(const OperatorsUses& uses) : OperatorsUses(uses) {}

  EvalValue eval_unary(const clang::UnaryOperator* e);
  EvalValue eval_step(const clang::UnaryOperator* e);
  EvalValue eval_binary(const clang::BinaryOperator* e);
  EvalValue eval_conditional(const clang::AbstractConditionalOperator* e);
  EvalValue eval_recovered(const clang::RecoveryExpr* e);
  // The place that was assigned to.
  Place assign_expression(const clang::BinaryOperator* e);
  EvalValue pointer_step(const EvalValue& pointer, const EvalValue& count, clang::QualType pointee,
                         bool backwards);

 private:
  EvalValue eval_logical(const clang::BinaryOperator* e);
  EvalValue binary(clang::BinaryOperatorKind op, const EvalValue& a, const EvalValue& b,
                   clang::QualType left, clang::QualType right, clang::QualType result);
};

}  // namespace kcast::host
