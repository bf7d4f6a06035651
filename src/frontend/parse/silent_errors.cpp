#include "frontend/parse/silent_errors.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

#include "frontend/parse/ast_walk.h"
#include "frontend/parse/user_code.h"

namespace kcast::frontend {

namespace {

class FindErrors : public AstWalk {
 public:
  FindErrors() : AstWalk({.implicit_code = true}) {}
  bool visit_statement(clang::Stmt* statement) override {
    const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
    return expression == nullptr || note(expression->containsErrors(), expression->getBeginLoc());
  }
  bool visit_declaration(clang::Decl* declaration) override {
    const auto* declarator = llvm::dyn_cast<clang::DeclaratorDecl>(declaration);
    if (declarator == nullptr) return true;
    const clang::QualType type = declarator->getType();
    const bool is_broken = declarator->isInvalidDecl() || type.isNull() || type->containsErrors();
    return note(is_broken, declarator->getLocation());
  }
  // An unknown type reads as int from there on: what is made of it is not what was meant.
  bool visit_written_type(clang::TypeLoc written) override {
    if (const auto alias = written.getAs<clang::TypedefTypeLoc>())
      return note_type(alias.getTypedefNameDecl(), alias.getTypedefNameDecl()->isInvalidDecl());
    const bool names_record = written.getAs<clang::RecordTypeLoc>() ||
                              written.getAs<clang::TemplateSpecializationTypeLoc>();
    const clang::RecordDecl* record = names_record ? written.getType()->getAsRecordDecl() : nullptr;
    return record == nullptr || note_type(record, has_broken_field(record));
  }

  std::string broken_type;  // the one that is broken, if it is a type
  bool found = false;
  clang::SourceLocation place;

 private:
  bool note(bool is_broken, clang::SourceLocation location) {
    if (is_broken && !found) place = location;
    found |= is_broken;
    return !found;
  }
  bool note_type(const clang::NamedDecl* declaration, bool is_broken) {
    if (!is_broken) return true;
    broken_type = declaration->getNameAsString();
    return note(true, declaration->getLocation());
  }
  static bool has_broken_field(const clang::RecordDecl* record) {
    const clang::RecordDecl* definition = record->getDefinition();
    return definition != nullptr && is_user_declaration(definition) &&
           std::any_of(definition->field_begin(), definition->field_end(),
                       [](const clang::FieldDecl* field) { return field->isInvalidDecl(); });
  }
};

// The names that a function's tree declares or refers to.
class CollectNames : public AstWalk {
 public:
  bool visit_declaration(clang::Decl* declaration) override {
    if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(declaration)) add(named);
    return true;
  }
  bool visit_statement(clang::Stmt* statement) override {
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
      add(reference->getDecl());
    } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(statement)) {
      add(member->getMemberDecl());
    } else if (const auto* dependent =
                   llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(statement)) {
      names.insert(dependent->getMember().getAsString());
    } else if (const auto* overloads = llvm::dyn_cast<clang::OverloadExpr>(statement)) {
      names.insert(overloads->getName().getAsString());
    }
    return true;
  }
  bool visit_written_type(clang::TypeLoc type) override {
    if (const auto tag = type.getAs<clang::TagTypeLoc>()) add(tag.getDecl());
    if (const auto alias = type.getAs<clang::TypedefTypeLoc>()) add(alias.getTypedefNameDecl());
    return true;
  }

  llvm::StringSet<> names;

 private:
  void add(const clang::NamedDecl* declaration) {
    if (const clang::IdentifierInfo* identifier = declaration->getIdentifier()) {
      names.insert(identifier->getName());
    }
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
  known.walk(const_cast<clang::FunctionDecl*>(&function));
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

// With Clang's own words where an error stands in the line.
std::string SilentErrors::broken_type(const std::string& name, unsigned line) const {
  std::string out = "line " + std::to_string(line) + ": type '" + name + "' is broken";
  for (const ParseError& error : unit_.errors) {
    if (error.diagnostic.line == static_cast<int64_t>(line))
      return out + ": " + error.diagnostic.message;
  }
  return out;
}

std::string SilentErrors::reason(const clang::Decl* declaration) {
  if (unit_.errors.empty()) return "";
  FindErrors errors;
  errors.walk(const_cast<clang::Decl*>(declaration));
  if (errors.found) {
    const clang::SourceManager& sources = unit_.sources();
    const unsigned line = sources.getPresumedLineNumber(sources.getExpansionLoc(errors.place));
    if (!errors.broken_type.empty()) return broken_type(errors.broken_type, line);
    return "line " + std::to_string(line) + ": uses something whose declaration is broken";
  }
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
  const std::string name = function == nullptr ? "" : dropped_name(*function);
  return name.empty() ? "" : "uses " + name + ", whose declaration is broken";
}

}  // namespace kcast::frontend
