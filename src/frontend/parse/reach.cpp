#include "frontend/parse/reach.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtOpenMP.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

#include "frontend/parse/ast_walk.h"
#include "frontend/parse/user_code.h"

namespace kcast::frontend {

namespace {

class Collect : public AstWalk {
 public:
  explicit Collect(DirectReach& out)
      : AstWalk({.implicit_code = true, .instances = true}), out_(out) {}

  bool visit_statement(clang::Stmt* statement) override {
    if (auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
      add(reference->getDecl());
    } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(statement)) {
      add(member->getMemberDecl());
    } else if (const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(statement)) {
      add(construct->getConstructor());
    } else if (const auto* made = llvm::dyn_cast<clang::CXXNewExpr>(statement)) {
      add(made->getOperatorNew());
    }
    return true;
  }
  bool visit_declaration(clang::Decl* declaration) override {
    auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (variable == nullptr) return true;
    if (variable->isStaticLocal() || variable->hasAttr<clang::CUDASharedAttr>()) add(variable);
    if (const auto* record = variable->getType()->getAsCXXRecordDecl();
        record != nullptr && record->hasDefinition() && record->getDestructor() != nullptr) {
      add(record->getDestructor());
    }
    return true;
  }

 private:
  void add(clang::Decl* declaration) {
    if (declaration == nullptr || !visited_.insert(declaration->getCanonicalDecl()).second) return;
    if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
      const clang::FunctionDecl* definition = nullptr;
      if (!function->hasBody(definition)) definition = function;
      out_.functions.push_back(definition);
    } else if (auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) {
      if (!variable->hasLocalStorage()) out_.variables.push_back(variable);
    }
  }
  DirectReach& out_;
  llvm::DenseSet<const clang::Decl*> visited_;
};

}  // namespace

const DirectReach& Reach::direct(const clang::FunctionDecl* function) {
  const auto [entry, is_new] = direct_.try_emplace(function);
  if (!is_new) return entry->second;
  DirectReach reach;
  if (function->doesThisDeclarationHaveABody()) {
    Collect(reach).walk(const_cast<clang::FunctionDecl*>(function));
  }
  return direct_[function] = std::move(reach);
}

std::vector<const clang::FunctionDecl*> Reach::closure(const clang::FunctionDecl* function) {
  std::vector<const clang::FunctionDecl*> order = {function};
  llvm::DenseSet<const clang::FunctionDecl*> visited = {function};
  for (size_t i = 0; i < order.size(); ++i) {
    const DirectReach reach = direct(order[i]);
    for (const clang::FunctionDecl* called : reach.functions) {
      if (visited.insert(called).second) order.push_back(called);
    }
  }
  return order;
}

namespace {

// The name in front of launch brackets, behind which template arguments may stand.
std::string launched_name(const std::vector<clang::Token>& before) {
  int open = 0;
  for (auto token = before.rbegin(); token != before.rend(); ++token) {
    if (token->is(clang::tok::greater)) ++open;
    if (token->is(clang::tok::greatergreater)) open += 2;
    if (token->is(clang::tok::less)) --open;
    if (open == 0 && token->is(clang::tok::raw_identifier)) return token->getRawIdentifier().str();
  }
  return "a kernel";
}

}  // namespace

// Clang drops the statements that launch, so that only the text still says it.
std::vector<std::string> Reach::launched_kernels(const clang::FunctionDecl* function) {
  std::vector<std::string> names;
  const clang::SourceManager& sources = unit_.sources();
  for (const clang::FunctionDecl* reached : closure(function)) {
    if (!reached->doesThisDeclarationHaveABody() || !is_user_declaration(reached)) continue;
    const auto [file, begin] = sources.getDecomposedExpansionLoc(reached->getBody()->getBeginLoc());
    const auto [end_file, end] = sources.getDecomposedExpansionLoc(reached->getBody()->getEndLoc());
    if (file.isInvalid() || file != end_file || begin >= end) continue;
    const llvm::StringRef text = sources.getBufferData(file);
    if (!text.slice(begin, end).contains("<<<")) continue;
    clang::Lexer lexer(sources.getLocForStartOfFile(file), unit_.ast().getLangOpts(), text.begin(),
                       text.begin() + begin, text.end());
    std::vector<clang::Token> before;
    clang::Token token;
    while (!lexer.LexFromRawLexer(token) && sources.getFileOffset(token.getLocation()) < end) {
      if (token.is(clang::tok::lesslessless)) {
        const std::string name = launched_name(before);
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      }
      if (token.isOneOf(clang::tok::semi, clang::tok::l_brace, clang::tok::r_brace)) before.clear();
      before.push_back(token);
    }
  }
  return names;
}

std::string Reach::error_between(clang::SourceLocation begin, clang::SourceLocation end) const {
  const clang::SourceManager& sources = unit_.sources();
  begin = sources.getExpansionLoc(begin);
  end = sources.getExpansionLoc(end);
  for (const ParseError& error : unit_.errors) {
    if (error.location.isInvalid() || begin.isInvalid() || end.isInvalid()) continue;
    const bool before = sources.isBeforeInTranslationUnit(error.location, begin);
    const bool after = sources.isBeforeInTranslationUnit(end, error.location);
    if (before || after) continue;
    return "line " + std::to_string(error.diagnostic.line) + ": " + error.diagnostic.message;
  }
  return "";
}

std::string Reach::own_broken_reason(const clang::Decl* declaration) {
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
  std::string error =
      error_between(function != nullptr ? function->getOuterLocStart() : declaration->getBeginLoc(),
                    declaration->getEndLoc());
  if (!error.empty()) return error;
  if (declaration->isInvalidDecl()) return "its declaration is not valid";
  return silent_errors_.reason(declaration);
}

std::string Reach::broken_reason(const clang::FunctionDecl* function) {
  for (const clang::FunctionDecl* reached : closure(function)) {
    std::string reason = own_broken_reason(reached);
    if (reason.empty()) continue;
    if (reached == function) return reason;
    return "calls " + reached->getQualifiedNameAsString() + ", which is broken: " + reason;
  }
  for (const clang::FunctionDecl* reached : closure(function)) {
    for (const clang::VarDecl* variable : direct(reached).variables) {
      if (!own_broken_reason(variable).empty()) {
        return "uses " + variable->getQualifiedNameAsString() + ", whose declaration is broken";
      }
    }
  }
  return "";
}

namespace {

// The statement that a directive of OpenMP stands in front of; null: there is none.
const clang::Stmt* body_of(const clang::Stmt* code) {
  const auto* directive = llvm::dyn_cast<clang::OMPExecutableDirective>(code);
  if (directive == nullptr || !directive->hasAssociatedStmt()) return nullptr;
  const clang::Stmt* body = directive->getAssociatedStmt();
  while (const auto* captured = llvm::dyn_cast<clang::CapturedStmt>(body))
    body = captured->getCapturedStmt();
  return body;
}

// An expression that Clang could not make sense of, for a reason that it named elsewhere.
bool has_broken_expression(const clang::Stmt* code) {
  if (code == nullptr) return false;
  // What a directive captures is none of its children.
  if (has_broken_expression(body_of(code))) return true;
  if (const auto* e = llvm::dyn_cast<clang::Expr>(code); e != nullptr && e->containsErrors())
    return true;
  return std::any_of(code->child_begin(), code->child_end(), has_broken_expression);
}

}  // namespace

std::string Reach::broken_reason(const clang::Stmt* code) {
  // A directive ends with its line.
  const clang::Stmt* body = body_of(code);
  std::string error =
      error_between(code->getBeginLoc(), (body != nullptr ? body : code)->getEndLoc());
  if (!error.empty()) return error;
  if (!unit_.errors.empty() && has_broken_expression(code)) return "it uses what is broken";
  DirectReach reach;
  Collect(reach).walk(const_cast<clang::Stmt*>(code));
  for (const clang::FunctionDecl* function : reach.functions) {
    std::string reason = broken_reason(function);
    if (reason.empty()) continue;
    return "calls " + function->getQualifiedNameAsString() + ", which is broken: " + reason;
  }
  for (const clang::VarDecl* variable : reach.variables) {
    if (!own_broken_reason(variable).empty()) {
      return "uses " + variable->getQualifiedNameAsString() + ", whose declaration is broken";
    }
  }
  return "";
}

}  // namespace kcast::frontend
