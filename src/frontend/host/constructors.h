// Constructors.
#pragma once

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include <memory>

#include "frontend/host/calls.h"
#include "frontend/host/evaluator.h"
#include "frontend/host/program_index.h"
#include "frontend/host/state/call_stack.h"
#include "frontend/host/state/control.h"
#include "frontend/host/state/locals.h"
#include "frontend/host/state/named_memory.h"
#include "frontend/host/state/types.h"
#include "frontend/host/values/memory.h"
#include "frontend/host/values/value.h"

namespace kcast::host {

struct ConstructorsUses {
  Evaluator& code_;
  Calls& calls_;
  const ProgramIndex& index_;
  HostMemory& memory_;
  NamedMemory& named_;
  CallStack& stack_;
  Locals& locals_;
  const Types& types_;
  Control& control_;
};

class Constructors : private ConstructorsUses {
 public:
  explicit Constructors(const ConstructorsUses& uses) : ConstructorsUses(uses) {}

  void construct(const Place& to, const clang::CXXConstructExpr* e);
  void initialize_member(const Place& self, const clang::CXXRecordDecl* record,
                         const clang::CXXCtorInitializer* part);

 private:
  void construct_array(const Place& to, const clang::CXXConstructExpr* e);
  void construct_default(const Place& to, const clang::CXXRecordDecl* record);
  void run_constructor(const Place& to, const clang::CXXConstructorDecl* constructor,
                       std::unique_ptr<EvalFrame> frame);
};

}  // namespace kcast::host
