// Launches of CUDA and HIP: configuration and arguments of each kernel that host code starts.
#pragma once

#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/ArrayRef.h>

#include "frontend/host/evaluator.h"
#include "frontend/host/launch_arguments.h"
#include "frontend/host/state/call_stack.h"
#include "frontend/host/state/control.h"
#include "frontend/host/state/launch_records.h"
#include "frontend/host/state/locals.h"
#include "frontend/host/state/named_memory.h"
#include "frontend/host/values/memory.h"
#include "frontend/host/values/value.h"

namespace kcast::host {

// Adds the launches of the text that no evaluation came to.
void add_unreached(const ProgramIndex& index, LaunchLog& log);

struct LaunchesUses {
  Evaluator& code_;
  LaunchArguments& arguments_;
  LaunchRecords& records_;
  HostMemory& memory_;
  NamedMemory& named_;
  const CallStack& stack_;
  UserPosition& position_;
  Locals& locals_;
  const Control& control_;
};

class Launches : private LaunchesUses {
 public:
  explicit Launches(const LaunchesUses& uses) : LaunchesUses(uses) {}

  EvalValue launch(const clang::CUDAKernelCallExpr* e);
  bool launch_intrinsic(llvm::ArrayRef<const clang::Expr*> arguments, EvalValue* result);
};

}  // namespace kcast::host
