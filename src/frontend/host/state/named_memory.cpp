#include "frontend/host/state/named_memory.h"

#include <clang/AST/RecordLayout.h>

#include <algorithm>

#include "frontend/parse/user_code.h"

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

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
  if (field == nullptr || !frontend::is_user_declaration(field)) {
    path.exact = false;
    return;
  }
  path.text += "." + field->getNameAsString();
  follow(path, field->getType(), inside, ast, depth + 1);
}

}  // namespace

std::string NamedMemory::name_of(const Place& place, bool* exact) const {
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

Place NamedMemory::field_place(const Place& base, const FieldDecl* field) {
  Place place = base;
  const ASTRecordLayout* layout = layout_of(field->getParent());
  if (layout == nullptr || field->getFieldIndex() >= layout->getFieldCount()) {
    return Place{0, true,
                 causes_.cause(field->getNameAsString(), "its class is not complete", true), 0};
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

EvalValue NamedMemory::load(const Place& from, QualType type) {
  Shape shape = types_.shape_of(type);
  if (shape.kind == ValueKind::Unknown) return unknown_value(from.causes);
  EvalValue value = memory_.load(from, shape);
  if (value.is_unknown() && value.causes != 0) return named_unknown(from, shape, value);
  if (!value.is_unknown()) return value;
  if (from.object == 0) return causes_.unknown("a null pointer", "is read through", true);
  bool exact = false;
  std::string name = name_of(from, &exact);
  if (const EvalValue* bound = bindings_.find(name)) return convert_value(*bound, shape);
  const MemoryObject& object = memory_.object(from.object);
  if (object.is_external) {
    return assumed_or(causes_.unknown(name, "comes from outside the program text", !exact), name,
                      shape);
  }
  const char* reason =
      object.is_heap ? "contents of memory that are not followed" : "is read before it is assigned";
  return assumed_or(causes_.unknown(name.empty() ? "memory" : name, reason, name.empty() || !exact),
                    name, shape);
}

EvalValue NamedMemory::assumed_or(EvalValue unknown, const std::string& name,
                                  const Shape& shape) const {
  const EvalValue* value = bindings_.assumed(name);
  const bool is_number = shape.kind == ValueKind::Integer || shape.kind == ValueKind::Real;
  if (value == nullptr || !is_number || !unknown.is_unknown()) return unknown;
  EvalValue result = convert_value(*value, shape);
  result.causes = unknown.causes;
  return result;
}

// A member or element that was never assigned by itself is known by its own name.
EvalValue NamedMemory::named_unknown(const Place& from, const Shape& shape, EvalValue value) {
  if (from.object == 0) return value;
  const MemoryObject& object = memory_.object(from.object);
  if (!object.is_user || object.type == nullptr) return value;
  const std::vector<uint32_t>& members = causes_.table().members(value.causes);
  auto is_anonymous = [&](uint32_t member) { return causes_.table().cause(member).anonymous; };
  if (std::none_of(members.begin(), members.end(), is_anonymous)) return value;
  bool exact = false;
  std::string name = name_of(from, &exact);
  if (!exact || name.empty()) return value;
  if (const EvalValue* bound = bindings_.find(name)) return convert_value(*bound, shape);
  value.causes = causes_.renamed(value.causes, name);
  return assumed_or(value, name, shape);
}

void NamedMemory::name_heap_object(const Place& to, const EvalValue& value) {
  if (!value.is_pointer() || value.object == 0) return;
  MemoryObject& heap = memory_.object(value.object);
  if (!heap.is_heap) return;
  const MemoryObject& variable = memory_.object(to.object);
  if (!variable.is_user && !variable.is_heap) return;
  if (!heap.name.empty()) {
    // A local variable of a helper lends its name until the helper hands the object on.
    const MemoryObject& namer = memory_.object(heap.named_by);
    bool gone = heap.named_by != 0 && (namer.is_dead || namer.generation != heap.named_generation);
    bool lent = heap.named_by != 0 && namer.lifetime > 1 && !variable.is_heap &&
                variable.lifetime < namer.lifetime;
    if (!gone && !lent) return;
  }
  bool exact = false;
  std::string name = name_of(to, &exact);
  if (name.empty()) return;
  heap.name = name;
  heap.named_by = to.object;
  heap.named_generation = variable.generation;
}

void NamedMemory::assign(const Place& to, QualType type, EvalValue value, bool is_plain) {
  if (to.object == 0) return;
  Shape shape = types_.shape_of(type);
  if (shape.kind == ValueKind::Unknown) return;
  value = convert_value(value, shape);
  const MemoryObject& object = memory_.object(to.object);
  bool watches = !bindings_.empty() && (is_plain || value.is_unknown());
  if ((object.is_user || object.is_external) && (watches || value.is_unknown())) {
    bool exact = false;
    std::string name = name_of(to, &exact);
    const EvalValue* bound = exact && watches ? bindings_.find(name) : nullptr;
    if (bound != nullptr && shape.kind != ValueKind::Pointer) {
      value = convert_value(*bound, shape);
    } else if (value.is_unknown() && exact && !name.empty()) {
      value.causes = causes_.renamed(value.causes, name);
      causes_.add_range(name, value.expected);
      value = assumed_or(value, name, shape);
    }
  }
  name_heap_object(to, value);
  memory_.store(to, shape.bytes, value);
}

void NamedMemory::forget_pointee(const EvalValue& pointer, const std::string& reason) {
  if (!pointer.is_pointer() || pointer.object == 0) return;
  Place to = place_of(pointer);
  bool exact = false;
  std::string name = name_of(to, &exact);
  const MemoryObject& object = memory_.object(to.object);
  if (object.type != nullptr && to.offset == 0 && to.offset_known) {
    QualType type = QualType::getFromOpaquePtr(object.type);
    if (!is_aggregate(type)) {
      assign(to, type, causes_.unknown(name, reason, true), false);
      return;
    }
  }
  memory_.forget(to.object, causes_.cause(name.empty() ? "memory" : name, reason, !exact));
}

// A variable that was copied into is what has to be bound, not where the bytes come from.
void NamedMemory::name_copied(const Place& to, int64_t bytes) {
  if (to.object == 0 || !to.offset_known || to.offset != 0) return;
  const MemoryObject& object = memory_.object(to.object);
  if (!object.is_user || object.type == nullptr || object.bytes != bytes) return;
  QualType type = QualType::getFromOpaquePtr(object.type);
  if (is_aggregate(type)) return;
  EvalValue value = memory_.load(to, types_.shape_of(type));
  if (!value.is_unknown()) return;
  if (value.causes == 0)
    value = causes_.unknown(object.name, "is copied from memory that is not followed");
  assign(to, type, value, true);
}

void NamedMemory::copy_object(const Place& to, const Place& from, QualType type) {
  memory_.copy(to, from, types_.bytes_of(type));
  if (from.object != 0) name_held(to, types_.bytes_of(type));
}

// Names of heap objects move with the pointers that a class holds.
void NamedMemory::name_held(const Place& at, int64_t bytes) {
  if (at.object == 0 || !at.offset_known || !memory_.object(at.object).is_user) return;
  ContentRef content = memory_.share(at.object);
  for (const MemoryCell& cell : content->cells) {
    bool inside = cell.offset >= at.offset && cell.offset - at.offset < bytes;
    if (inside && cell.value.is_pointer()) {
      name_heap_object(Place{at.object, true, 0, cell.offset}, cell.value);
    }
  }
}

void NamedMemory::forget_object(const Place& at, QualType type, CauseSet causes) {
  memory_.forget_range(at, std::max<int64_t>(types_.bytes_of(type), 1), causes);
}

EvalValue NamedMemory::allocate(const EvalValue& bytes, MemorySpace space) {
  uint32_t id = memory_.create(bytes.is_integer() && bytes.integer >= 0 ? bytes.integer : -1);
  if (id == 0) return causes_.unknown("memory", "the program makes too many objects");
  MemoryObject& object = memory_.object(id);
  object.is_heap = true;
  object.space = space;
  object.size_causes = bytes.causes;
  return pointer_value(id, 0);
}

}  // namespace kcast::host
