// Launches: configuration and arguments of each kernel that host code starts.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/RecordLayout.h>

#include <cmath>

#include "frontend/host/kernel_reads.h"
#include "frontend/host/machine.h"
#include "frontend/parse/kernels.h"
#include "frontend/parse/parameter_layout.h"

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

namespace {

// The middle of what a number may be, if that is known.
std::optional<double> likely_value(const EvalValue& value) {
  if (value.is_integer()) return static_cast<double>(value.integer);
  if (value.is_real()) return value.real;
  if (value.is_progression()) {
    return std::floor((static_cast<double>(value.integer) + static_cast<double>(value.last)) / 2);
  }
  const Expectation expected = value.is_unknown() ? value.expected : Expectation();
  if (!expected.is_set || !expected.is_steady() || expected.modulus > 0) return std::nullopt;
  const double middle = expected.low + (expected.high - expected.low) / 2;
  return expected.is_real ? middle : std::floor(middle);
}

}  // namespace

HostValue HostMachine::host_value(const EvalValue& value, const std::string& text) {
  HostValue result;
  result.text = text;
  if (value.is_integer() && !value.is_estimate()) {
    result.integer = value.integer;
  } else if (value.is_real() && !value.is_estimate()) {
    result.real = value.real;
  } else {
    result.likely = likely_value(value);
    CauseSet causes = value.causes;
    if (causes == 0) causes = cause(text.empty() ? "a value" : text, "cannot be evaluated", true);
    for (uint32_t member : causes_.members(causes)) {
      const std::string& name = causes_.cause(member).name;
      // Only the round of a loop has no name: the value is not one, and no binding makes it one.
      launched_.values_vary |= name.empty();
      if (!name.empty()) result.needs.push_back(name);
    }
    matters(causes);
    std::sort(result.needs.begin(), result.needs.end());
    result.needs.erase(std::unique(result.needs.begin(), result.needs.end()), result.needs.end());
  }
  return result;
}

void HostMachine::matters(CauseSet causes) {
  if (!launched_.recording) return;
  for (uint32_t member : causes_.members(causes)) {
    bool is_listed = std::find(launched_.mattered.begin(), launched_.mattered.end(), member) !=
                     launched_.mattered.end();
    if (!is_listed && !causes_.cause(member).name.empty()) launched_.mattered.push_back(member);
  }
}

namespace {

bool is_real_member(const ParameterMember& member) {
  const std::string& type = member.element_type;
  return type.find("float") != std::string::npos || type.find("double") != std::string::npos ||
         type.find("half") != std::string::npos || type.find("Float") != std::string::npos;
}

std::string symbol_of(const FunctionDecl& kernel) {
  bool has_symbol = !kernel.isInvalidDecl() && !kernel.isDependentContext();
  return has_symbol ? frontend::kernel_symbol(kernel) : kernel.getNameAsString();
}

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

}  // namespace

std::array<HostValue, 3> HostMachine::dimensions(const Place& at, QualType type, const Expr* e) {
  std::array<HostValue, 3> result;
  std::array<std::string, 3> texts = dimension_texts(e, stack_.ast());
  const RecordDecl* record = type->getAsRecordDecl();
  if (record == nullptr || layout_of(record) == nullptr) {
    result[0] = host_value(load(at, type), texts[0]);
    result[1] = known_value(1);
    result[2] = known_value(1);
    return result;
  }
  for (const FieldDecl* field : record->getDefinition()->fields()) {
    llvm::StringRef name = field->getName();
    size_t axis = name == "x" ? 0 : (name == "y" ? 1 : (name == "z" ? 2 : 3));
    if (axis > 2) continue;
    EvalValue value = load(field_place(at, field), field->getType());
    result[axis] = host_value(value, texts[axis]);
  }
  return result;
}

HostArgument HostMachine::argument_of_value(const std::string& name, const EvalValue& value,
                                            const std::string& text) {
  HostArgument result;
  result.name = name;
  if (value.is_integer() || value.is_real()) {
    result.kind = ArgumentKind::Scalar;
    result.value = host_value(value, text);
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
      result.buffer_bytes = host_value(bytes, object.size_text);
    } else {
      CauseSet why = object.size_causes;
      if (why == 0)
        why = cause("size of " + object.name, "the allocation is not in the program text", false);
      result.buffer_bytes = host_value(unknown_value(why), object.size_text);
    }
    result.offset_bytes = value.offset_known ? known_value(value.integer)
                                             : host_value(unknown_value(value.causes), text);
  } else if (value.kind == ValueKind::Function) {
    result.value.text = text;
  } else {
    result.value = host_value(value, text);
  }
  return result;
}

HostArgument HostMachine::argument(const std::string& name, const Place& at, QualType type,
                                   const std::string& text, int depth) {
  if (!is_aggregate(type)) {
    QualType stored = type->isReferenceType() ? stack_.ast().VoidPtrTy : type;
    HostArgument result = argument_of_value(name, load(at, stored), text);
    bool is_scalar = !type->isPointerType() && !type->isReferenceType();
    if (result.kind == ArgumentKind::Unknown && is_scalar) result.kind = ArgumentKind::Scalar;
    return result;
  }
  const auto* record = type->getAsCXXRecordDecl();
  if (layout_of(record) != nullptr) {
    record = record->getDefinition();
    if (const FieldDecl* number = frontend::only_number(record)) {
      return argument(name, field_place(at, number), number->getType(), text, depth + 1);
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
    inner.offset += i * bytes_of(element);
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
    Place inner = field_place(at, field);
    add(argument(path, inner, field->getType(), "", depth + 1), inner.offset - at.offset);
  }
  return result;
}

// Structs whose fields are filled with different things.
void HostMachine::add_fields(HostArgument& argument, const Pattern& pattern, QualType type) {
  const QualType element = type.isNull() ? QualType() : type->getPointeeType();
  if (element.isNull() || layout_of(element->getAsRecordDecl()) == nullptr) return;
  if (pattern.kind == PatternKind::Even && fill_of(pattern, -1)) return;
  const int64_t bytes = memory_.object(static_cast<uint32_t>(argument.buffer)).bytes;
  const int64_t stride = bytes_of(element);
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
void HostMachine::add_fill(HostArgument& argument, QualType type) {
  for (HostArgument& member : argument.members)
    add_fill(member, QualType());
  if (argument.kind != ArgumentKind::Buffer || argument.buffer <= 0) return;
  Pattern pattern = memory_.pattern(static_cast<uint32_t>(argument.buffer));
  if (pattern.kind == PatternKind::Bytes) {
    // The same byte everywhere is a number only if one knows how long numbers are.
    QualType element = type.isNull() ? QualType() : type->getPointeeType();
    if (element.isNull()) return;
    Shape shape = shape_of(element);
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
void HostMachine::forget_outputs(const HostArgument& argument, QualType type) {
  for (const HostArgument& member : argument.members)
    forget_outputs(member, QualType());
  if (argument.kind != ArgumentKind::Buffer || argument.buffer <= 0) return;
  if (!type.isNull() && type->isPointerType() && type->getPointeeType().isConstQualified()) return;
  std::string name = argument.buffer_name.empty() ? "memory" : argument.buffer_name;
  CauseSet why = cause(name, "is computed by a kernel", true);
  memory_.forget(static_cast<uint32_t>(argument.buffer), why);
}

bool HostMachine::only_computes_in(const FunctionDecl* kernel, unsigned parameter) {
  const auto [entry, is_new] = only_computes_.try_emplace({kernel, parameter}, false);
  if (is_new) entry->second = only_computes(*kernel, parameter);
  return entry->second;
}

void HostMachine::record(HostLaunch made, const void* site, const FunctionDecl* kernel) {
  control_.steps += 100;  // what a launch costs beside its expressions
  bool varies = launched_.values_vary;
  launched_.values_vary = false;
  if (!launched_.recording) return;
  LaunchRecord entry;
  entry.count = 1;
  entry.count_known = doubt_.repeated == 0;
  if (doubt_.repeated > 0) {
    entry.count_causes = doubt_.repeat_causes;
    made.note = "in a loop whose number of rounds is not known";
  } else if (doubt_.conditional > 0) {
    made.note = "under a condition that is not known";
  } else if (varies) {
    made.note = kVaryingNote;
  }
  if (doubt_.conditional > 0) matters(doubt_.guard_causes);
  for (unsigned i = 0; kernel != nullptr && i < made.arguments.size(); ++i)
    entry.is_free.push_back(only_computes_in(kernel, i));
  entry.launch = std::move(made);
  entry.site = site;
  add_record(std::move(entry));
}

void HostMachine::add_record(LaunchRecord entry) {
  entry.touched = ++launched_.made;
  if (launched_.rehearsal != nullptr && doubt_.conditional > launched_.rehearsal_base &&
      entry.count_known) {
    entry.count_known = false;
    entry.count_causes = cause("", "is decided by a loop that is too long to follow", false);
    entry.launch.note = "under a condition in a loop that is too long to follow";
  }
  if (launched_.rehearsal != nullptr) {
    launched_.rehearsal->push_back(std::move(entry));
  } else {
    launched_.log.add(std::move(entry));
  }
}

EvalValue HostMachine::launch(const CUDAKernelCallExpr* e) {
  move_position(position_, stack_, e->getBeginLoc());
  const CallExpr* config = e->getConfig();
  HostLaunch made;
  made.file = position_.place.file;
  made.line = position_.place.line;
  const FunctionDecl* kernel = e->getDirectCallee();
  if (kernel == nullptr && e->getCallee() != nullptr) {
    EvalValue pointer = eval(e->getCallee());
    if (pointer.kind == ValueKind::Function) {
      kernel = dyn_cast<FunctionDecl>(static_cast<const Decl*>(pointer.function));
    }
  }
  made.shared_bytes = known_value(0);
  for (unsigned i = 0; config != nullptr && i < std::min(config->getNumArgs(), 3u); ++i) {
    const Expr* part = config->getArg(i);
    QualType type = part->getType();
    Place at = new_temporary(part, type);
    eval_into(at, type, part);
    if (control_.halted()) return unknown_value(0);
    if (i == 0) made.grid = dimensions(at, type, part);
    if (i == 1) made.block = dimensions(at, type, part);
    if (i == 2 && !isa<CXXDefaultArgExpr>(part)) {
      made.shared_bytes = host_value(load(at, type), source_text(part, stack_.ast()));
    }
  }
  std::vector<std::pair<HostArgument, QualType>> outputs;
  for (unsigned i = 0; i < e->getNumArgs() && !control_.halted(); ++i) {
    const Expr* given = e->getArg(i);
    if (given == nullptr) continue;
    const ParmVarDecl* parameter =
        kernel != nullptr && i < kernel->getNumParams() ? kernel->getParamDecl(i) : nullptr;
    QualType type = parameter != nullptr ? parameter->getType() : given->getType();
    std::string name = parameter != nullptr ? parameter->getNameAsString() : "";
    Place at = new_temporary(given, type);
    if (type->isReferenceType()) {
      memory_.store(at, 8, address_of(place(given)));
    } else {
      eval_into(at, type, given);
    }
    made.arguments.push_back(argument(name, at, type, source_text(given, stack_.ast()), 0));
    add_fill(made.arguments.back(), type);
    if (kernel == nullptr || !is_only_read(*kernel, i)) {
      outputs.push_back({made.arguments.back(), type});
    }
  }
  if (control_.halted()) return unknown_value(0);
  for (const auto& [given, type] : outputs)
    forget_outputs(given, type);
  made.kernel = kernel != nullptr ? symbol_of(*kernel) : "";
  if (kernel == nullptr) made.note = "the kernel is not known";
  record(std::move(made), e, kernel);
  return unknown_value(0);
}

// __kcast_launch(kernel, grid, block, shared_bytes, arguments)
bool HostMachine::launch_intrinsic(llvm::ArrayRef<const Expr*> arguments, EvalValue* result) {
  *result = EvalValue();
  if (arguments.size() < 5) return true;
  HostLaunch made;
  made.file = position_.place.file;
  made.line = position_.place.line;
  EvalValue pointer = eval(arguments[0]);
  for (unsigned i = 1; i < 3; ++i) {
    QualType type = arguments[i]->getType();
    Place at = new_temporary(arguments[i], type);
    eval_into(at, type, arguments[i]);
    std::array<HostValue, 3> sizes = dimensions(at, type, nullptr);
    for (HostValue& size : sizes) {
      if (size.integer) size.text = std::to_string(*size.integer);
    }
    (i == 1 ? made.grid : made.block) = sizes;
  }
  EvalValue shared = eval(arguments[3]);
  made.shared_bytes = host_value(shared, shared.is_integer() ? std::to_string(shared.integer) : "");
  EvalValue list = eval(arguments[4]);
  if (control_.halted()) return true;
  const auto* kernel = pointer.kind == ValueKind::Function
                           ? dyn_cast<FunctionDecl>(static_cast<const Decl*>(pointer.function))
                           : nullptr;
  std::vector<std::pair<HostArgument, QualType>> outputs;
  for (unsigned i = 0; kernel != nullptr && i < kernel->getNumParams(); ++i) {
    Place slot = place_of(list);
    slot.offset += 8 * static_cast<int64_t>(i);
    Place at = place_of(memory_.load(slot, pointer_shape()));
    const ParmVarDecl* parameter = kernel->getParamDecl(i);
    std::string text = at.object != 0 ? memory_.object(at.object).name : "";
    made.arguments.push_back(
        argument(parameter->getNameAsString(), at, parameter->getType(), text, 0));
    add_fill(made.arguments.back(), parameter->getType());
    if (!is_only_read(*kernel, i)) {
      outputs.push_back({made.arguments.back(), parameter->getType()});
    }
  }
  for (const auto& [given, type] : outputs)
    forget_outputs(given, type);
  made.kernel = kernel != nullptr ? symbol_of(*kernel) : "";
  if (kernel == nullptr) made.note = "the kernel is not known";
  record(std::move(made), position_.site, kernel);
  return true;
}

LaunchRecord HostMachine::unreached_launch(const LaunchSite& site) {
  LaunchRecord entry;
  entry.site = site.call;
  HostLaunch& made = entry.launch;
  made.reached = false;
  made.note = "not on the path that was evaluated";
  SourcePlace where = source_place(site.call->getBeginLoc(), site.in->getASTContext());
  made.file = where.file;
  made.line = where.line;
  auto constant = [&](const Expr* e) {
    HostValue value;
    value.text = source_text(e, site.in->getASTContext());
    Expr::EvalResult known;
    bool can = e != nullptr && !e->isValueDependent() && !e->containsErrors();
    if (can && e->EvaluateAsInt(known, site.in->getASTContext())) {
      value.integer = known.Val.getInt().extOrTrunc(64).getSExtValue();
    }
    return value;
  };
  const CallExpr* config = site.call->getConfig();
  made.shared_bytes = known_value(0);
  for (unsigned i = 0; config != nullptr && i < std::min(config->getNumArgs(), 3u); ++i) {
    const Expr* part = skip_wrappers(config->getArg(i));
    if (i == 2) {
      if (!isa<CXXDefaultArgExpr>(config->getArg(i))) made.shared_bytes = constant(part);
      continue;
    }
    std::array<HostValue, 3>& sizes = i == 0 ? made.grid : made.block;
    std::array<std::string, 3> texts = dimension_texts(part, site.in->getASTContext());
    const auto* built = dyn_cast_or_null<CXXConstructExpr>(part);
    for (unsigned axis = 0; axis < 3; ++axis) {
      const Expr* size =
          built != nullptr && axis < built->getNumArgs() ? built->getArg(axis) : nullptr;
      if (built == nullptr && axis == 0 && part->getType()->isIntegerType()) size = part;
      if (const auto* given = dyn_cast_or_null<CXXDefaultArgExpr>(size)) size = given->getExpr();
      if (size != nullptr) sizes[axis] = constant(size);
      sizes[axis].text = texts[axis];
    }
  }
  const FunctionDecl* kernel = site.call->getDirectCallee();
  made.kernel = kernel != nullptr ? symbol_of(*kernel) : "";
  for (unsigned i = 0; i < site.call->getNumArgs(); ++i) {
    HostArgument given;
    if (kernel != nullptr && i < kernel->getNumParams()) {
      given.name = kernel->getParamDecl(i)->getNameAsString();
    }
    given.value = constant(site.call->getArg(i));
    if (given.value.integer) given.kind = ArgumentKind::Scalar;
    made.arguments.push_back(std::move(given));
  }
  entry.count = 0;
  return entry;
}

void HostMachine::add_unreached() {
  for (const LaunchSite& site : index_.launch_sites()) {
    if (launched_.log.has_site(site.call)) continue;
    if (launched_.log.records().size() >= LaunchLog::kMaxRecords) return;
    launched_.log.records().push_back(unreached_launch(site));
  }
}

}  // namespace kcast::host
