// The interpreter of host code: walks the syntax tree with values that may be unknown.
//
// It owns the state and wires the parts that do the work. Each part inherits, privately, from
// a struct of references, <Part>Uses: the list of all that it may read or change besides its
// own fields. Only a part that holds an Evaluator, or another part that does, can evaluate
// code; those of state/ cannot.
#pragma once

#include <clang/AST/Decl.h>

#include <optional>
#include <string>
#include <vector>

#include "frontend/host/calls.h"
#include "frontend/host/constructors.h"
#include "frontend/host/evaluator.h"
#include "frontend/host/expressions.h"
#include "frontend/host/intrinsics.h"
#include "frontend/host/launch_arguments.h"
#include "frontend/host/launches.h"
#include "frontend/host/loops.h"
#include "frontend/host/objects.h"
#include "frontend/host/opencl.h"
#include "frontend/host/openmp/target_regions.h"
#include "frontend/host/operators.h"
#include "frontend/host/places.h"
#include "frontend/host/program_index.h"
#include "frontend/host/rounds.h"
#include "frontend/host/samples.h"
#include "frontend/host/statements.h"
#include "frontend/host/summaries.h"
#include "frontend/host/variables.h"

namespace kcast::host {

class HostMachine final : private Evaluator {
 public:
  HostMachine(ProgramIndex& index, const HostOptions& options);
  HostMachine(const HostMachine&) = delete;
  HostMachine& operator=(const HostMachine&) = delete;
  ~HostMachine() = default;

  void run_globals();
  // `arguments` absent: the program's arguments are not known.
  void run_main(const clang::FunctionDecl* main,
                const std::optional<std::vector<std::string>>& arguments);
  void run_entry(const clang::FunctionDecl* function);
  // Launches of the text that no evaluation came to.
  void add_unreached();
  bool made_launches() const { return !launched_.log.records().empty(); }
  HostReading result();

 private:
  EvalValue eval(const clang::Expr* e) override;
  Place place(const clang::Expr* e) override;
  void eval_into(const Place& to, clang::QualType type, const clang::Expr* e) override;
  void discard(const clang::Expr* e) override;
  Flow exec(const clang::Stmt* s) override;

  // State.
  ProgramIndex& index_;
  const HostOptions& options_;
  CauseTable cause_table_;
  HostMemory memory_;
  CallStack stack_;
  UserPosition position_;
  Control control_;
  Doubt doubt_;
  LoopTrials trials_;
  LaunchState launched_;

  // Parts that do not evaluate code.
  Bindings bindings_;
  Types types_;
  Causes causes_;
  NamedMemory named_;
  Locals locals_;
  Branches branches_;
  LaunchRecords records_;
  LaunchArguments arguments_;
  OpenCl opencl_;
  LoopGuesses guesses_;

  // Parts that do. Each calls parts above it by name, and all others through the Evaluator.
  Variables variables_;
  Operators operators_;
  Launches launches_;
  Intrinsics intrinsics_;
  Calls calls_;
  Constructors constructors_;
  Objects objects_;
  Places places_;
  Expressions expressions_;
  LoopRounds rounds_;
  LoopSamples samples_;
  LoopSummaries summaries_;
  Loops loops_;
  TargetRegions targets_;
  Statements statements_;
};

}  // namespace kcast::host
