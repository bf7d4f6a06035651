// A walk over Clang's syntax tree. Clang's visitor is a template that takes seconds to compile
// for every class that derives from it; here it is instantiated once for all walks.
#pragma once

#include <clang/AST/ASTFwd.h>
#include <clang/AST/NestedNameSpecifier.h>
#include <clang/AST/TemplateBase.h>
#include <clang/AST/TypeLoc.h>
#include <llvm/ADT/ArrayRef.h>

namespace kcast::frontend {

struct WalkScope {
  bool implicit_code = false;  // what the compiler wrote as well
  bool instances = false;      // of templates
  bool statements = true;      // bodies, initialisers and other expressions
};

// Visits each node before what is in it, in the order of the text.
class AstWalk {
 public:
  AstWalk(const AstWalk&) = delete;
  AstWalk& operator=(const AstWalk&) = delete;
  virtual ~AstWalk() = default;

  // All of the unit, or what is below a node, with it.
  void walk(clang::ASTContext& ast);
  void walk(clang::Decl* declaration);
  void walk(clang::Stmt* statement);
  void walk(clang::QualType type);
  void walk(llvm::ArrayRef<clang::TemplateArgument> arguments);

  // Called by the walk. Where a visit answers false, all of the walk ends.
  virtual bool visit_declaration(clang::Decl* /*declaration*/) { return true; }
  virtual bool visit_statement(clang::Stmt* /*statement*/) { return true; }
  virtual bool visit_type(clang::Type* /*type*/) { return true; }
  virtual bool visit_written_type(clang::TypeLoc /*type*/) { return true; }
  virtual void visit_qualifier(clang::NestedNameSpecifier* /*name*/) {}
  virtual void visit_template_name(clang::TemplateName /*name*/) {}
  // Whether a declaration is visited, with all that is in it.
  virtual bool enters(clang::Decl* /*declaration*/) { return true; }

  const WalkScope& scope() const { return scope_; }

 protected:
  explicit AstWalk(WalkScope scope = {}) : scope_(scope) {}

 private:
  WalkScope scope_;
};

}  // namespace kcast::frontend
