#include "frontend/openmp/advice.h"

#include <clang/Basic/OpenMPKinds.h>
#include <clang/Basic/SourceManager.h>

#include <set>
#include <vector>

#include "base/text.h"

namespace kcast::frontend {

namespace {

bool is_parallel(const clang::Stmt* code) {
  const auto* directive = llvm::dyn_cast<clang::OMPExecutableDirective>(code);
  if (directive == nullptr) return false;
  const clang::OpenMPDirectiveKind kind = directive->getDirectiveKind();
  return clang::isOpenMPParallelDirective(kind) || kind == llvm::omp::OMPD_loop ||
         kind == llvm::omp::OMPD_target_teams_loop || kind == llvm::omp::OMPD_teams_loop;
}

bool holds_parallel(const clang::Stmt* code) {
  if (code == nullptr) return false;
  if (is_parallel(code)) return true;
  for (const clang::Stmt* child : code->children()) {
    if (holds_parallel(child)) return true;
  }
  return false;
}

// Lines of the statements that one thread runs: what holds a parallel construct is looked into.
void add_serial(const clang::Stmt* code, const clang::SourceManager& sources,
                std::set<unsigned>& lines) {
  if (code == nullptr || is_parallel(code)) return;
  const bool is_wrapper =
      llvm::isa<clang::CompoundStmt, clang::CapturedStmt, clang::OMPExecutableDirective>(code);
  if (!is_wrapper && !holds_parallel(code)) {
    const unsigned first = sources.getExpansionLineNumber(code->getBeginLoc());
    const unsigned last = sources.getExpansionLineNumber(code->getEndLoc());
    constexpr unsigned kMostLines = 1000;
    for (unsigned line = first; line <= last && line < first + kMostLines; ++line)
      lines.insert(line);
    return;
  }
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(code)) {
    return add_serial(loop->getBody(), sources, lines);
  }
  if (const auto* captured = llvm::dyn_cast<clang::CapturedStmt>(code)) {
    return add_serial(captured->getCapturedStmt(), sources, lines);
  }
  // A statement of a block may be an expression; other expressions belong to a statement.
  const bool is_block = llvm::isa<clang::CompoundStmt>(code);
  for (const clang::Stmt* child : code->children()) {
    if (is_block || !llvm::isa_and_nonnull<clang::Expr>(child)) add_serial(child, sources, lines);
  }
}

int64_t number_or(const HostValue& value, int64_t otherwise) {
  if (value.integer) return *value.integer;
  return value.likely ? static_cast<int64_t>(*value.likely) : otherwise;
}

}  // namespace

std::string serial_lines(const clang::OMPExecutableDirective& directive,
                         const clang::ASTContext& ast) {
  std::set<unsigned> lines;
  if (!is_parallel(&directive) && directive.hasAssociatedStmt()) {
    add_serial(directive.getRawStmt(), ast.getSourceManager(), lines);
  }
  std::vector<std::string> parts;
  for (auto at = lines.begin(); at != lines.end();) {
    const unsigned first = *at;
    unsigned last = first;
    while (++at != lines.end() && *at == last + 1)
      ++last;
    parts.push_back(first == last ? std::to_string(first)
                                  : std::to_string(first) + "-" + std::to_string(last));
  }
  return join(parts, ", ");
}

std::string offload_advice(const KernelEnvironment& kernel, const HostLaunch& launch,
                           const std::string& serial) {
  std::vector<std::string> remarks;
  const bool is_one = serial.find_first_of("-,") == std::string::npos;
  const std::string where = (is_one ? "line " : "lines ") + serial;
  if (kernel.mode == OffloadMode::Generic && !serial.empty()) {
    remarks.push_back("generic mode: the main thread of each team alone runs " + where);
  } else if (kernel.mode == OffloadMode::GenericSpmd && !serial.empty()) {
    remarks.push_back("one thread of each team alone runs " + where);
  }
  const bool has_teams = launch.grid[2].integer.value_or(1) != 0;
  if (!has_teams) {
    remarks.emplace_back("one team on one multiprocessor: 'target teams distribute' uses them all");
    return join(remarks, "; ");
  }
  const bool has_limit = number_or(launch.block[0], 1) > 0;
  const bool has_num_teams = number_or(launch.grid[0], 1) > 0;
  const int64_t trips = number_or(launch.grid[1], 0);
  if (!has_limit && kernel.max_threads == kDefaultTeamThreads) {
    remarks.emplace_back("128 threads a team by default: thread_limit(256) asks for more");
  }
  const int64_t iterations = kernel.mode == OffloadMode::Spmd
                                 ? (trips + kDefaultTeamThreads - 1) / kDefaultTeamThreads
                                 : trips;
  if (!has_num_teams && iterations > kDefaultTeams) {
    const int64_t each = (iterations + kDefaultTeams - 1) / kDefaultTeams;
    remarks.push_back("3,200 teams by default, each of which takes " + std::to_string(each) +
                      " rounds: num_teams(...) asks for more");
  }
  return join(remarks, "; ");
}

}  // namespace kcast::frontend
