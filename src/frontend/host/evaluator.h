// The recursion of the host evaluator: the entry points by which a part has the code evaluated
// that its own code holds.
#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include "frontend/host/state/control.h"
#include "frontend/host/values/memory.h"
#include "frontend/host/values/value.h"

namespace kcast::host {

class Evaluator {
 public:
  // The value of a scalar.
  virtual EvalValue eval(const clang::Expr* e) = 0;
  // The place that a glvalue names, or a temporary that holds the value.
  virtual Place place(const clang::Expr* e) = 0;
  // Stores the value, of any type, in a place.
  virtual void eval_into(const Place& to, clang::QualType type, const clang::Expr* e) = 0;
  // For its effects only, whatever kind of value it has.
  virtual void discard(const clang::Expr* e) = 0;
  virtual Flow exec(const clang::Stmt* s) = 0;

  // `causes`: why it is not known.
  Truth condition(const clang::Expr* e, CauseSet* causes) {
    EvalValue value = eval(e);
    *causes = value.causes;
    return truth_of(value);
  }

 protected:
  ~Evaluator() = default;
};

}  // namespace kcast::host
