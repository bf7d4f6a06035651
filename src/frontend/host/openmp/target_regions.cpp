#include "frontend/host/openmp/target_regions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclOpenMP.h>
#include <clang/AST/OpenMPClause.h>
#include <clang/Basic/OpenMPKinds.h>

#include <algorithm>

#include "frontend/host/kernel_reads.h"
#include "frontend/openmp/launch_geometry.h"
#include "schema/openmp/offload_geometry.h"

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

namespace {

// The one statement of a block, captured or not; null where there are several.
const Stmt* only_statement(const Stmt* code) {
  while (code != nullptr) {
    if (const auto* captured = dyn_cast<CapturedStmt>(code)) {
      code = captured->getCapturedStmt();
    } else if (const auto* block = dyn_cast<CompoundStmt>(code)) {
      const Stmt* only = nullptr;
      for (const Stmt* statement : block->body()) {
        if (isa<NullStmt>(statement)) continue;
        if (only != nullptr) return nullptr;
        only = statement;
      }
      code = only;
    } else {
      return code;
    }
  }
  return nullptr;
}

const OMPExecutableDirective* nested_directive(const OMPExecutableDirective* directive) {
  if (!directive->hasAssociatedStmt()) return nullptr;
  return dyn_cast_or_null<OMPExecutableDirective>(only_statement(directive->getRawStmt()));
}

// The directive and those that are all of what it holds.
std::vector<const OMPExecutableDirective*> directive_chain(const OMPExecutableDirective* first) {
  std::vector<const OMPExecutableDirective*> chain;
  constexpr size_t kLongest = 4;
  for (const auto* at = first; at != nullptr && chain.size() < kLongest; at = nested_directive(at))
    chain.push_back(at);
  return chain;
}

bool is_given(const HostValue& value) {
  return !value.integer || *value.integer != 0;
}

// The least of two values of which either may not be given.
HostValue least(HostValue a, HostValue b) {
  if (!is_given(a)) return b;
  if (!is_given(b)) return a;
  const std::optional<double> left = a.integer ? static_cast<double>(*a.integer) : a.likely;
  const std::optional<double> right = b.integer ? static_cast<double>(*b.integer) : b.likely;
  if (!left) return a;
  if (!right) return b;
  return *left <= *right ? a : b;
}

// What of a map clause says how long an array is: the array, and its elements in memory.
struct MappedArray {
  const Expr* base = nullptr;
  const Expr* lower = nullptr;
  const Expr* length = nullptr;
};

std::vector<MappedArray> mapped_arrays(const OMPExecutableDirective* directive) {
  std::vector<MappedArray> out;
  const auto add = [&](const Expr* e) {
    const auto* section = dyn_cast<ArraySectionExpr>(e->IgnoreParenImpCasts());
    if (section == nullptr || section->getLength() == nullptr) return;
    out.push_back({section->getBase()->IgnoreParenImpCasts(), section->getLowerBound(),
                   section->getLength()});
  };
  for (const OMPClause* clause : directive->clauses()) {
    if (const auto* map = dyn_cast<OMPMapClause>(clause)) {
      for (const Expr* e : map->varlists())
        add(e);
    }
  }
  return out;
}

}  // namespace

void TargetRegions::prepare_clauses(const OMPExecutableDirective* directive) {
  for (OMPClause* clause : directive->clauses()) {
    const auto* with_init = clause != nullptr ? OMPClauseWithPreInit::get(clause) : nullptr;
    if (with_init != nullptr && with_init->getPreInitStmt() != nullptr) {
      code_.exec(with_init->getPreInitStmt());
    }
  }
}

HostValue TargetRegions::clause_value(const Expr* e) {
  if (e == nullptr) return known_value(0);
  // The text of a captured expression is that of what was captured.
  const Expr* written = e->IgnoreParenImpCasts();
  if (const auto* named = dyn_cast<DeclRefExpr>(written)) {
    const auto* captured = dyn_cast<OMPCapturedExprDecl>(named->getDecl());
    if (captured != nullptr && captured->getInit() != nullptr) written = captured->getInit();
  }
  return records_.host_value(code_.eval(e), source_text(written, stack_.ast()));
}

HostValue TargetRegions::trip_count(const OMPLoopDirective* loop) {
  code_.exec(loop->getPreInits());
  const Expr* count = loop->getNumIterations();
  if (count == nullptr || control_.halted()) return known_value(0);
  EvalValue value = code_.eval(count);
  HostValue out = records_.host_value(value, "iterations");
  if (out.integer && *out.integer < 0) out.integer = 0;
  return out;
}

// How long an array is that came from outside of the text: as long as what is mapped of it.
void TargetRegions::learn_sizes(const OMPExecutableDirective* directive) {
  for (const MappedArray& mapped : mapped_arrays(directive)) {
    const QualType type = mapped.base->getType();
    if (!type->isPointerType()) continue;
    const EvalValue pointer = named_.load(code_.place(mapped.base), type);
    if (!pointer.is_pointer() || pointer.object == 0 || pointer.integer != 0) continue;
    MemoryObject& object = memory_.object(pointer.object);
    if (object.bytes >= 0 || !object.is_external) continue;
    EvalValue first = mapped.lower != nullptr ? code_.eval(mapped.lower)
                                              : integer_value(0, integer_shape(64, false));
    EvalValue length = code_.eval(mapped.length);
    const int64_t element = std::max<int64_t>(types_.bytes_of(type->getPointeeType()), 1);
    const bool fits = first.is_integer() && length.is_integer() && first.integer >= 0 &&
                      length.integer > 0 && length.integer < (int64_t{1} << 40) / element &&
                      first.integer < (int64_t{1} << 40) / element;
    const std::string text = source_text(mapped.length, stack_.ast());
    MemoryObject& sized = memory_.object(pointer.object);
    sized.size_text = text;
    sized.size_causes = causes_.join(first.causes, length.causes);
    if (fits) sized.bytes = (first.integer + length.integer) * element;
  }
}

HostArgument TargetRegions::argument(const frontend::RegionCapture& capture) {
  EvalValue value;
  if (capture.variable == nullptr) {
    value = capture.array_size != nullptr ? code_.eval(capture.array_size)
                                          : address_of(stack_.frame().self);
  } else {
    const Place at = variables_.variable_place(capture.variable);
    value = capture.is_address ? address_of(at) : named_.load(at, capture.type);
  }
  HostArgument out = arguments_.argument_of_value(capture.name, value, capture.name);
  const bool is_scalar = !capture.type->isPointerType();
  if (out.kind == ArgumentKind::Unknown && is_scalar) out.kind = ArgumentKind::Scalar;
  arguments_.add_fill(out, capture.type);
  return out;
}

void TargetRegions::forget_outputs(const OMPExecutableDirective* directive,
                                   const frontend::RegionCapture& capture,
                                   const HostArgument& given) {
  const Stmt* body = directive->getRawStmt();
  const bool is_read =
      capture.variable != nullptr && !capture.is_address && is_only_read(body, capture.variable);
  if (!is_read) arguments_.forget_outputs(given, capture.type);
}

void TargetRegions::launch(const OMPExecutableDirective* directive,
                           const frontend::TargetRegion& region, const std::string& note) {
  HostLaunch made;
  const SourcePlace place = source_place(directive->getBeginLoc(), stack_.ast());
  made.file = place.file;
  made.line = place.line;
  made.kernel = region.symbol;
  made.note = note;
  made.shared_bytes = known_value(0);
  frontend::LaunchClauses clauses;
  for (const OMPExecutableDirective* part : directive_chain(directive)) {
    const OpenMPDirectiveKind kind = part->getDirectiveKind();
    prepare_clauses(part);
    if (control_.halted()) return;
    clauses.has_teams |= isOpenMPTeamsDirective(kind);
    const auto* teams = part->getSingleClause<OMPNumTeamsClause>();
    if (teams != nullptr) clauses.num_teams = clause_value(teams->getNumTeams());
    if (const auto* limit = part->getSingleClause<OMPThreadLimitClause>()) {
      clauses.thread_limit = least(clauses.thread_limit, clause_value(limit->getThreadLimit()));
    }
    if (const auto* threads = part->getSingleClause<OMPNumThreadsClause>()) {
      clauses.thread_limit = least(clauses.thread_limit, clause_value(threads->getNumThreads()));
    }
    const auto* loop = dyn_cast<OMPLoopDirective>(part);
    const bool distributes = isOpenMPDistributeDirective(kind) ||
                             kind == llvm::omp::OMPD_target_teams_loop ||
                             kind == llvm::omp::OMPD_teams_loop;
    if (loop != nullptr && distributes) {
      clauses.trip_count = trip_count(loop);
      break;
    }
  }
  frontend::store_clauses(clauses, made);
  HostArgument environment;
  environment.name = kLaunchEnvironment;
  environment.kind = ArgumentKind::Null;
  made.arguments.push_back(std::move(environment));
  const std::vector<frontend::RegionCapture> captures =
      frontend::region_captures(*directive, stack_.ast());
  for (const frontend::RegionCapture& capture : captures)
    made.arguments.push_back(argument(capture));
  if (control_.halted()) return;
  for (size_t i = 0; i < captures.size(); ++i)
    forget_outputs(directive, captures[i], made.arguments[i + 1]);
  records_.record(std::move(made), directive, nullptr);
}

Flow TargetRegions::run_here(const OMPExecutableDirective* directive) {
  if (!directive->hasAssociatedStmt()) return Flow::Next;
  const Stmt* body = directive->getAssociatedStmt();
  while (const auto* captured = dyn_cast_or_null<CapturedStmt>(body))
    body = captured->getCapturedStmt();
  return body != nullptr ? code_.exec(body) : Flow::Next;
}

Flow TargetRegions::exec(const OMPExecutableDirective* directive) {
  move_position(position_, stack_, directive->getBeginLoc());
  learn_sizes(directive);
  if (!frontend::is_target_region(directive)) return run_here(directive);
  const frontend::TargetRegion* region = index_.region(directive);
  if (region == nullptr) return run_here(directive);
  Truth runs_there = Truth::True;
  for (const auto* clause : directive->getClausesOfKind<OMPIfClause>()) {
    const OpenMPDirectiveKind modifier = clause->getNameModifier();
    if (modifier != llvm::omp::OMPD_unknown && modifier != llvm::omp::OMPD_target) continue;
    prepare_clauses(directive);
    CauseSet causes = 0;
    runs_there = code_.condition(clause->getCondition(), &causes);
  }
  if (control_.halted()) return Flow::Next;
  if (runs_there == Truth::False) {
    HostLaunch made;
    const SourcePlace place = source_place(directive->getBeginLoc(), stack_.ast());
    made.file = place.file;
    made.line = place.line;
    made.kernel = region->symbol;
    made.reached = false;
    made.note = frontend::kRunsOnHost;
    records_.record(std::move(made), directive, nullptr);
    return run_here(directive);
  }
  launch(directive, *region,
         runs_there == Truth::Unknown ? "whether it runs on the GPU is not known" : "");
  return Flow::Next;
}

void add_unreached_regions(const ProgramIndex& index, LaunchLog& log) {
  for (const frontend::TargetRegion& region : index.regions()) {
    if (region.symbol.empty() || log.has_site(region.directive)) continue;
    if (log.records().size() >= LaunchLog::kMaxRecords) return;
    LaunchRecord entry;
    entry.site = region.directive;
    HostLaunch& made = entry.launch;
    made.reached = false;
    made.note = "not on the path that was evaluated";
    const SourcePlace place =
        source_place(region.directive->getBeginLoc(), region.function->getASTContext());
    made.file = place.file;
    made.line = place.line;
    made.kernel = region.symbol;
    log.records().push_back(std::move(entry));
  }
}

}  // namespace kcast::host
