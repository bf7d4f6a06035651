#include "frontend/host/program_index.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <set>

#include "frontend/parse/user_code.h"

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

bool is_host_function(const FunctionDecl* function) {
  if (function->hasAttr<CUDAGlobalAttr>()) return false;
  return function->hasAttr<CUDAHostAttr>() || !function->hasAttr<CUDADeviceAttr>();
}

void walk_code(const Stmt* root, llvm::function_ref<void(const Stmt*)> visit) {
  std::vector<const Stmt*> open;
  if (root != nullptr) open.push_back(root);
  while (!open.empty()) {
    const Stmt* node = open.back();
    open.pop_back();
    visit(node);
    size_t first = open.size();
    for (const Stmt* child : node->children()) {
      if (child != nullptr) open.push_back(child);
    }
    std::reverse(open.begin() + static_cast<ptrdiff_t>(first), open.end());
  }
}

namespace {

std::string one_line(llvm::StringRef text) {
  std::string line;
  for (char c : text) {
    bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\\';
    if (space && (line.empty() || line.back() == ' ')) continue;
    line.push_back(space ? ' ' : c);
  }
  while (!line.empty() && line.back() == ' ')
    line.pop_back();
  constexpr size_t kLimit = 100;
  if (line.size() > kLimit) line = line.substr(0, kLimit - 3) + "...";
  return line;
}

}  // namespace

std::string source_text(const Expr* expression, const ASTContext& ast) {
  if (expression == nullptr || expression->getSourceRange().isInvalid()) return "";
  const SourceManager& sources = ast.getSourceManager();
  CharSourceRange tokens = CharSourceRange::getTokenRange(expression->getSourceRange());
  CharSourceRange range = Lexer::makeFileCharRange(tokens, sources, ast.getLangOpts());
  if (range.isInvalid()) range = sources.getExpansionRange(expression->getSourceRange());
  bool invalid = false;
  llvm::StringRef text = Lexer::getSourceText(range, sources, ast.getLangOpts(), &invalid);
  return invalid ? "" : one_line(text);
}

SourcePlace source_place(SourceLocation location, const ASTContext& ast) {
  if (location.isInvalid()) return {};
  const SourceManager& sources = ast.getSourceManager();
  PresumedLoc presumed = sources.getPresumedLoc(sources.getExpansionLoc(location));
  if (presumed.isInvalid()) return {};
  return {presumed.getFilename(), presumed.getLine()};
}

ProgramIndex::ProgramIndex(std::span<const HostUnit> units) {
  for (const HostUnit& unit : units) {
    if (unit.ast == nullptr) continue;
    trees_.push_back(unit.ast);
  }
  for (ASTContext* ast : trees_) {
    add_context(ast->getTranslationUnitDecl());
    if (ast->getLangOpts().OpenMP == 0) continue;
    for (frontend::TargetRegion& region : frontend::target_regions(*ast))
      regions_.push_back(std::move(region));
  }
}

const frontend::TargetRegion* ProgramIndex::region(const OMPExecutableDirective* directive) const {
  const auto found = std::find_if(
      regions_.begin(), regions_.end(),
      [&](const frontend::TargetRegion& region) { return region.directive == directive; });
  return found != regions_.end() && !found->symbol.empty() ? &*found : nullptr;
}

void ProgramIndex::add_context(const DeclContext* context) {
  for (const Decl* declaration : context->noload_decls()) {
    if (declaration != nullptr && frontend::is_user_declaration(declaration))
      add_declaration(declaration);
  }
}

void ProgramIndex::add_declaration(const Decl* declaration) {
  if (const auto* function = dyn_cast<FunctionDecl>(declaration)) {
    add_function(function);
  } else if (const auto* functions = dyn_cast<FunctionTemplateDecl>(declaration)) {
    for (const FunctionDecl* instance : functions->specializations())
      add_function(instance);
  } else if (const auto* classes = dyn_cast<ClassTemplateDecl>(declaration)) {
    for (const ClassTemplateSpecializationDecl* instance : classes->specializations()) {
      add_context(instance);
    }
  } else if (const auto* variable = dyn_cast<VarDecl>(declaration)) {
    if (variable->isInvalidDecl() || variable->isTemplated()) return;
    names_[variable->getName()] = true;
    if (variable->hasGlobalStorage() && variable->hasInit()) globals_.push_back(variable);
    if (trees_.size() > 1 && variable->hasExternalFormalLinkage() &&
        variable->isThisDeclarationADefinition() == VarDecl::Definition) {
      variables_by_name_.try_emplace(variable->getQualifiedNameAsString(), variable);
    }
  } else if (const auto* context = dyn_cast<DeclContext>(declaration)) {
    // `template class Name<float>;` stands in the program, too, beside the template that has it.
    const auto* instance = dyn_cast<ClassTemplateSpecializationDecl>(declaration);
    if (instance != nullptr && frontend::is_user_declaration(instance->getSpecializedTemplate()))
      return;
    if (!isa<CXXRecordDecl>(declaration) || !cast<CXXRecordDecl>(declaration)->isDependentType()) {
      add_context(context);
    }
  }
}

void ProgramIndex::add_function(const FunctionDecl* function) {
  if (!function->doesThisDeclarationHaveABody() || function->isDependentContext()) return;
  if (!is_host_function(function)) return;
  functions_.push_back(function);
  if (function->isMain() && main_ == nullptr) main_ = function;
  if (trees_.size() > 1 && !function->isInvalidDecl() && function->hasExternalFormalLinkage()) {
    ASTNameGenerator names(function->getASTContext());
    functions_by_name_.try_emplace(names.getName(function), function);
  }
  walk_code(function->getBody(), [&](const Stmt* node) {
    if (const auto* call = dyn_cast<CUDAKernelCallExpr>(node)) sites_.push_back({call, function});
    const auto* group = dyn_cast<DeclStmt>(node);
    if (group == nullptr) return;
    for (const Decl* declared : group->decls()) {
      if (const auto* variable = dyn_cast<VarDecl>(declared)) names_[variable->getName()] = true;
    }
  });
  for (const ParmVarDecl* parameter : function->parameters())
    names_[parameter->getName()] = true;
}

const FunctionDecl* ProgramIndex::definition(const FunctionDecl* function) const {
  if (function == nullptr) return nullptr;
  const FunctionDecl* body = nullptr;
  if (function->hasBody(body)) return body;
  if (functions_by_name_.empty() || function->isInvalidDecl() || function->isDependentContext()) {
    return nullptr;
  }
  ASTNameGenerator names(function->getASTContext());
  return functions_by_name_.lookup(names.getName(function));
}

const VarDecl* ProgramIndex::definition(const VarDecl* variable) const {
  const VarDecl* with_init = nullptr;
  if (variable->getAnyInitializer(with_init) != nullptr) return with_init;
  const VarDecl* here = variable->getDefinition();
  if (here != nullptr) return here;
  if (variables_by_name_.empty()) return nullptr;
  return variables_by_name_.lookup(variable->getQualifiedNameAsString());
}

namespace {

void merge(HostEffects& into, const HostEffects& from) {
  into.launches |= from.launches;
  into.allocates |= from.allocates;
  into.indirect |= from.indirect;
}

}  // namespace

HostEffects ProgramIndex::effects_of_call(const Stmt* node) {
  HostEffects result;
  const FunctionDecl* callee = nullptr;
  if (isa<CUDAKernelCallExpr>(node)) {
    result.launches = true;
    return result;
  }
  if (const auto* call = dyn_cast<CallExpr>(node)) {
    callee = call->getDirectCallee();
    if (callee == nullptr) result.indirect = true;
  } else if (const auto* construct = dyn_cast<CXXConstructExpr>(node)) {
    callee = construct->getConstructor();
  }
  if (callee == nullptr) return result;
  if (const IdentifierInfo* name = callee->getIdentifier()) {
    llvm::StringRef text = name->getName();
    if (text == "__kcast_launch" || text == "__kcast_cl_enqueue") result.launches = true;
    if (text == "__kcast_device_alloc") result.allocates = true;
  }
  if (const auto* method = dyn_cast<CXXMethodDecl>(callee)) result.indirect |= method->isVirtual();
  merge(result, effects(callee));
  return result;
}

HostEffects ProgramIndex::effects(const FunctionDecl* function) {
  const FunctionDecl* body = definition(function);
  if (body == nullptr) return {};
  auto found = function_effects_.find(body);
  if (found != function_effects_.end()) return found->second;
  constexpr int kMaxDepth = 200;
  if (function_effects_.size() > 20000 || depth_ > kMaxDepth) return {true, true, true};
  function_effects_[body] = {};  // a recursive call adds nothing
  ++depth_;
  HostEffects result = effects(body->getBody());
  if (const auto* constructor = dyn_cast<CXXConstructorDecl>(body)) {
    for (const CXXCtorInitializer* part : constructor->inits())
      merge(result, effects(part->getInit()));
  }
  --depth_;
  function_effects_[body] = result;
  return result;
}

HostEffects ProgramIndex::effects(const Stmt* code) {
  if (code == nullptr) return {};
  auto found = code_effects_.find(code);
  if (found != code_effects_.end()) return found->second;
  HostEffects result;
  walk_code(code, [&](const Stmt* node) {
    if (isa<CallExpr>(node) || isa<CXXConstructExpr>(node)) merge(result, effects_of_call(node));
    result.launches |= frontend::is_target_region(node);
  });
  code_effects_[code] = result;
  return result;
}

bool ProgramIndex::declares(const std::string& name) {
  return names_.contains(name);
}

bool ProgramIndex::leaves_loop(const Stmt* body) const {
  std::vector<std::pair<const Stmt*, bool>> open;  // node, inside a nested loop or switch
  if (body != nullptr) open.push_back({body, false});
  while (!open.empty()) {
    auto [node, nested] = open.back();
    open.pop_back();
    if (isa<ReturnStmt>(node) || isa<GotoStmt>(node) || (isa<BreakStmt>(node) && !nested)) {
      return true;
    }
    if (isa<LambdaExpr>(node)) continue;
    bool inner = nested || isa<ForStmt>(node) || isa<WhileStmt>(node) || isa<DoStmt>(node) ||
                 isa<CXXForRangeStmt>(node) || isa<SwitchStmt>(node);
    for (const Stmt* child : node->children()) {
      if (child != nullptr) open.push_back({child, inner});
    }
  }
  return false;
}

bool ProgramIndex::never_continues(const Stmt* code) {
  if (depth_ > 200) return false;
  ++depth_;
  bool result = never_continues_inner(code);
  --depth_;
  return result;
}

bool ProgramIndex::never_continues_inner(const Stmt* code) {
  while (const auto* block = dyn_cast_or_null<CompoundStmt>(code)) {
    if (block->body_empty()) return false;
    code = block->body_back();
  }
  if (code == nullptr) return false;
  if (isa<ReturnStmt>(code) || isa<GotoStmt>(code)) return true;
  if (const auto* branch = dyn_cast<IfStmt>(code)) {
    return never_continues(branch->getThen()) && never_continues(branch->getElse());
  }
  if (const auto* loop = dyn_cast<DoStmt>(code)) return never_continues(loop->getBody());
  const auto* expression = dyn_cast<Expr>(code);
  if (expression == nullptr) return false;
  expression = expression->IgnoreParenImpCasts();
  if (const auto* cleanups = dyn_cast<ExprWithCleanups>(expression)) {
    expression = cleanups->getSubExpr()->IgnoreParenImpCasts();
  }
  if (isa<CXXThrowExpr>(expression)) return true;
  const auto* call = dyn_cast<CallExpr>(expression);
  return call != nullptr && never_returns(call->getDirectCallee());
}

bool ProgramIndex::never_returns(const FunctionDecl* function) {
  if (function == nullptr) return false;
  if (function->isNoReturn()) return true;
  const FunctionDecl* body = definition(function);
  if (body == nullptr) return false;
  auto [entry, is_new] = no_return_.try_emplace(body, false);
  if (!is_new) return entry->second;
  const Stmt* last = body->getBody();
  while (const auto* block = dyn_cast_or_null<CompoundStmt>(last)) {
    last = block->body_empty() ? nullptr : block->body_back();
  }
  // A return gives control back; everything else that does not continue does not.
  bool result = last != nullptr && isa<Expr>(last) && never_continues(last);
  if (result) {
    walk_code(body->getBody(), [&](const Stmt* node) { result &= !isa<ReturnStmt>(node); });
  }
  no_return_[body] = result;
  return result;
}

std::vector<const FunctionDecl*> ProgramIndex::launching_entries() {
  std::vector<const FunctionDecl*> launching;
  std::set<const FunctionDecl*> called;
  for (const FunctionDecl* function : functions_) {
    if (!effects(function).launches) continue;
    launching.push_back(function);
    walk_code(function->getBody(), [&](const Stmt* node) {
      const FunctionDecl* callee = nullptr;
      if (const auto* call = dyn_cast<CallExpr>(node)) callee = call->getDirectCallee();
      if (const auto* made = dyn_cast<CXXConstructExpr>(node)) callee = made->getConstructor();
      callee = definition(callee);
      if (callee != nullptr && callee != function) called.insert(callee);
    });
  }
  std::vector<const FunctionDecl*> entries;
  for (const FunctionDecl* function : launching) {
    if (!called.contains(function)) entries.push_back(function);
  }
  // Functions that call each other in a circle: the first one starts.
  if (entries.empty() && !launching.empty()) entries.push_back(launching.front());
  return entries;
}

}  // namespace kcast::host
