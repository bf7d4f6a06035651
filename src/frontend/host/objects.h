// Classes, arrays and vectors: expressions whose value is an object.
#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/ArrayRef.h>

#include <cstdint>

#include "frontend/host/calls.h"
#include "frontend/host/constructors.h"
#include "frontend/host/evaluator.h"
#include "frontend/host/operators.h"
#include "frontend/host/state/branches.h"
#include "frontend/host/state/call_stack.h"
#include "frontend/host/state/causes.h"
#include "frontend/host/state/control.h"
#include "frontend/host/state/named_memory.h"
#include "frontend/host/state/types.h"
#include "frontend/host/values/memory.h"
#include "frontend/host/values/value.h"

namespace kcast::host {

struct ObjectsUses {
  Evaluator& code_;
  Operators& operators_;
  Constructors& constructors_;
  Calls& calls_;
  Branches& branches_;
  HostMemory& memory_;
  NamedMemory& named_;
  CallStack& stack_;
  const Types& types_;
  Causes& causes_;
  Control& control_;
};

class Objects : private ObjectsUses {
 public:
  explicit Objects(const ObjectsUses& uses) : ObjectsUses(uses) {}

  void eval_into(const Place& to, clang::QualType type, const clang::Expr* e);
  void aggregate_into(const Place& to, const clang::Expr* e);

 private:
  void aggregate_special(const Place& to, const clang::Expr* e);
  void init_list_into(const Place& to, const clang::InitListExpr* e);
  void record_list_into(const Place& to, const clang::RecordDecl* record,
                        llvm::ArrayRef<const clang::Expr*> values,
                        const clang::FieldDecl* union_field);
  void array_list_into(const Place& to, clang::QualType element,
                       llvm::ArrayRef<const clang::Expr*> values, const clang::Expr* filler,
                       int64_t count);
  void lambda_into(const Place& to, const clang::LambdaExpr* e);
  void list_into(const Place& to, const clang::CXXStdInitializerListExpr* e);
};

}  // namespace kcast::host
