// Where declared things live, and what they start with.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <llvm/ADT/DenseMap.h>

#include <cstdint>

#include "frontend/host/evaluator.h"
#include "frontend/host/program_index.h"
#include "frontend/host/state/bindings.h"
#include "frontend/host/state/call_stack.h"
#include "frontend/host/state/causes.h"
#include "frontend/host/state/control.h"
#include "frontend/host/state/locals.h"
#include "frontend/host/state/named_memory.h"
#include "frontend/host/state/types.h"
#include "frontend/host/values/memory.h"
#include "frontend/host/values/value.h"

namespace kcast::host {

struct VariablesUses {
  Evaluator& code_;
  const ProgramIndex& index_;
  HostMemory& memory_;
  NamedMemory& named_;
  CallStack& stack_;
  UserPosition& position_;
  Locals& locals_;
  const Types& types_;
  Causes& causes_;
  Bindings& bindings_;
  const Control& control_;
};

class Variables : private VariablesUses {
 public:
  explicit Variables(const VariablesUses& uses) : VariablesUses(uses) {}

  Place variable_place(const clang::ValueDecl* declaration);
  Place global_place(const clang::VarDecl* variable);
  // What the lambda being run holds of it; of *this for null.
  Place captured_place(const clang::ValueDecl* declaration, bool* found);
  void declare(const clang::Decl* declaration);

 private:
  Place enclosing_place(const clang::VarDecl* variable, bool* found);
  void declare_variable(const clang::VarDecl* variable);
  void initialize(const Place& place, const clang::VarDecl* variable);

  llvm::DenseMap<const clang::Decl*, Place> globals_;
};

}  // namespace kcast::host
