// Statements, except loops.
#pragma once

#include <clang/AST/Stmt.h>
#include <clang/AST/StmtCXX.h>
#include <llvm/ADT/ArrayRef.h>

#include "frontend/host/evaluator.h"
#include "frontend/host/loops.h"
#include "frontend/host/openmp/target_regions.h"
#include "frontend/host/program_index.h"
#include "frontend/host/state/branches.h"
#include "frontend/host/state/call_stack.h"
#include "frontend/host/state/control.h"
#include "frontend/host/state/doubt.h"
#include "frontend/host/state/locals.h"
#include "frontend/host/state/named_memory.h"
#include "frontend/host/state/types.h"
#include "frontend/host/values/memory.h"
#include "frontend/host/values/value.h"
#include "frontend/host/variables.h"

namespace kcast::host {

struct StatementsUses {
  Evaluator& code_;
  Loops& loops_;
  TargetRegions& targets_;
  Variables& variables_;
  Branches& branches_;
  ProgramIndex& index_;
  HostMemory& memory_;
  NamedMemory& named_;
  CallStack& stack_;
  UserPosition& position_;
  Locals& locals_;
  Types& types_;
  Control& control_;
  Doubt& doubt_;
};

class Statements : private StatementsUses {
 public:
  explicit Statements(const StatementsUses& uses) : StatementsUses(uses) {}

  Flow exec(const clang::Stmt* s);

 private:
  Flow exec_inner(const clang::Stmt* s);
  Flow exec_special(const clang::Stmt* s);
  Flow exec_block(llvm::ArrayRef<const clang::Stmt*> statements);
  Flow exec_if(const clang::IfStmt* s);
  bool ends_program(const clang::Stmt* code);
  Flow exec_switch(const clang::SwitchStmt* s);
  Flow exec_return(const clang::ReturnStmt* s);
  Flow exec_try(const clang::CXXTryStmt* s);
};

}  // namespace kcast::host
