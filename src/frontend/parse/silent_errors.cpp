#include "frontend/parse/silent_errors.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Lex/Lexer.h>

namespace kcast::frontend {

namespace {

class FindErrors : public clang::RecursiveASTVisitor<FindErrors> {
 public:
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitExpr(clang::Expr* expression) {
    return note(expression->containsErrors(), expression->getBeginLoc());
  }
  bool VisitDeclaratorDecl(clang::DeclaratorDecl* declaration) {
    const clang::QualType type = declaration->getType();
    const bool is_broken = declaration->isInvalidDecl() || type.isNull() || type->containsErrors();
    return note(is_broken, declaration->getLocation());
  }

  bool found = false;
  clang::SourceLocation place;

 private:
  bool note(bool is_broken, clang::SourceLocation location) {
    if (is_broken && !found) place = location;
    found |= is_broken;
    return !found;
  }
};

// The names that a function's tree declares or refers to.
class CollectNames : public clang::RecursiveASTVisitor<CollectNames> {
 public:
  bool VisitNamedDecl(clang::NamedDecl* declaration) { return add(declaration); }
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) { return add(reference->getDecl()); }
  bool VisitMemberExpr(clang::MemberExpr* member) { return add(member->getMemberDecl()); }
  bool VisitCXXDependentScopeMemberExpr(clang::CXXDependentScopeMemberExpr* member) {
    names.insert(member->getMember().getAsString());
    return true;
  }
  bool VisitOverloadExpr(clang::OverloadExpr* overloads) {
    names.insert(overloads->getName().getAsString());
    return true;
  }
  bool VisitTagTypeLoc(clang::TagTypeLoc type) { return add(type.getDecl()); }
  bool VisitTypedefTypeLoc(clang::TypedefTypeLoc type) { return add(type.getTypedefNameDecl()); }

  llvm::StringSet<> names;

 private:
  bool add(const clang::NamedDecl* declaration) {
    if (const clang::IdentifierInfo* identifier = declaration->getIdentifier()) {
      names.insert(identifier->getName());
    }
    return true;
  }
};

void collect_broken(const clang::Decl* declaration, llvm::StringSet<>& names) {
  if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration)) {
    for (const clang::Decl* inner : llvm::cast<clang::DeclContext>(declaration)->noload_decls())
      collect_broken(inner, names);
    return;
  }
  if (const auto* pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration)) {
    declaration = pattern->getTemplatedDecl();
  }
  const auto* named = llvm::dyn_cast<clang::NamedDecl>(declaration);
  if (named == nullptr || !named->isInvalidDecl() || named->getIdentifier() == nullptr) return;
  names.insert(named->getName());
}

}  // namespace

const llvm::StringSet<>& SilentErrors::broken_names() {
  if (!has_names_) {
    for (const clang::Decl* declaration : unit_.ast().getTraversalScope())
      collect_broken(declaration, names_);
    has_names_ = true;
  }
  return names_;
}

// The name of a broken thing that stands in the function's text but not in its tree.
std::string SilentErrors::dropped_name(const clang::FunctionDecl& function) {
  const clang::Stmt* body = function.doesThisDeclarationHaveABody() ? function.getBody() : nullptr;
  if (body == nullptr || broken_names().empty()) return "";
  const clang::SourceManager& sources = unit_.sources();
  const auto [file, begin] = sources.getDecomposedExpansionLoc(body->getBeginLoc());
  const auto [end_file, end] = sources.getDecomposedExpansionLoc(body->getEndLoc());
  if (file.isInvalid() || file != end_file || begin >= end) return "";
  CollectNames known;
  known.TraverseDecl(const_cast<clang::FunctionDecl*>(&function));
  const llvm::StringRef text = sources.getBufferData(file);
  clang::Lexer lexer(sources.getLocForStartOfFile(file), unit_.ast().getLangOpts(), text.begin(),
                     text.begin() + begin, text.end());
  clang::Token token;
  while (!lexer.LexFromRawLexer(token) && sources.getFileOffset(token.getLocation()) < end) {
    if (token.isNot(clang::tok::raw_identifier)) continue;
    const llvm::StringRef name = token.getRawIdentifier();
    if (broken_names().contains(name) && !known.names.contains(name)) return name.str();
  }
  return "";
}

std::string SilentErrors::reason(const clang::Decl* declaration) {
  if (unit_.errors.empty()) return "";
  FindErrors errors;
  errors.TraverseDecl(const_cast<clang::Decl*>(declaration));
  if (errors.found) {
    const clang::SourceManager& sources = unit_.sources();
    const unsigned line = sources.getPresumedLineNumber(sources.getExpansionLoc(errors.place));
    return "line " + std::to_string(line) + ": uses something whose declaration is broken";
  }
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
  const std::string name = function == nullptr ? "" : dropped_name(*function);
  return name.empty() ? "" : "uses " + name + ", whose declaration is broken";
}

}  // namespace kcast::frontend
