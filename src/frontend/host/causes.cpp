// Why values are unknown, what binds them, and loads and stores that keep track of names.
#include <llvm/ADT/StringExtras.h>

#include "frontend/host/machine.h"

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

CauseSet HostMachine::cause(const std::string& name, const std::string& reason, bool anonymous) {
  return causes_.add({name, reason, position_.place.file, position_.place.line, anonymous});
}

EvalValue HostMachine::unknown(const std::string& name, const std::string& reason, bool anonymous) {
  return unknown_value(cause(name, reason, anonymous));
}

const EvalValue* HostMachine::binding(const std::string& name) {
  if (bindings_.empty()) return nullptr;
  auto found = bindings_.find(name);
  if (found == bindings_.end()) return nullptr;
  used_bindings_.insert(name);
  return &found->second;
}

EvalValue HostMachine::load(const Place& from, QualType type) {
  Shape shape = shape_of(type);
  if (shape.kind == ValueKind::Unknown) return unknown_value(from.causes);
  EvalValue value = memory_.load(from, shape);
  if (value.is_unknown() && value.causes != 0) return named_unknown(from, shape, value);
  if (!value.is_unknown()) return value;
  if (from.object == 0) return unknown("a null pointer", "is read through", true);
  bool exact = false;
  std::string name = name_of(from, &exact);
  if (const EvalValue* bound = binding(name)) return convert_value(*bound, shape);
  const MemoryObject& object = memory_.object(from.object);
  if (object.is_external) return unknown(name, "comes from outside the program text", !exact);
  const char* reason =
      object.is_heap ? "contents of memory that are not followed" : "is read before it is assigned";
  return unknown(name.empty() ? "memory" : name, reason, name.empty() || !exact);
}

CauseSet HostMachine::renamed(CauseSet causes, const std::string& name) {
  CauseSet result = 0;
  for (uint32_t member : causes_.members(causes)) {
    Cause why = causes_.cause(member);
    if (why.anonymous) why = {name, why.reason, position_.place.file, position_.place.line, false};
    result = causes_.join(result, causes_.add(why));
  }
  return result;
}

// A member or element that was never assigned by itself is known by its own name.
EvalValue HostMachine::named_unknown(const Place& from, const Shape& shape, EvalValue value) {
  if (from.object == 0) return value;
  const MemoryObject& object = memory_.object(from.object);
  if (!object.is_user || object.type == nullptr) return value;
  const std::vector<uint32_t>& members = causes_.members(value.causes);
  auto is_anonymous = [&](uint32_t member) { return causes_.cause(member).anonymous; };
  if (std::none_of(members.begin(), members.end(), is_anonymous)) return value;
  bool exact = false;
  std::string name = name_of(from, &exact);
  if (!exact || name.empty()) return value;
  if (const EvalValue* bound = binding(name)) return convert_value(*bound, shape);
  value.causes = renamed(value.causes, name);
  return value;
}

void HostMachine::name_heap_object(const Place& to, const EvalValue& value) {
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

void HostMachine::assign(const Place& to, QualType type, EvalValue value, bool is_plain) {
  if (to.object == 0) return;
  Shape shape = shape_of(type);
  if (shape.kind == ValueKind::Unknown) return;
  value = convert_value(value, shape);
  const MemoryObject& object = memory_.object(to.object);
  bool watches = !bindings_.empty() && (is_plain || value.is_unknown());
  if ((object.is_user || object.is_external) && (watches || value.is_unknown())) {
    bool exact = false;
    std::string name = name_of(to, &exact);
    const EvalValue* bound = exact && watches ? binding(name) : nullptr;
    if (bound != nullptr && shape.kind != ValueKind::Pointer) {
      value = convert_value(*bound, shape);
    } else if (value.is_unknown() && exact && !name.empty()) {
      value.causes = renamed(value.causes, name);
    }
  }
  name_heap_object(to, value);
  memory_.store(to, shape.bytes, value);
}

void HostMachine::forget_pointee(const EvalValue& pointer, const std::string& reason) {
  if (!pointer.is_pointer() || pointer.object == 0) return;
  Place to = place_of(pointer);
  bool exact = false;
  std::string name = name_of(to, &exact);
  const MemoryObject& object = memory_.object(to.object);
  if (object.type != nullptr && to.offset == 0 && to.offset_known) {
    QualType type = QualType::getFromOpaquePtr(object.type);
    if (!is_aggregate(type)) {
      assign(to, type, unknown(name, reason, true), false);
      return;
    }
  }
  memory_.forget(to.object, cause(name.empty() ? "memory" : name, reason, !exact));
}

// A variable that was copied into is what has to be bound, not where the bytes come from.
void HostMachine::name_copied(const Place& to, int64_t bytes) {
  if (to.object == 0 || !to.offset_known || to.offset != 0) return;
  const MemoryObject& object = memory_.object(to.object);
  if (!object.is_user || object.type == nullptr || object.bytes != bytes) return;
  QualType type = QualType::getFromOpaquePtr(object.type);
  if (is_aggregate(type)) return;
  EvalValue value = memory_.load(to, shape_of(type));
  if (!value.is_unknown()) return;
  if (value.causes == 0) value = unknown(object.name, "is copied from memory that is not followed");
  assign(to, type, value, true);
}

namespace {

// Values of -D: numbers, and whole-number expressions of + - * / % << and brackets.
class BindingParser {
 public:
  explicit BindingParser(llvm::StringRef text) : text_(text) {}

  bool parse(int64_t* value) {
    *value = sum_of_shifts(0);
    skip();
    return ok_ && text_.empty();
  }

 private:
  void skip() { text_ = text_.ltrim(); }

  bool take(llvm::StringRef token) {
    skip();
    return text_.consume_front(token);
  }

  int64_t sum_of_shifts(int depth) {
    int64_t value = sum(depth);
    while (ok_) {
      if (take("<<")) {
        auto count = static_cast<uint64_t>(sum(depth));
        ok_ &= count < 63;
        if (ok_) value = static_cast<int64_t>(static_cast<uint64_t>(value) << count);
      } else {
        break;
      }
    }
    return value;
  }

  int64_t sum(int depth) {
    auto value = static_cast<uint64_t>(product(depth));
    while (ok_) {
      if (take("+")) {
        value += static_cast<uint64_t>(product(depth));
      } else if (take("-")) {
        value -= static_cast<uint64_t>(product(depth));
      } else {
        break;
      }
    }
    return static_cast<int64_t>(value);
  }

  int64_t product(int depth) {
    int64_t value = primary(depth);
    while (ok_) {
      if (take("*")) {
        value = static_cast<int64_t>(static_cast<uint64_t>(value) *
                                     static_cast<uint64_t>(primary(depth)));
      } else if (take("/") || take("%")) {
        bool is_rem = text_.data()[-1] == '%';
        int64_t divisor = primary(depth);
        ok_ &= divisor != 0 && divisor != -1;
        if (ok_) value = is_rem ? value % divisor : value / divisor;
      } else {
        break;
      }
    }
    return value;
  }

  int64_t primary(int depth) {
    if (depth > 50) ok_ = false;
    if (!ok_) return 0;
    if (take("-")) return static_cast<int64_t>(-static_cast<uint64_t>(primary(depth + 1)));
    if (take("(")) {
      int64_t value = sum_of_shifts(depth + 1);
      ok_ &= take(")");
      return value;
    }
    skip();
    if (take("true")) return 1;
    if (take("false")) return 0;
    size_t length = 0;
    while (length < text_.size() && llvm::isAlnum(text_[length]))
      ++length;
    llvm::StringRef digits = text_.take_front(length).rtrim("uUlL");
    text_ = text_.drop_front(length);
    uint64_t value = 0;
    if (digits.empty() || digits.getAsInteger(0, value)) ok_ = false;
    return static_cast<int64_t>(value);
  }

  llvm::StringRef text_;
  bool ok_ = true;
};

}  // namespace

void HostMachine::parse_bindings() {
  for (const auto& [written, text] : options_.bindings) {
    std::string name = written;
    for (size_t at = name.find("->"); at != std::string::npos; at = name.find("->")) {
      name.replace(at, 2, ".");
    }
    int64_t whole = 0;
    double real = 0;
    llvm::StringRef number = llvm::StringRef(text).trim();
    if (BindingParser(number).parse(&whole)) {
      bindings_[name] = integer_value(whole, integer_shape(64, false));
    } else if (!number.rtrim("fF").getAsDouble(real)) {
      bindings_[name] = real_value(real);
    }
  }
}

}  // namespace kcast::host
