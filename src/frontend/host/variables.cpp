#include "frontend/host/variables.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>

#include "frontend/parse/user_code.h"

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

Place Variables::captured_place(const ValueDecl* declaration, bool* found) {
  *found = false;
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(stack_.frame().function);
  if (method == nullptr || !method->getParent()->isLambda()) return {};
  llvm::DenseMap<const ValueDecl*, FieldDecl*> fields;
  FieldDecl* self = nullptr;
  method->getParent()->getCaptureFields(fields, self);
  const FieldDecl* field = declaration == nullptr ? self : fields.lookup(declaration);
  if (field == nullptr) return {};
  *found = true;
  Place place = named_.field_place(stack_.frame().self, field);
  if (!field->getType()->isReferenceType() && declaration != nullptr) return place;
  if (declaration == nullptr && !field->getType()->isPointerType()) return place;
  return place_of(named_.load(place, field->getType()));
}

// A constant that a lambda or a local class only reads the value of is no capture: it
// is that of the function around, or, when that has returned, what it was made with.
Place Variables::enclosing_place(const VarDecl* variable, bool* found) {
  *found = false;
  const Decl* owner = Decl::castFromDeclContext(variable->getDeclContext());
  if (owner == stack_.frame().function || isa<ParmVarDecl>(variable)) return {};
  for (auto outer = stack_.frames.rbegin(); outer != stack_.frames.rend(); ++outer) {
    auto place = (*outer)->variables.find(variable);
    if (place == (*outer)->variables.end()) continue;
    *found = true;
    return place->second;
  }
  const Expr* init = variable->getInit();
  if (init == nullptr || init->isValueDependent() || !variable->getType().isConstQualified()) {
    return {};
  }
  *found = true;
  Place at = locals_.new_variable(variable, types_.bytes_of(variable->getType()));
  if (at.object != 0) initialize(at, variable);
  return at;
}

Place Variables::variable_place(const ValueDecl* declaration) {
  auto found = stack_.frame().variables.find(declaration);
  if (found != stack_.frame().variables.end()) return found->second;
  if (const auto* bound = dyn_cast<BindingDecl>(declaration)) {
    if (const VarDecl* holder = bound->getHoldingVar()) return variable_place(holder);
    if (bound->getBinding() != nullptr) return code_.place(bound->getBinding());
  }
  bool captured = false;
  Place capture = captured_place(declaration, &captured);
  if (captured) return capture;
  if (const auto* variable = dyn_cast<VarDecl>(declaration)) {
    if (variable->hasGlobalStorage()) return global_place(variable);
    bool found_outside = false;
    Place outside = enclosing_place(variable, &found_outside);
    if (found_outside) return outside;
  }
  CauseSet why =
      causes_.cause(declaration->getNameAsString(), "no value of it is known here", false);
  return Place{0, true, why, 0};
}

Place Variables::global_place(const VarDecl* variable) {
  const VarDecl* definition = index_.definition(variable);
  const VarDecl* key = definition != nullptr ? definition : variable->getCanonicalDecl();
  auto found = globals_.find(key);
  if (found != globals_.end()) return found->second;
  QualType type = key->getType();
  uint32_t id = memory_.create(types_.bytes_of(type));
  if (id == 0) return {};
  Place place{id, true, 0, 0};
  globals_[key] = place;
  MemoryObject& object = memory_.object(id);
  object.name = key->getNameAsString();
  object.is_user = frontend::is_user_declaration(key);
  object.type = type.getAsOpaquePtr();
  if (key->hasAttr<CUDADeviceAttr>() || key->hasAttr<CUDAConstantAttr>() ||
      key->hasAttr<HIPManagedAttr>()) {
    object.space = MemorySpace::Device;
  }
  bool is_declared_only =
      definition == nullptr || (definition->hasExternalStorage() && !definition->hasInit());
  if (is_declared_only) {
    object.is_external = true;
    return place;
  }
  memory_.set_bytes(place, 0, std::max<int64_t>(object.bytes, 1));
  auto outer = std::make_unique<EvalFrame>();
  outer->ast = &key->getASTContext();
  outer->is_user = object.is_user;
  if (key->isStaticLocal()) {
    // Its initialiser sees the function it stands in.
    initialize(place, key);
  } else if (stack_.frames.size() < CallStack::kMaxFrames) {
    stack_.frames.push_back(std::move(outer));
    initialize(place, key);
    // Temporaries that a global refers to live on.
    stack_.frames.pop_back();
  }
  memory_.settle(id);
  return globals_[key];
}

void Variables::declare(const Decl* declaration) {
  if (const auto* variable = dyn_cast<VarDecl>(declaration)) {
    declare_variable(variable);
    if (const auto* group = dyn_cast<DecompositionDecl>(variable)) {
      for (const BindingDecl* part : group->bindings()) {
        if (const VarDecl* holder = part->getHoldingVar()) declare_variable(holder);
      }
    }
  }
}

void Variables::declare_variable(const VarDecl* variable) {
  if (variable->isInvalidDecl() || variable->hasGlobalStorage()) return;
  move_position(position_, stack_, variable->getLocation());
  QualType type = variable->getType();
  if (type->isReferenceType()) {
    stack_.frame().variables[variable] = code_.place(variable->getInit());
    return;
  }
  int64_t bytes = types_.bytes_of(type);
  if (const auto* array = dyn_cast_or_null<VariableArrayType>(stack_.ast().getAsArrayType(type))) {
    EvalValue count = code_.eval(array->getSizeExpr());
    bool fits = count.is_integer() && count.integer >= 0 && count.integer < (int64_t{1} << 40);
    int64_t element = std::min(types_.bytes_of(array->getElementType()), int64_t{1} << 20);
    bytes = fits ? count.integer * element : -1;
  }
  Place at = locals_.new_variable(variable, bytes);
  if (at.object != 0 && !control_.halted()) initialize(at, variable);
}

void Variables::initialize(const Place& at, const VarDecl* variable) {
  QualType type = variable->getType();
  const MemoryObject& object = memory_.object(at.object);
  if (type->isReferenceType()) {
    if (variable->getInit() != nullptr) globals_[variable] = code_.place(variable->getInit());
    return;
  }
  if (object.is_user && !bindings_.empty() && !is_aggregate(type)) {
    if (const EvalValue* bound = bindings_.find(object.name)) {
      named_.assign(at, type, *bound, false);
      return;
    }
  }
  const Expr* init = variable->getInit();
  if (init == nullptr || (init->isValueDependent() && !isa<RecoveryExpr>(init))) return;
  code_.eval_into(at, type, init);
}

}  // namespace kcast::host
