#include "frontend/host/launch_arguments.h"

#include <clang/AST/RecordLayout.h>

#include "frontend/parse/parameter_layout.h"

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

namespace {

bool is_real_member(const ParameterMember& member) {
  const std::string& type = member.element_type;
  return type.find("float") != std::string::npos || type.find("double") != std::string::npos ||
         type.find("half") != std::string::npos || type.find("Float") != std::string::npos;
}

}  // namespace

HostValue known_value(int64_t value) {
  HostValue result;
  result.integer = value;
  result.text = std::to_string(value);
  return result;
}

const Expr* skip_wrappers(const Expr* e) {
  while (e != nullptr) {
    const Expr* inner = e->IgnoreParenImpCasts();
    if (const auto* cleanups = dyn_cast<ExprWithCleanups>(inner)) inner = cleanups->getSubExpr();
    if (const auto* made = dyn_cast<MaterializeTemporaryExpr>(inner)) inner = made->getSubExpr();
    if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(inner)) inner = bound->getSubExpr();
    if (const auto* converted = dyn_cast<CXXFunctionalCastExpr>(inner))
      inner = converted->getSubExpr();
    const auto* built = dyn_cast<CXXConstructExpr>(inner);
    bool is_copy = built != nullptr && built->getNumArgs() == 1 &&
                   built->getConstructor()->isCopyOrMoveConstructor();
    if (is_copy) inner = built->getArg(0);
    if (inner == e) return e;
    e = inner;
  }
  return e;
}

// What the text says for each of x, y and z.
std::array<std::string, 3> dimension_texts(const Expr* e, const ASTContext& ast) {
  std::array<std::string, 3> texts = {"", "1", "1"};
  e = skip_wrappers(e);
  if (e == nullptr) return texts;
  if (const auto* built = dyn_cast<CXXConstructExpr>(e)) {
    for (unsigned i = 0; i < std::min(built->getNumArgs(), 3u); ++i) {
      if (!isa<CXXDefaultArgExpr>(built->getArg(i))) texts[i] = source_text(built->getArg(i), ast);
    }
    if (texts[0].empty()) texts[0] = "1";
    return texts;
  }
  if (const auto* list = dyn_cast<InitListExpr>(e)) {
    for (unsigned i = 0; i < std::min(list->getNumInits(), 3u); ++i) {
      texts[i] = source_text(list->getInit(i), ast);
    }
    return texts;
  }
  std::string text = source_text(e, ast);
  if (!e->getType()->isRecordType()) {
    texts[0] = text;
    return texts;
  }
  return {text + ".x", text + ".y", text + ".z"};
}

std::array<HostValue, 3> LaunchArguments::dimensions(const Place& at, QualType type,
                                                     const Expr* e) {
  std::array<HostValue, 3> result;
  std::array<std::string, 3> texts = dimension_texts(e, stack_.ast());
  const RecordDecl* record = type->getAsRecordDecl();
  if (record == nullptr || layout_of(record) == nullptr) {
    result[0] = records_.host_value(named_.load(at, type), texts[0]);
    result[1] = known_value(1);
    result[2] = known_value(1);
    return result;
  }
  for (const FieldDecl* field : record->getDefinition()->fields()) {
    llvm::StringRef name = field->getName();
    size_t axis = name == "x" ? 0 : (name == "y" ? 1 : (name == "z" ? 2 : 3));
    if (axis > 2) continue;
    EvalValue value = named_.load(named_.field_place(at, field), field->getType());
    result[axis] = records_.host_value(value, texts[axis]);
  }
  return result;
}

HostArgument LaunchArguments::argument_of_value(const std::string& name, const EvalValue& value,
                                                const std::string& text) {
  HostArgument result;
  result.name = name;
  if (value.is_integer() || value.is_real()) {
    result.kind = ArgumentKind::Scalar;
    result.value = records_.host_value(value, text);
  } else if (value.is_pointer() && value.object == 0) {
    result.kind = ArgumentKind::Null;
    result.value.text = text;
  } else if (value.is_pointer()) {
    const MemoryObject& object = memory_.object(value.object);
    result.kind = ArgumentKind::Buffer;
    result.value.text = text;
    result.buffer = value.object;
    result.buffer_name = object.name;
    if (object.bytes >= 0 && object.size_causes == 0) {
      result.buffer_bytes = known_value(object.bytes);
    } else if (object.bytes >= 0) {
      EvalValue bytes = integer_value(object.bytes, integer_shape(64, false));
      bytes.causes = object.size_causes;
      result.buffer_bytes = records_.host_value(bytes, object.size_text);
    } else {
      CauseSet why = object.size_causes;
      if (why == 0)
        why = causes_.cause("size of " + object.name, "the allocation is not in the program text",
                            false);
      result.buffer_bytes = records_.host_value(unknown_value(why), object.size_text);
    }
    result.offset_bytes = value.offset_known
                              ? known_value(value.integer)
                              : records_.host_value(unknown_value(value.causes), text);
  } else if (value.kind == ValueKind::Function) {
    result.value.text = text;
  } else {
    result.value = records_.host_value(value, text);
  }
  return result;
}

HostArgument LaunchArguments::argument(const std::string& name, const Place& at, QualType type,
                                       const std::string& text, int depth) {
  if (!is_aggregate(type)) {
    QualType stored = type->isReferenceType() ? stack_.ast().VoidPtrTy : type;
    HostArgument result = argument_of_value(name, named_.load(at, stored), text);
    bool is_scalar = !type->isPointerType() && !type->isReferenceType();
    if (result.kind == ArgumentKind::Unknown && is_scalar) result.kind = ArgumentKind::Scalar;
    return result;
  }
  const auto* record = type->getAsCXXRecordDecl();
  if (layout_of(record) != nullptr) {
    record = record->getDefinition();
    if (const FieldDecl* number = frontend::only_number(record)) {
      return argument(name, named_.field_place(at, number), number->getType(), text, depth + 1);
    }
  }
  HostArgument result;
  result.name = name;
  result.kind = ArgumentKind::Struct;
  result.value.text = text;
  auto add = [&](HostArgument member, int64_t offset) {
    if (member.kind != ArgumentKind::Struct) {
      member.member_offset = offset;
      if (result.members.size() < kMaxParameterMembers) result.members.push_back(std::move(member));
      return;
    }
    for (HostArgument& inner : member.members) {
      inner.member_offset += offset;
      if (result.members.size() < kMaxParameterMembers) result.members.push_back(std::move(inner));
    }
  };
  if (depth > 6) return result;
  QualType element;
  int64_t count = 0;
  if (const auto* array = dyn_cast_or_null<ConstantArrayType>(stack_.ast().getAsArrayType(type))) {
    element = array->getElementType();
    count = static_cast<int64_t>(array->getSize().getLimitedValue(kMaxParameterMembers));
  } else if (const auto* vector = type->getAs<VectorType>()) {
    element = vector->getElementType();
    count = vector->getNumElements();
  }
  for (int64_t i = 0; i < count && result.members.size() < kMaxParameterMembers; ++i) {
    Place inner = at;
    inner.offset += i * types_.bytes_of(element);
    add(argument(name + "[" + std::to_string(i) + "]", inner, element, "", depth + 1),
        inner.offset - at.offset);
  }
  if (layout_of(record) == nullptr) return result;
  for (const CXXBaseSpecifier& base : record->bases()) {
    Place inner = at;
    inner.offset += base_offset(record, base.getType()->getAsCXXRecordDecl()).value_or(0);
    add(argument(name, inner, base.getType(), "", depth + 1), inner.offset - at.offset);
  }
  for (const FieldDecl* field : record->fields()) {
    if (result.members.size() >= kMaxParameterMembers) break;
    std::string path = field->getName().empty() ? name : name + "." + field->getNameAsString();
    Place inner = named_.field_place(at, field);
    add(argument(path, inner, field->getType(), "", depth + 1), inner.offset - at.offset);
  }
  return result;
}

// Structs whose fields are filled with different things.
void LaunchArguments::add_fields(HostArgument& argument, const Pattern& pattern, QualType type) {
  const QualType element = type.isNull() ? QualType() : type->getPointeeType();
  if (element.isNull() || layout_of(element->getAsRecordDecl()) == nullptr) return;
  if (pattern.kind == PatternKind::Even && fill_of(pattern, -1)) return;
  const int64_t bytes = memory_.object(static_cast<uint32_t>(argument.buffer)).bytes;
  const int64_t stride = types_.bytes_of(element);
  for (const ParameterMember& member : frontend::parameter_members(stack_.ast(), element, "")) {
    if (member.is_pointer) continue;
    const bool is_real = is_real_member(member);
    const ElementPart part{stride, member.offset_bytes, static_cast<uint32_t>(member.size_bytes),
                           is_real};
    const std::optional<Fill> fill = fill_of_part(pattern, part, bytes);
    if (fill) argument.fields.push_back({member.offset_bytes, member.element_type, *fill});
  }
}

// Says what the buffers hold; `type` is that of the kernel's parameter, where it is known.
void LaunchArguments::add_fill(HostArgument& argument, QualType type) {
  for (HostArgument& member : argument.members)
    add_fill(member, QualType());
  if (argument.kind != ArgumentKind::Buffer || argument.buffer <= 0) return;
  Pattern pattern = memory_.pattern(static_cast<uint32_t>(argument.buffer));
  if (pattern.kind == PatternKind::Bytes) {
    // The same byte everywhere is a number only if one knows how long numbers are.
    QualType element = type.isNull() ? QualType() : type->getPointeeType();
    if (element.isNull()) return;
    Shape shape = types_.shape_of(element);
    if (shape.kind != ValueKind::Integer && shape.kind != ValueKind::Real) return;
    uint64_t bits = 0x0101010101010101ULL * pattern.byte;
    EvalValue value = reinterpret_value(
        integer_value(static_cast<int64_t>(bits), integer_shape(64, true)), shape);
    pattern = constant_pattern(shape.bytes, expectation_of(value));
  }
  add_fields(argument, pattern, type);
  if (!argument.fields.empty()) return;
  argument.fill = fill_of(pattern, memory_.object(static_cast<uint32_t>(argument.buffer)).bytes);
}

// A kernel may write what its pointers reach; none of that is known afterwards.
void LaunchArguments::forget_outputs(const HostArgument& argument, QualType type) {
  for (const HostArgument& member : argument.members)
    forget_outputs(member, QualType());
  if (argument.kind != ArgumentKind::Buffer || argument.buffer <= 0) return;
  if (!type.isNull() && type->isPointerType() && type->getPointeeType().isConstQualified()) return;
  std::string name = argument.buffer_name.empty() ? "memory" : argument.buffer_name;
  CauseSet why = causes_.cause(name, "is computed by a kernel", true);
  memory_.forget(static_cast<uint32_t>(argument.buffer), why);
}

}  // namespace kcast::host
