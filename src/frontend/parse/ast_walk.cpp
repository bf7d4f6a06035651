#include "frontend/parse/ast_walk.h"

#include <clang/AST/RecursiveASTVisitor.h>

namespace kcast::frontend {

namespace {

// Clang calls the visits of a node's base classes first, so one for each family sees every node.
class Visitor : public clang::RecursiveASTVisitor<Visitor> {
 public:
  explicit Visitor(AstWalk& walk) : walk_(walk) {}
  bool shouldVisitImplicitCode() const { return walk_.scope().implicit_code; }
  bool shouldVisitTemplateInstantiations() const { return walk_.scope().instances; }

  bool TraverseDecl(clang::Decl* declaration) {
    if (declaration == nullptr || !walk_.enters(declaration)) return true;
    return RecursiveASTVisitor::TraverseDecl(declaration);
  }
  bool TraverseStmt(clang::Stmt* statement, DataRecursionQueue* queue = nullptr) {
    if (!walk_.scope().statements) return true;
    return RecursiveASTVisitor::TraverseStmt(statement, queue);
  }
  bool TraverseNestedNameSpecifierLoc(clang::NestedNameSpecifierLoc name) {
    if (name) walk_.visit_qualifier(name.getNestedNameSpecifier());
    return RecursiveASTVisitor::TraverseNestedNameSpecifierLoc(name);
  }
  bool TraverseNestedNameSpecifier(clang::NestedNameSpecifier* name) {
    if (name != nullptr) walk_.visit_qualifier(name);
    return RecursiveASTVisitor::TraverseNestedNameSpecifier(name);
  }
  bool TraverseTemplateName(clang::TemplateName name) {
    walk_.visit_template_name(name);
    return RecursiveASTVisitor::TraverseTemplateName(name);
  }

  bool VisitDecl(clang::Decl* declaration) { return walk_.visit_declaration(declaration); }
  bool VisitStmt(clang::Stmt* statement) { return walk_.visit_statement(statement); }
  bool VisitType(clang::Type* type) { return walk_.visit_type(type); }
  bool VisitTypeLoc(clang::TypeLoc type) { return walk_.visit_written_type(type); }

 private:
  AstWalk& walk_;
};

}  // namespace

void AstWalk::walk(clang::ASTContext& ast) {
  Visitor(*this).TraverseAST(ast);
}

void AstWalk::walk(clang::Decl* declaration) {
  Visitor(*this).TraverseDecl(declaration);
}

void AstWalk::walk(clang::Stmt* statement) {
  Visitor(*this).TraverseStmt(statement);
}

void AstWalk::walk(clang::QualType type) {
  Visitor(*this).TraverseType(type);
}

void AstWalk::walk(llvm::ArrayRef<clang::TemplateArgument> arguments) {
  Visitor(*this).TraverseTemplateArguments(arguments);
}

}  // namespace kcast::frontend
