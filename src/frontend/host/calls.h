// Calls of functions, methods, lambdas and function pointers.
#pragma once

#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <llvm/ADT/ArrayRef.h>

#include <cstddef>
#include <memory>

#include "frontend/host/evaluator.h"
#include "frontend/host/intrinsics.h"
#include "frontend/host/program_index.h"
#include "frontend/host/state/branches.h"
#include "frontend/host/state/call_stack.h"
#include "frontend/host/state/causes.h"
#include "frontend/host/state/control.h"
#include "frontend/host/state/doubt.h"
#include "frontend/host/state/launch_records.h"
#include "frontend/host/state/locals.h"
#include "frontend/host/state/named_memory.h"
#include "frontend/host/state/types.h"
#include "frontend/host/values/memory.h"
#include "frontend/host/values/value.h"

namespace kcast::host {

struct CallsUses {
  Evaluator& code_;
  Intrinsics& intrinsics_;
  ProgramIndex& index_;
  Branches& branches_;
  HostMemory& memory_;
  NamedMemory& named_;
  CallStack& stack_;
  UserPosition& position_;
  Locals& locals_;
  const Types& types_;
  Causes& causes_;
  const Control& control_;
  Doubt& doubt_;
  const LaunchState& launched_;
};

class Calls : private CallsUses {
 public:
  explicit Calls(const CallsUses& uses) : CallsUses(uses) {}

  // `into`: where a returned class goes; null where the caller has no place for it.
  EvalValue call(const clang::CallExpr* e, const Place* into);
  // Null when the evaluation ended on the way.
  std::unique_ptr<EvalFrame> bind_arguments(const clang::FunctionDecl* function,
                                            llvm::ArrayRef<const clang::Expr*> arguments);
  void exec_body(const clang::Stmt* body);
  EvalValue missing_body(const clang::FunctionDecl* function,
                         llvm::ArrayRef<const clang::Expr*> arguments, const Place* into,
                         clang::QualType type);
  bool too_deep(const clang::FunctionDecl* function) const;

 private:
  EvalValue call_function(const clang::FunctionDecl* function, const Place& self,
                          llvm::ArrayRef<const clang::Expr*> arguments, const Place* into,
                          const clang::Expr* site);
  const clang::FunctionDecl* callee_of(const clang::CallExpr* e, Place* self, size_t* first);
  const clang::CXXMethodDecl* overrider(const clang::CXXMethodDecl* method, Place* self);
  EvalValue run_function(std::unique_ptr<EvalFrame> frame);
  EvalValue finish_return(EvalFrame& frame);
};

}  // namespace kcast::host
