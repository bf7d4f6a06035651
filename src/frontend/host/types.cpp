// Types, layouts, names, and where declared things live.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/RecordLayout.h>

#include "frontend/host/machine.h"

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

namespace {

Shape compute_shape(QualType type, ASTContext& ast) {
  const Type* canonical = type.getCanonicalType().getTypePtr();
  if (canonical->isDependentType()) return {};
  if (canonical->isReferenceType() || canonical->isPointerType() || canonical->isNullPtrType() ||
      canonical->isMemberFunctionPointerType() || canonical->isFunctionType()) {
    return pointer_shape();
  }
  if (canonical->isBooleanType()) return bool_shape();
  if (const auto* enumeration = canonical->getAs<EnumType>()) {
    if (!enumeration->getDecl()->isComplete()) return integer_shape(32, false);
  }
  if (canonical->isIntegralOrEnumerationType()) {
    uint64_t bits = ast.getTypeSize(type);
    Shape shape = integer_shape(static_cast<uint8_t>(std::min<uint64_t>(bits, 64)),
                                canonical->isUnsignedIntegerOrEnumerationType());
    shape.bytes = static_cast<uint32_t>(bits / 8);
    return shape;
  }
  if (canonical->isRealFloatingType()) {
    uint64_t bits = ast.getTypeSize(type);
    Shape shape = real_shape(static_cast<uint8_t>(std::min<uint64_t>(bits, 64)));
    shape.bytes = static_cast<uint32_t>(bits / 8);
    return shape;
  }
  return {};
}

bool has_layout(const RecordDecl* record) {
  return record != nullptr && record->isCompleteDefinition() && !record->isInvalidDecl() &&
         !record->isDependentType();
}

}  // namespace

Shape HostMachine::shape_of(QualType type) {
  if (type.isNull()) return {};
  const Type* key = type.getTypePtr();
  auto found = shapes_.find(key);
  if (found != shapes_.end()) return found->second;
  Shape shape = compute_shape(type, stack_.ast());
  shapes_[key] = shape;
  return shape;
}

int64_t HostMachine::bytes_of(QualType type) {
  if (type.isNull() || type->isDependentType() || type->isIncompleteType() ||
      type->isFunctionType()) {
    return type.isNull() || !type->isVoidType() ? 0 : 1;
  }
  const Type* element = type->getBaseElementTypeUnsafe();
  if (const auto* record = element->getAs<RecordType>()) {
    if (!has_layout(record->getDecl()->getDefinition())) return 0;
  }
  // Larger types exist only in hostile code; a bound keeps offsets from overflowing.
  constexpr int64_t kLargestType = int64_t{1} << 45;
  return std::min<int64_t>(stack_.ast().getTypeSizeInChars(type).getQuantity(), kLargestType);
}

bool HostMachine::is_aggregate(QualType type) {
  if (type.isNull()) return false;
  return type->isRecordType() || type->isArrayType() || type->isVectorType() ||
         type->isAnyComplexType();
}

const ASTRecordLayout* HostMachine::layout_of(const RecordDecl* record) {
  if (record != nullptr) record = record->getDefinition();
  return has_layout(record) ? &record->getASTContext().getASTRecordLayout(record) : nullptr;
}

Place HostMachine::field_place(const Place& base, const FieldDecl* field) {
  Place place = base;
  const ASTRecordLayout* layout = layout_of(field->getParent());
  if (layout == nullptr || field->getFieldIndex() >= layout->getFieldCount()) {
    return Place{0, true, cause(field->getNameAsString(), "its class is not complete", true), 0};
  }
  uint64_t bits = layout->getFieldOffset(field->getFieldIndex());
  // Bit-fields share bytes; each gets a cell far away from all others.
  if (field->isBitField()) {
    place.offset += (int64_t{1} << 50) + static_cast<int64_t>(bits % (1u << 20)) * 16;
  } else {
    place.offset += static_cast<int64_t>(bits / 8) % kFarthestByte;
  }
  return place;
}

std::optional<int64_t> HostMachine::base_offset(const CXXRecordDecl* from,
                                                const CXXRecordDecl* to) {
  if (from == nullptr || to == nullptr) return std::nullopt;
  from = from->getDefinition();
  to = to->getDefinition();
  if (from == to) return 0;
  const ASTRecordLayout* layout = layout_of(from);
  if (layout == nullptr) return std::nullopt;
  for (const CXXBaseSpecifier& base : from->bases()) {
    const CXXRecordDecl* record = base.getType()->getAsCXXRecordDecl();
    if (record == nullptr || !has_layout(record->getDefinition())) continue;
    std::optional<int64_t> inner = base_offset(record, to);
    if (!inner) continue;
    int64_t outer = base.isVirtual() ? layout->getVBaseClassOffset(record).getQuantity()
                                     : layout->getBaseClassOffset(record).getQuantity();
    return outer + *inner;
  }
  return std::nullopt;
}

namespace {

// Follows an offset down the members of a type.
struct NamePath {
  std::string text;
  bool exact = true;  // false: ends inside something the user's code does not name
};

const FieldDecl* field_at(const RecordDecl* record, const ASTRecordLayout& layout, int64_t offset,
                          int64_t* inside) {
  const FieldDecl* found = nullptr;
  for (const FieldDecl* field : record->fields()) {
    auto begin = static_cast<int64_t>(layout.getFieldOffset(field->getFieldIndex()) / 8);
    if (begin > offset) break;
    found = field;
    *inside = offset - begin;
  }
  return found;
}

void follow(NamePath& path, QualType type, int64_t offset, ASTContext& ast, int depth) {
  if (depth > 8 || type.isNull() || type->isDependentType() || type->isIncompleteType()) return;
  if (const auto* array = dyn_cast_or_null<ConstantArrayType>(ast.getAsArrayType(type))) {
    QualType element = array->getElementType();
    if (element->isIncompleteType() || element->isDependentType()) return;
    int64_t size = ast.getTypeSizeInChars(element).getQuantity();
    if (size <= 0) return;
    path.text += "[" + std::to_string(offset / size) + "]";
    follow(path, element, offset % size, ast, depth + 1);
    return;
  }
  const auto* record = type->getAsRecordDecl();
  if (record == nullptr) return;
  record = record->getDefinition();
  if (!has_layout(record)) return;
  int64_t inside = 0;
  const FieldDecl* field = field_at(record, ast.getASTRecordLayout(record), offset, &inside);
  if (field == nullptr || !is_user_declaration(field)) {
    path.exact = false;
    return;
  }
  path.text += "." + field->getNameAsString();
  follow(path, field->getType(), inside, ast, depth + 1);
}

}  // namespace

std::string HostMachine::name_of(const Place& place, bool* exact) {
  *exact = false;
  if (place.object == 0) return "";
  const MemoryObject& object = memory_.object(place.object);
  NamePath path;
  path.text = object.name;
  if (object.type != nullptr && place.offset_known && place.offset < (int64_t{1} << 49)) {
    follow(path, QualType::getFromOpaquePtr(object.type), place.offset, stack_.ast(), 0);
  } else {
    path.exact = !object.is_heap;
  }
  *exact = path.exact && (object.is_user || object.is_external);
  if (object.name.empty() && !path.text.empty() && path.text[0] == '.') path.text.erase(0, 1);
  return path.text;
}

Place HostMachine::new_variable(const VarDecl* variable, int64_t bytes) {
  auto found = stack_.frame().variables.find(variable);
  uint32_t id = 0;
  if (found != stack_.frame().variables.end() && !variable->getType()->isReferenceType()) {
    id = found->second.object;
    memory_.reset(id);
    memory_.object(id).bytes = bytes;
  } else {
    id = memory_.create(bytes);
    if (id == 0)
      return Place{0, true, cause("memory", "the program makes too many objects", true), 0};
    stack_.frame().objects.push_back(id);
    stack_.frame().variables[variable] = Place{id, true, 0, 0};
  }
  MemoryObject& object = memory_.object(id);
  object.name = variable->getNameAsString();
  object.is_user = stack_.frame().is_user && is_user_declaration(variable);
  object.lifetime = static_cast<uint32_t>(stack_.frames.size());
  object.type = variable->getType().getAsOpaquePtr();
  object.dynamic_types.clear();
  return Place{id, true, 0, 0};
}

Place HostMachine::fresh_place(EvalFrame& owner, QualType type) {
  uint32_t id = memory_.create(bytes_of(type));
  if (id == 0)
    return Place{0, true, cause("memory", "the program makes too many objects", true), 0};
  owner.objects.push_back(id);
  // The frame of a call that is being prepared comes on top of the current one.
  bool is_current = !stack_.frames.empty() && &owner == &stack_.frame();
  memory_.object(id).lifetime = static_cast<uint32_t>(stack_.frames.size() + (is_current ? 0 : 1));
  memory_.object(id).type = type.getAsOpaquePtr();
  return Place{id, true, 0, 0};
}

Place HostMachine::new_temporary(const Expr* key, QualType type) {
  auto [entry, is_new] = stack_.frame().temporaries.try_emplace(key, 0);
  if (!is_new && entry->second != 0) {
    memory_.reset(entry->second);
    memory_.object(entry->second).dynamic_types.clear();
    return Place{entry->second, true, 0, 0};
  }
  Place place = fresh_place(stack_.frame(), type);
  stack_.frame().temporaries[key] = place.object;
  return place;
}

Place HostMachine::captured_place(const ValueDecl* declaration, bool* found) {
  *found = false;
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(stack_.frame().function);
  if (method == nullptr || !method->getParent()->isLambda()) return {};
  llvm::DenseMap<const ValueDecl*, FieldDecl*> fields;
  FieldDecl* self = nullptr;
  method->getParent()->getCaptureFields(fields, self);
  const FieldDecl* field = declaration == nullptr ? self : fields.lookup(declaration);
  if (field == nullptr) return {};
  *found = true;
  Place place = field_place(stack_.frame().self, field);
  if (!field->getType()->isReferenceType() && declaration != nullptr) return place;
  if (declaration == nullptr && !field->getType()->isPointerType()) return place;
  return place_of(load(place, field->getType()));
}

// A constant that a lambda or a local class only reads the value of is no capture: it
// is that of the function around, or, when that has returned, what it was made with.
Place HostMachine::enclosing_place(const VarDecl* variable, bool* found) {
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
  Place at = new_variable(variable, bytes_of(variable->getType()));
  if (at.object != 0) initialize(at, variable);
  return at;
}

Place HostMachine::variable_place(const ValueDecl* declaration) {
  auto found = stack_.frame().variables.find(declaration);
  if (found != stack_.frame().variables.end()) return found->second;
  if (const auto* bound = dyn_cast<BindingDecl>(declaration)) {
    if (const VarDecl* holder = bound->getHoldingVar()) return variable_place(holder);
    if (bound->getBinding() != nullptr) return place(bound->getBinding());
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
  CauseSet why = cause(declaration->getNameAsString(), "no value of it is known here", false);
  return Place{0, true, why, 0};
}

Place HostMachine::global_place(const VarDecl* variable) {
  const VarDecl* definition = index_.definition(variable);
  const VarDecl* key = definition != nullptr ? definition : variable->getCanonicalDecl();
  auto found = globals_.find(key);
  if (found != globals_.end()) return found->second;
  QualType type = key->getType();
  uint32_t id = memory_.create(bytes_of(type));
  if (id == 0) return {};
  Place place{id, true, 0, 0};
  globals_[key] = place;
  MemoryObject& object = memory_.object(id);
  object.name = key->getNameAsString();
  object.is_user = is_user_declaration(key);
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

}  // namespace kcast::host
