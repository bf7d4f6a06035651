#include "frontend/slice/needs.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

#include "frontend/parse/ast_walk.h"
#include "frontend/parse/source_tree.h"

namespace kcast::frontend {

// Reports every declaration that a piece of the tree refers to.
class SliceWalker : public AstWalk {
 public:
  SliceWalker(SliceNeeds& needs, bool in_user_code)
      : AstWalk({.implicit_code = true}), needs_(needs), in_user_code_(in_user_code) {}

  bool enters(clang::Decl* declaration) override {
    // Host functions inside a record are cut out of its text.
    const clang::FunctionDecl* function = as_function(declaration);
    if (function != nullptr && function->getLexicalDeclContext()->isRecord()) {
      if (needs_.is_cut(*function)) return false;
      if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function)) {
        if (method->isVirtual()) needs_.add(method);
      }
    }
    return true;
  }
  void visit_qualifier(clang::NestedNameSpecifier* name) override {
    if (name->getAsNamespaceAlias() != nullptr) add(name->getAsNamespaceAlias());
    if (name->getAsNamespace() != nullptr) add(name->getAsNamespace());
  }
  void visit_template_name(clang::TemplateName name) override { add(name.getAsTemplateDecl()); }

  bool visit_statement(clang::Stmt* statement) override {
    if (auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
      add(reference->getDecl());
      add_found(reference->getFoundDecl());
    } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(statement)) {
      add(member->getMemberDecl());
    } else if (const auto* overloads = llvm::dyn_cast<clang::OverloadExpr>(statement)) {
      add_overloads(*overloads);
    } else if (const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(statement)) {
      add(construct->getConstructor());
    } else if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(statement)) {
      note_words(*lambda);
    }
    return true;
  }
  bool visit_declaration(clang::Decl* declaration) override {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) {
      const auto* record = variable->getType()->getAsCXXRecordDecl();
      if (record != nullptr && record->hasDefinition()) add(record->getDestructor());
    } else if (auto* directive = llvm::dyn_cast<clang::UsingDirectiveDecl>(declaration)) {
      add(directive->getNominatedNamespaceAsWritten());
    } else if (const auto* names = llvm::dyn_cast<clang::UsingDecl>(declaration)) {
      for (const clang::UsingShadowDecl* shadow : names->shadows()) {
        const clang::FunctionDecl* function = as_function(shadow->getTargetDecl());
        if (function == nullptr || !is_host_only(*function)) add(shadow->getTargetDecl());
      }
    } else if (const auto* alias = llvm::dyn_cast<clang::NamespaceAliasDecl>(declaration)) {
      add(alias->getAliasedNamespace());
    }
    return true;
  }
  bool visit_type(clang::Type* type) override {
    if (const auto* alias = llvm::dyn_cast<clang::TypedefType>(type)) {
      add(alias->getDecl());
    } else if (const auto* tag = llvm::dyn_cast<clang::TagType>(type)) {
      add(tag->getDecl());
    } else if (const auto* own = llvm::dyn_cast<clang::InjectedClassNameType>(type)) {
      add(own->getDecl());
    } else if (const auto* used = llvm::dyn_cast<clang::UsingType>(type)) {
      add_found(used->getFoundDecl());
      add(used->getFoundDecl()->getUnderlyingDecl());
    } else if (const auto* made = llvm::dyn_cast<clang::TemplateSpecializationType>(type)) {
      add(made->getTemplateName().getAsTemplateDecl());
      add(made->getAsCXXRecordDecl());
    } else if (const auto* deduced =
                   llvm::dyn_cast<clang::DeducedTemplateSpecializationType>(type)) {
      add(deduced->getTemplateName().getAsTemplateDecl());
    }
    return true;
  }

 private:
  void add_overloads(const clang::OverloadExpr& overloads) {
    for (clang::NamedDecl* candidate : overloads.decls()) {
      add_found(candidate);
      const clang::NamedDecl* target = candidate->getUnderlyingDecl();
      const clang::FunctionDecl* function = as_function(target);
      if (function == nullptr || !is_host_only(*function)) add(target);
    }
  }
  void note_words(const clang::LambdaExpr& lambda) {
    for (const clang::Attr* attribute : lambda.getCallOperator()->attrs()) {
      const bool is_word = llvm::isa<clang::CUDADeviceAttr, clang::CUDAHostAttr>(attribute);
      if (!is_word || attribute->isImplicit()) continue;
      needs_.lambda_words.insert(needs_.unit_.sources().getExpansionLoc(attribute->getLocation()));
    }
  }
  // A name that was found through a using-declaration needs that as well.
  void add_found(const clang::NamedDecl* found) {
    const auto* shadow = llvm::dyn_cast_or_null<clang::UsingShadowDecl>(found);
    if (shadow == nullptr) return;
    if (const clang::BaseUsingDecl* introducer = shadow->getIntroducer()) add(introducer);
  }
  void add(const clang::Decl* declaration) {
    if (declaration == nullptr) return;
    if (in_user_code_ && !needs_.is_user_place(declaration->getLocation())) {
      needs_.use_builtin(*declaration);
    }
    needs_.add(declaration);
  }

  SliceNeeds& needs_;
  bool in_user_code_;
};

SliceNeeds::SliceNeeds(const ParsedUnit& unit, const SliceLayout& layout,
                       std::vector<SliceItem>& items)
    : unit_(unit), layout_(layout), items_(items) {}

bool SliceNeeds::is_user_place(clang::SourceLocation place) const {
  if (place.isInvalid()) return false;
  return layout_.is_user_file(unit_.sources().getFileID(unit_.sources().getExpansionLoc(place)));
}

void SliceNeeds::add_kernel(const clang::FunctionDecl& kernel, Reach& reach) {
  add(&kernel);
  for (const clang::FunctionDecl* reached : reach.closure(&kernel))
    add(reached);
  walk_all();
}

bool SliceNeeds::is_needed(const clang::FunctionDecl& function) const {
  return functions_.contains(function.getCanonicalDecl());
}

bool SliceNeeds::is_cut(const clang::FunctionDecl& function) const {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  return is_host_only(function) && (method == nullptr || !method->isVirtual()) &&
         !is_needed(function);
}

bool SliceNeeds::is_used(const clang::NamespaceDecl& space) const {
  return spaces_.contains(space.getCanonicalDecl());
}

void SliceNeeds::walk_all() {
  while (!queue_.empty()) {
    const auto [declaration, is_instance] = queue_.back();
    queue_.pop_back();
    SliceWalker walker(*this, is_user_place(declaration->getLocation()));
    auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration);
    if (record == nullptr || !is_instance) {
      walker.walk(declaration);
      continue;
    }
    // The visitor leaves instances of class templates out.
    if (const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record)) {
      walker.walk(special->getTemplateArgs().asArray());
    }
    if (!record->hasDefinition()) continue;
    record = record->getDefinition();
    for (const clang::CXXBaseSpecifier& base : record->bases())
      walker.walk(base.getType());
    for (clang::Decl* member : record->decls())
      walker.walk(member);
  }
}

// Keeps the item that holds the declaration, with everything that its text names.
void SliceNeeds::add_text(const clang::Decl& declaration) {
  // What stands in a function comes with it; a kernel's argument that was declared
  // in a host function cannot be had.
  if (declaration.getParentFunctionOrMethod() != nullptr) return;
  const auto position = layout_.position(declaration.getLocation());
  if (!position) return;
  auto after = std::partition_point(items_.begin(), items_.end(),
                                    [&](const SliceItem& item) { return item.end <= *position; });
  if (after == items_.end() || after->begin > *position) return;
  if (!needed_items_.insert(&*after).second) return;
  for (const clang::Decl* scope : after->scopes) {
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
    if (space != nullptr) spaces_.insert(space->getCanonicalDecl());
  }
  const bool all = after->declarations.size() == 1 || !after->generated;
  for (clang::Decl* owner : after->declarations) {
    // Of several functions that one macro makes, those of the host are not walked.
    const clang::FunctionDecl* function = as_function(owner);
    if (!all && function != nullptr && is_host_only(*function)) continue;
    if (function != nullptr) functions_.insert(function->getCanonicalDecl());
    queue_.emplace_back(owner, false);
  }
}

void SliceNeeds::add(const clang::Decl* declaration) {
  if (declaration == nullptr || !visited_.insert(declaration).second) return;
  if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(declaration)) {
    spaces_.insert(space->getCanonicalDecl());
    return;
  }
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
    add_function(*function);
  } else if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration)) {
    add_record(*record);
  } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) {
    add_variable(*variable);
  } else if (const auto* made = llvm::dyn_cast<clang::RedeclarableTemplateDecl>(declaration)) {
    for (const auto* redeclaration : made->redecls())
      add_text(*redeclaration);
    add(made->getTemplatedDecl());
  } else {
    for (const clang::Decl* redeclaration : declaration->redecls())
      add_text(*redeclaration);
  }
}

void SliceNeeds::add_function(const clang::FunctionDecl& function) {
  functions_.insert(function.getCanonicalDecl());
  for (const clang::FunctionDecl* redeclaration : function.redecls())
    add_text(*redeclaration);
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function)) {
    add(method->getParent());
  }
  if (const clang::FunctionTemplateDecl* made = function.getPrimaryTemplate()) add(made);
  if (const clang::FunctionDecl* pattern = function.getTemplateInstantiationPattern()) {
    add(pattern);
  }
  if (const clang::TemplateArgumentList* arguments = function.getTemplateSpecializationArgs()) {
    SliceWalker(*this, false).walk(arguments->asArray());
  }
  const clang::FunctionDecl* body = nullptr;
  // Plain built-in functions call nothing of the user's; instances may.
  const bool walk = function.hasBody(body) &&
                    (is_user_place(body->getLocation()) || body->isTemplateInstantiation());
  if (walk) queue_.emplace_back(const_cast<clang::FunctionDecl*>(body), true);
}

void SliceNeeds::add_record(const clang::CXXRecordDecl& record) {
  for (const clang::TagDecl* redeclaration : record.redecls())
    add_text(*redeclaration);
  if (const auto* outer = llvm::dyn_cast<clang::CXXRecordDecl>(record.getDeclContext())) add(outer);
  const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
  bool is_instance = record.getInstantiatedFromMemberClass() != nullptr;
  if (special != nullptr) {
    add(special->getSpecializedTemplate());
    const auto origin = special->getSpecializedTemplateOrPartial();
    if (auto* partial = origin.dyn_cast<clang::ClassTemplatePartialSpecializationDecl*>()) {
      add(partial);
    }
    is_instance = !special->isExplicitSpecialization() &&
                  !llvm::isa<clang::ClassTemplatePartialSpecializationDecl>(special);
  }
  if (const clang::CXXRecordDecl* pattern = record.getTemplateInstantiationPattern()) {
    if (pattern != &record) add(pattern);
  }
  if (const clang::ClassTemplateDecl* made = record.getDescribedClassTemplate()) add(made);
  if (is_instance) queue_.emplace_back(const_cast<clang::CXXRecordDecl*>(&record), true);
}

void SliceNeeds::add_variable(const clang::VarDecl& variable) {
  for (const clang::VarDecl* redeclaration : variable.redecls())
    add_text(*redeclaration);
  if (const auto* outer = llvm::dyn_cast<clang::CXXRecordDecl>(variable.getDeclContext())) {
    add(outer);
  }
  if (const clang::VarDecl* pattern = variable.getTemplateInstantiationPattern()) add(pattern);
  if (const clang::VarTemplateDecl* made = variable.getDescribedVarTemplate()) add(made);
  if (const auto* special = llvm::dyn_cast<clang::VarTemplateSpecializationDecl>(&variable)) {
    add(special->getSpecializedTemplate());
    SliceWalker(*this, false).walk(special->getTemplateArgs().asArray());
    if (variable.getInit() != nullptr) {
      SliceWalker(*this, is_user_place(variable.getLocation()))
          .walk(const_cast<clang::Expr*>(variable.getInit()));
    }
  }
}

void SliceNeeds::use_builtin(const clang::Decl& declaration) {
  // The name that stands in the namespace, for a member or an enumerator too.
  const clang::Decl* named = &declaration;
  for (const clang::DeclContext* context = named->getDeclContext(); context != nullptr;
       context = context->getParent()) {
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(context);
    if (space != nullptr) spaces_.insert(space->getCanonicalDecl());
    if (context->isTranslationUnit() || llvm::isa<clang::LinkageSpecDecl>(context)) {
      if (const auto* name = llvm::dyn_cast<clang::NamedDecl>(named)) {
        if (name->getIdentifier() != nullptr) builtins.global_names.insert(name->getNameAsString());
      }
      break;
    }
    if (space != nullptr && space->isStdNamespace()) {
      if (const auto* name = llvm::dyn_cast<clang::NamedDecl>(named)) {
        if (name->getIdentifier() != nullptr) builtins.std_names.insert(name->getNameAsString());
      }
      break;
    }
    if (space != nullptr && space->getName() == "cub") {
      const auto* name = llvm::dyn_cast<clang::NamedDecl>(named);
      if (name != nullptr) builtins.cub_names.insert(name->getNameAsString());
    }
    if (space == nullptr || !space->isInline()) named = llvm::cast<clang::Decl>(context);
  }
  use_builtin_place(declaration.getLocation());
}

// Finds the header that a user includes for it: the innermost that is not ours alone.
SliceNeeds::Origin SliceNeeds::use_builtin_place(clang::SourceLocation place) {
  const clang::SourceManager& sources = unit_.sources();
  clang::SourceLocation at = place.isValid() ? sources.getExpansionLoc(place) : place;
  while (at.isValid() && !is_user_place(at)) {
    const clang::FileID file = sources.getFileID(at);
    const auto named = sources.getFileEntryRefForID(file);
    llvm::StringRef path = named ? named->getName() : llvm::StringRef();
    if (!path.consume_front(kBuiltinRoot)) break;
    at = sources.getIncludeLoc(file);
    const auto [folder, name] = path.split('/');
    const llvm::StringRef leaf = name.substr(name.rfind('/') + 1);
    if (leaf.starts_with("kcast_") || leaf.starts_with("__kcast")) continue;
    const bool is_toolkit =
        folder == "device" || name.starts_with("cub/") || name.starts_with("thrust/");
    (is_toolkit ? builtins.device_headers : builtins.other_headers).insert(name.str());
    return is_toolkit ? Origin::Toolkit : Origin::Other;
  }
  return Origin::Everywhere;
}

}  // namespace kcast::frontend
