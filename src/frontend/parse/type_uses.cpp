#include "frontend/parse/type_uses.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>

#include "frontend/parse/user_code.h"

namespace kcast::frontend {

namespace {

constexpr const char* kStandIn = "::__kcast_function";  // kcast_stand_ins.h

class FindUses : public clang::RecursiveASTVisitor<FindUses> {
 public:
  explicit FindUses(const clang::TemplateTypeParmDecl& parameter) : parameter_(parameter) {}

  bool VisitDependentScopeDeclRefExpr(clang::DependentScopeDeclRefExpr* e) {
    add_member(e->getQualifier(), e->getDeclName().getAsString());
    return true;
  }
  bool VisitDependentNameTypeLoc(clang::DependentNameTypeLoc type) {
    const clang::DependentNameType* name = type.getTypePtr();
    add_member(name->getQualifier(), name->getIdentifier()->getName().str());
    return true;
  }
  bool VisitDependentTemplateSpecializationTypeLoc(
      clang::DependentTemplateSpecializationTypeLoc type) {
    const clang::DependentTemplateSpecializationType* name = type.getTypePtr();
    add_member(name->getQualifier(), name->getIdentifier()->getName().str());
    return true;
  }
  bool VisitCXXDependentScopeMemberExpr(clang::CXXDependentScopeMemberExpr* e) {
    if (is_parameter(e->getBaseType())) use.members.insert(e->getMember().getAsString());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::Expr* callee = call->getCallee();
    if (callee != nullptr && is_parameter(callee->getType())) {
      use.called_with = static_cast<int>(call->getNumArgs());
    }
    return true;
  }

  TypeUse use;

 private:
  bool is_parameter(clang::QualType type) const {
    if (type.isNull()) return false;
    if (type->isPointerType() || type->isReferenceType()) type = type->getPointeeType();
    const auto* named = type->getAs<clang::TemplateTypeParmType>();
    return named != nullptr && named->getDepth() == parameter_.getDepth() &&
           named->getIndex() == parameter_.getIndex();
  }

  void add_member(const clang::NestedNameSpecifier* scope, std::string name) {
    if (scope == nullptr || scope->getAsType() == nullptr) return;
    if (is_parameter(clang::QualType(scope->getAsType(), 0))) use.members.insert(std::move(name));
  }

  const clang::TemplateTypeParmDecl& parameter_;
};

// Classes at namespace scope.
class FindClasses : public clang::RecursiveASTVisitor<FindClasses> {
 public:
  bool VisitCXXRecordDecl(clang::CXXRecordDecl* record) {
    const bool fits = record->isThisDeclarationADefinition() && !record->isLambda() &&
                      record->getIdentifier() != nullptr && is_user_declaration(record) &&
                      !llvm::isa<clang::ClassTemplateSpecializationDecl>(record) &&
                      !record->isInvalidDecl();
    if (fits) all.push_back(record);
    return true;
  }
  // Those of functions cannot be named elsewhere.
  bool TraverseStmt(clang::Stmt*) { return true; }

  std::vector<clang::CXXRecordDecl*> all;
};

const clang::CXXRecordDecl* base_class(const clang::CXXBaseSpecifier& base) {
  const clang::QualType type = base.getType();
  if (const auto* record = type->getAsCXXRecordDecl()) return record->getDefinition();
  const auto* special = type->getAs<clang::TemplateSpecializationType>();
  if (special == nullptr) return nullptr;
  const clang::TemplateDecl* pattern = special->getTemplateName().getAsTemplateDecl();
  if (pattern == nullptr) return nullptr;
  return llvm::dyn_cast_or_null<clang::CXXRecordDecl>(pattern->getTemplatedDecl());
}

void collect_names(const clang::DeclContext& scope, std::set<std::string>& names) {
  for (const clang::Decl* member : scope.decls()) {
    const auto* named = llvm::dyn_cast<clang::NamedDecl>(member);
    if (named != nullptr && !named->isImplicit()) names.insert(named->getDeclName().getAsString());
    const auto* constants = llvm::dyn_cast<clang::EnumDecl>(member);
    if (constants != nullptr && !constants->isScoped()) collect_names(*constants, names);
  }
}

void collect_members(const clang::CXXRecordDecl& record, int depth, std::set<std::string>& names) {
  collect_names(record, names);
  constexpr int kDeepest = 5;
  if (depth == kDeepest || !record.hasDefinition()) return;
  for (const clang::CXXBaseSpecifier& base : record.bases()) {
    const clang::CXXRecordDecl* inherited = base_class(base);
    if (inherited != nullptr) collect_members(*inherited, depth + 1, names);
  }
}

bool can_be_called_with(const clang::CXXRecordDecl& record, int arguments) {
  return std::any_of(record.decls_begin(), record.decls_end(), [&](const clang::Decl* member) {
    if (const auto* pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(member)) {
      member = pattern->getTemplatedDecl();
    }
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(member);
    return method != nullptr && method->getOverloadedOperator() == clang::OO_Call &&
           method->getNumParams() == static_cast<unsigned>(arguments);
  });
}

bool fits(const clang::CXXRecordDecl& record, const TypeUse& use) {
  if (use.called_with >= 0 && !can_be_called_with(record, use.called_with)) return false;
  std::set<std::string> names;
  collect_members(record, 0, names);
  return std::includes(names.begin(), names.end(), use.members.begin(), use.members.end());
}

}  // namespace

TypeUse use_of(const clang::FunctionTemplateDecl& pattern,
               const clang::TemplateTypeParmDecl& parameter) {
  FindUses finder(parameter);
  finder.TraverseDecl(pattern.getTemplatedDecl());
  return finder.use;
}

std::string reachable_name(const clang::NamedDecl& declaration) {
  std::string name = declaration.getNameAsString();
  for (const clang::DeclContext* scope = declaration.getDeclContext(); !scope->isTranslationUnit();
       scope = scope->getParent()) {
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
    if (llvm::isa<clang::LinkageSpecDecl>(scope)) continue;
    if (space == nullptr) return "";
    if (!space->isAnonymousNamespace()) name = space->getNameAsString() + "::" + name;
  }
  return "::" + name;
}

std::vector<std::string> fitting_types(const ParsedUnit& unit, const TypeUse& use,
                                       const GuessArguments& guess_arguments) {
  std::vector<std::string> out;
  if (!use.any()) return out;
  FindClasses finder;
  finder.TraverseAST(unit.ast());
  for (const clang::CXXRecordDecl* record : finder.all) {
    if (!fits(*record, use)) continue;
    std::string name = reachable_name(*record);
    if (name.empty()) continue;
    if (const clang::ClassTemplateDecl* pattern = record->getDescribedClassTemplate()) {
      const std::string arguments = guess_arguments(*pattern);
      if (arguments.empty()) continue;
      name += arguments;
    }
    out.push_back(std::move(name));
  }
  if (use.called_with >= 0 && use.members.empty()) out.emplace_back(kStandIn);
  return out;
}

}  // namespace kcast::frontend
