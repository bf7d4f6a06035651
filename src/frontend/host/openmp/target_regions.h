// Target regions of OpenMP: what host code launches by coming to a directive.
#pragma once

#include <clang/AST/StmtOpenMP.h>

#include "frontend/host/evaluator.h"
#include "frontend/host/launch_arguments.h"
#include "frontend/host/program_index.h"
#include "frontend/host/state/call_stack.h"
#include "frontend/host/state/control.h"
#include "frontend/host/state/launch_records.h"
#include "frontend/host/state/named_memory.h"
#include "frontend/host/state/types.h"
#include "frontend/host/values/memory.h"
#include "frontend/host/variables.h"
#include "frontend/openmp/regions.h"

namespace kcast::host {

// Adds the regions of the text that no evaluation came to.
void add_unreached_regions(const ProgramIndex& index, LaunchLog& log);

struct TargetRegionsUses {
  Evaluator& code_;
  Variables& variables_;
  LaunchArguments& arguments_;
  LaunchRecords& records_;
  const ProgramIndex& index_;
  HostMemory& memory_;
  NamedMemory& named_;
  CallStack& stack_;
  UserPosition& position_;
  Types& types_;
  Causes& causes_;
  const Control& control_;
};

class TargetRegions : private TargetRegionsUses {
 public:
  explicit TargetRegions(const TargetRegionsUses& uses) : TargetRegionsUses(uses) {}

  // Any directive: a target region is launched, or run here where its `if` clause says so; of
  // the others, what is below them is run as by one thread.
  Flow exec(const clang::OMPExecutableDirective* directive);

 private:
  Flow run_here(const clang::OMPExecutableDirective* directive);
  void launch(const clang::OMPExecutableDirective* directive, const frontend::TargetRegion& region,
              const std::string& note);
  void learn_sizes(const clang::OMPExecutableDirective* directive);
  void prepare_clauses(const clang::OMPExecutableDirective* directive);
  HostValue clause_value(const clang::Expr* e);
  HostValue trip_count(const clang::OMPLoopDirective* loop);
  HostArgument argument(const frontend::RegionCapture& capture);
  void forget_outputs(const clang::OMPExecutableDirective* directive,
                      const frontend::RegionCapture& capture, const HostArgument& given);
};

}  // namespace kcast::host
