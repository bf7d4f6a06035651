// The recursion of the host evaluator: code holds code, and each part hands what it does not
// know itself back to here.
#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include "frontend/host/state/control.h"
#include "frontend/host/values/memory.h"
#include "frontend/host/values/value.h"

namespace kcast::host {

class Evaluator {
 public:
  virtual EvalValue eval(const clang::Expr* e) = 0;
  virtual Place place(const clang::Expr* e) = 0;
  virtual void eval_into(const Place& to, clang::QualType type, const clang::Expr* e) = 0;
  // For its effects only, whatever kind of value it has.
  virtual void discard(const clang::Expr* e) = 0;
  virtual Flow exec(const clang::Stmt* s) = 0;

  Truth condition(const clang::Expr* e, CauseSet* causes) {
    EvalValue value = eval(e);
    *causes = value.causes;
    return truth_of(value);
  }

 protected:
  ~Evaluator() = default;
};

}  // namespace kcast::host
