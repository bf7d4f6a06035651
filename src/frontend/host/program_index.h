// Facts about the syntax trees of a program that do not depend on values.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringMap.h>

#include <span>
#include <string>
#include <vector>

#include "frontend/host/read_host.h"
#include "frontend/openmp/regions.h"

namespace kcast::host {

// What running a piece of code may do, calls included.
struct HostEffects {
  bool launches = false;
  bool allocates = false;  // device memory
  bool indirect = false;   // calls something that the text does not name
};

struct LaunchSite {
  const clang::CUDAKernelCallExpr* call = nullptr;
  const clang::FunctionDecl* in = nullptr;
};

class ProgramIndex {
 public:
  explicit ProgramIndex(std::span<const HostUnit> units);

  const std::vector<clang::ASTContext*>& trees() const { return trees_; }
  const clang::FunctionDecl* main_function() const { return main_; }
  const std::vector<const clang::VarDecl*>& user_globals() const { return globals_; }
  const std::vector<LaunchSite>& launch_sites() const { return sites_; }

  // Target regions of OpenMP, each of which a directive launches.
  const std::vector<frontend::TargetRegion>& regions() const { return regions_; }
  const frontend::TargetRegion* region(const clang::OMPExecutableDirective* directive) const;

  // Host functions that launch and that no other such function calls.
  std::vector<const clang::FunctionDecl*> launching_entries();

  // The declaration with the body, or with the initialiser, in any unit; null if there is none.
  const clang::FunctionDecl* definition(const clang::FunctionDecl* function) const;
  const clang::VarDecl* definition(const clang::VarDecl* variable) const;

  HostEffects effects(const clang::FunctionDecl* function);
  HostEffects effects(const clang::Stmt* code);
  // A break, return or goto in the code leaves the loop that it is the body of.
  bool leaves_loop(const clang::Stmt* body) const;
  // The code ends the function or the program on every way through it.
  bool never_continues(const clang::Stmt* code);
  bool never_returns(const clang::FunctionDecl* function);
  // The user's host code declares a variable, parameter or member of this name.
  bool declares(const std::string& name);

 private:
  void add_context(const clang::DeclContext* context);
  void add_declaration(const clang::Decl* declaration);
  void add_function(const clang::FunctionDecl* function);
  HostEffects effects_of_call(const clang::Stmt* node);
  bool never_continues_inner(const clang::Stmt* code);

  std::vector<clang::ASTContext*> trees_;
  const clang::FunctionDecl* main_ = nullptr;
  std::vector<const clang::FunctionDecl*> functions_;
  std::vector<const clang::VarDecl*> globals_;
  std::vector<LaunchSite> sites_;
  std::vector<frontend::TargetRegion> regions_;
  llvm::StringMap<const clang::FunctionDecl*> functions_by_name_;
  llvm::StringMap<const clang::VarDecl*> variables_by_name_;
  llvm::DenseMap<const clang::FunctionDecl*, HostEffects> function_effects_;
  llvm::DenseMap<const clang::Stmt*, HostEffects> code_effects_;
  llvm::DenseMap<const clang::FunctionDecl*, bool> no_return_;
  llvm::StringMap<bool> names_;  // of declared variables and parameters
  int depth_ = 0;                // of calls that are being looked through
};

// Runs on the CPU: neither a kernel nor a function for the device only.
bool is_host_function(const clang::FunctionDecl* function);

// Every statement and expression below `root`, `root` first, bodies of lambdas included.
void walk_code(const clang::Stmt* root, llvm::function_ref<void(const clang::Stmt*)> visit);

// The source text of an expression in one short line.
std::string source_text(const clang::Expr* expression, const clang::ASTContext& ast);

struct SourcePlace {
  std::string file;
  int64_t line = 0;
};
SourcePlace source_place(clang::SourceLocation location, const clang::ASTContext& ast);

}  // namespace kcast::host
