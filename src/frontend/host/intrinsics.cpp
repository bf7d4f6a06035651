#include "frontend/host/intrinsics.h"

#include <clang/AST/ASTContext.h>

#include <cmath>
#include <cstdlib>

#include "frontend/host/state/data_files.h"
#include "frontend/host/values/host_math.h"
#include "frontend/parse/user_code.h"

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

// __kcast_file_bytes(name, kept, size)
EvalValue Intrinsics::file_bytes(const ASTContext& ast, const std::vector<EvalValue>& values) {
  constexpr size_t kLongestName = 4096;
  std::string name;
  if (!memory_.read_text(place_of(values[0]), kLongestName, &name) || name.empty())
    return null_value();
  // Kernels are read from their own files, not from the text that host code makes of them.
  if (llvm::StringRef(name).ends_with(".cl")) return null_value();
  const auto give = [&](const EvalValue& where, int64_t number) {
    memory_.store(place_of(where), 8, integer_value(number, integer_shape(64, false)));
  };
  std::optional<DataFile> file = read_data_file(ast, name);
  if (!file) {
    control_.missed_file = true;
    if (options_.files_may_miss) give(values[2], -1);
    return null_value();
  }
  give(values[1], static_cast<int64_t>(file->bytes.size()));
  give(values[2], file->size);
  const uint32_t text = memory_.create(-1);
  memory_.object(text).name = name;
  file->bytes.push_back('\0');
  memory_.set_text(text, file->bytes);
  return pointer_value(text, 0);
}

bool Intrinsics::intrinsic(const FunctionDecl* function, llvm::ArrayRef<const Expr*> arguments,
                           QualType type, EvalValue* result) {
  const IdentifierInfo* identifier = function->getIdentifier();
  if (identifier == nullptr) return false;
  llvm::StringRef name = identifier->getName();
  if (name.starts_with("__kcast_") && index_.definition(function) == nullptr) {
    if (name == "__kcast_launch") return launches_.launch_intrinsic(arguments, result);
    std::vector<EvalValue> values;
    for (const Expr* argument : arguments) {
      values.push_back(argument->isGLValue()
                           ? named_.load(code_.place(argument), argument->getType())
                           : code_.eval(argument));
    }
    if (control_.halted()) return true;
    values.resize(std::max<size_t>(values.size(), 5));
    // In C, one for each type: __kcast_unknown_int.
    const bool is_random = name.starts_with("__kcast_random");
    if (is_random || name.starts_with("__kcast_unknown")) {
      *result = named_value(values, is_random, types_.shape_of(type));
      return true;
    }
    if (name == "__kcast_as_computed") {
      *result = values[0];
      return true;
    }
    if (name == "__kcast_file_bytes") {
      *result = file_bytes(function->getASTContext(), values);
      return true;
    }
    if (memory_intrinsic(name, values, result) || text_intrinsic(name, values, result) ||
        opencl_.opencl_intrinsic(name, values, result)) {
      return true;
    }
    *result = causes_.unknown(name.str(), "is not known to the evaluator");
    return true;
  }
  bool is_builtin = name.starts_with("__builtin_") || function->getBuiltinID() != 0;
  if (is_builtin && index_.definition(function) == nullptr) {
    std::vector<EvalValue> values;
    if (math(function, arguments, type, result)) return true;
    for (const Expr* argument : arguments) {
      values.push_back(argument->isGLValue() ? address_of(code_.place(argument))
                                             : code_.eval(argument));
    }
    if (control_.halted() || builtin(name, values, type, result)) return true;
    *result = causes_.unknown(name.str(), "this builtin function is not evaluated");
    return true;
  }
  if (frontend::is_user_declaration(function) && index_.definition(function) != nullptr)
    return false;
  if (name.starts_with("omp_") && index_.definition(function) == nullptr) {
    for (const Expr* argument : arguments)
      code_.discard(argument);
    *result = openmp_query(name, types_.shape_of(type));
    return true;
  }
  return math(function, arguments, type, result);
}

// What OpenMP's library says on the host: one thread, and one GPU.
EvalValue Intrinsics::openmp_query(llvm::StringRef name, const Shape& shape) {
  constexpr std::pair<const char*, int> kAnswers[] = {
      {"omp_get_thread_num", 0},     {"omp_get_num_threads", 1}, {"omp_get_team_num", 0},
      {"omp_get_num_teams", 1},      {"omp_in_parallel", 0},     {"omp_is_initial_device", 1},
      {"omp_get_num_devices", 1},    {"omp_get_level", 0},       {"omp_get_default_device", 0},
      {"omp_get_initial_device", 1}, {"omp_get_dynamic", 0},     {"omp_get_nested", 0},
      {"omp_get_active_level", 0}};
  for (const auto& [known, answer] : kAnswers) {
    if (name == known) return integer_value(answer, shape);
  }
  return causes_.unknown(name.str() + "()", "run-time query");
}

// __kcast_unknown(name, reason) and __kcast_random(name, low, high)
EvalValue Intrinsics::named_value(const std::vector<EvalValue>& values, bool is_random,
                                  const Shape& shape) {
  std::string what;
  std::string reason = "random number";
  if (!memory_.read_text(place_of(values[0]), 200, &what)) what = "a value";
  if (!is_random && !memory_.read_text(place_of(values[1]), 200, &reason)) reason = "is not known";
  if (const EvalValue* bound = bindings_.find(what)) return convert_value(*bound, shape);
  EvalValue result = causes_.unknown(what, reason);
  for (const auto& [name, number] : options_.device) {
    if (name != what) continue;
    const CauseSet why = result.causes;
    result = convert_value(integer_value(number, integer_shape(64, false)), shape);
    result.causes = why;
    return result;
  }
  const Expectation low = expectation_of(values[1]);
  const Expectation high = expectation_of(values[2]);
  if (is_random && low.is_set && high.is_set && low.is_steady() && high.is_steady()) {
    result.expected = expected_range(low.low, high.high, shape.kind == ValueKind::Real);
    if (memory_.is_sampling()) return memory_.drawn(result.expected, shape);
  }
  return result;
}

bool Intrinsics::memory_intrinsic(llvm::StringRef name, const std::vector<EvalValue>& values,
                                  EvalValue* result) {
  *result = EvalValue();
  int64_t limit = INT64_MAX;
  auto size = [&](const EvalValue& value) {
    return value.is_integer() ? (value.integer < 0 ? limit : value.integer) : int64_t{-1};
  };
  if (name == "__kcast_host_alloc" || name == "__kcast_device_alloc") {
    *result = named_.allocate(
        values[0], name == "__kcast_host_alloc" ? MemorySpace::Host : MemorySpace::Device);
    return true;
  }
  if (name == "__kcast_free") {
    // The object keeps its name and size for the launches that used it.
    if (values[0].is_pointer() && values[0].object != 0 &&
        memory_.object(values[0].object).is_heap) {
      memory_.forget(values[0].object, 0);
    }
    return true;
  }
  if (name == "__kcast_copy") {
    int64_t bytes = size(values[2]);
    Place to = place_of(values[0]);
    if (bytes >= 0) {
      memory_.copy(to, place_of(values[1]), bytes);
      named_.name_copied(to, bytes);
    } else {
      memory_.forget(to.object, causes_.join(values[1].causes, values[2].causes));
    }
    return true;
  }
  if (name == "__kcast_fill") {
    int64_t element = size(values[2]);
    int64_t count = size(values[3]);
    Place to = place_of(values[0]);
    if (element < 0 || count < 0) {
      // Over the whole of an object whose size is as unknown as the count.
      const MemoryObject& object = memory_.object(to.object);
      bool is_whole = to.object != 0 && to.offset_known && to.offset == 0 && object.bytes < 0;
      if (is_whole && element > 0) {
        memory_.fill(to, place_of(values[1]), element, limit);
      } else {
        memory_.forget(to.object, causes_.join(values[2].causes, values[3].causes));
      }
    } else {
      memory_.fill(to, place_of(values[1]), element, count);
    }
    return true;
  }
  if (name == "__kcast_set") {
    int64_t bytes = size(values[2]);
    if (bytes >= 0 && values[1].is_integer()) {
      memory_.set_bytes(place_of(values[0]), static_cast<uint8_t>(values[1].integer), bytes);
    } else {
      memory_.forget(place_of(values[0]).object, causes_.join(values[1].causes, values[2].causes));
    }
    return true;
  }
  if (name == "__kcast_shuffle") {
    Place at = place_of(values[0]);
    if (at.object == 0) return true;
    const std::string& array = memory_.object(at.object).name;
    memory_.shuffle(at.object,
                    causes_.cause(array.empty() ? "memory" : array, "is shuffled", true));
    return true;
  }
  if (name == "__kcast_forget") {
    named_.forget_pointee(values[0], "is not known before the program runs");
    return true;
  }
  if (name == "__kcast_exit") {
    if (!control_.halted()) control_.halt = Halt::Exit;
    return true;
  }
  return false;
}

void Intrinsics::write_end(const EvalValue& end, const EvalValue& text, size_t length) {
  if (!end.is_pointer() || end.object == 0) return;
  Place at = place_of(text);
  at.offset += static_cast<int64_t>(length);
  EvalValue stop = address_of(at);
  memory_.store(place_of(end), 8, stop);
}

// Why a text is not known; the number in it is not known for the same reason.
CauseSet Intrinsics::text_causes(const EvalValue& text) {
  CauseSet why = text.causes;
  std::string name = "a text";
  if (text.is_pointer() && text.object != 0) {
    why = causes_.join(why, memory_.load(place_of(text), integer_shape(8, true)).causes);
    if (!memory_.object(text.object).name.empty()) name = memory_.object(text.object).name;
  }
  return why != 0 ? why : causes_.cause(name, "is a text that is not known", true);
}

EvalValue Intrinsics::parse_number(llvm::StringRef name, const std::vector<EvalValue>& values) {
  std::string text;
  if (!memory_.read_text(place_of(values[0]), 4096, &text)) {
    CauseSet why = text_causes(values[0]);
    if (values[1].is_pointer()) memory_.store(place_of(values[1]), 8, unknown_value(why));
    return unknown_value(why);
  }
  char* end = nullptr;
  if (name == "__kcast_parse_real") {
    double real = std::strtod(text.c_str(), &end);
    write_end(values[1], values[0], static_cast<size_t>(end - text.c_str()));
    return real_value(real);
  }
  int base = values[2].is_integer() ? static_cast<int>(values[2].integer) : 10;
  if (base < 0 || base == 1 || base > 36) base = 10;
  int64_t whole = std::strtoll(text.c_str(), &end, base);
  write_end(values[1], values[0], static_cast<size_t>(end - text.c_str()));
  return integer_value(whole, integer_shape(64, false));
}

bool Intrinsics::text_intrinsic(llvm::StringRef name, const std::vector<EvalValue>& values,
                                EvalValue* result) {
  *result = EvalValue();
  constexpr size_t kLimit = 1 << 20;
  if (name == "__kcast_parse_int" || name == "__kcast_parse_real") {
    *result = parse_number(name, values);
    return true;
  }
  std::string first;
  std::string second;
  if (name == "__kcast_strlen") {
    bool known = memory_.read_text(place_of(values[0]), kLimit, &first);
    *result = known ? integer_value(static_cast<int64_t>(first.size()), integer_shape(64, false))
                    : unknown_value(text_causes(values[0]));
    return true;
  }
  if (name == "__kcast_strcmp") {
    bool first_known = memory_.read_text(place_of(values[0]), kLimit, &first);
    bool known = first_known && memory_.read_text(place_of(values[1]), kLimit, &second);
    auto limit = values[2].is_integer() ? static_cast<size_t>(values[2].integer) : SIZE_MAX;
    int order = first.substr(0, limit).compare(second.substr(0, limit));
    *result = known ? integer_value(order < 0 ? -1 : (order > 0 ? 1 : 0), integer_shape(32, false))
                    : unknown_value(text_causes(values[first_known ? 1 : 0]));
    return true;
  }
  if (name == "__kcast_math") {
    double real = 0;
    bool known = memory_.read_text(place_of(values[0]), 64, &first) && values[1].is_real() &&
                 values[2].is_real();
    bool done = known && (evaluate_math(first, {values[1].real}, &real) ||
                          evaluate_math(first, {values[1].real, values[2].real}, &real));
    *result =
        done ? real_value(real) : unknown_value(causes_.join(values[1].causes, values[2].causes));
    return true;
  }
  return false;
}

bool Intrinsics::builtin(llvm::StringRef name, const std::vector<EvalValue>& values, QualType type,
                         EvalValue* result) {
  *result = EvalValue();
  name.consume_front("__builtin_");
  if (name == "expect" || name == "assume_aligned" || name == "launder" ||
      name == "expect_with_probability") {
    if (!values.empty()) *result = values[0];
    return true;
  }
  if (name == "addressof" || name == "move" || name == "forward" || name == "as_const" ||
      name == "move_if_noexcept" || name == "forward_like") {
    // Library functions that Clang knows; they give the place they are given.
    if (!values.empty()) *result = values[0];
    return true;
  }
  if (name == "unreachable" || name == "trap" || name == "abort" || name == "exit") {
    if (!control_.halted()) control_.halt = Halt::Exit;
    return true;
  }
  if (name == "is_constant_evaluated" || name == "constant_p") {
    *result = integer_value(0, types_.shape_of(type));
    return true;
  }
  if (values.size() == 1 && values[0].is_integer() && type->isIntegerType()) {
    auto bits = static_cast<uint64_t>(values[0].integer);
    bool is_wide = name.ends_with("ll") || (name.ends_with("l") && !name.ends_with("ull"));
    if (!is_wide) bits &= 0xffffffffULL;
    int width = is_wide ? 64 : 32;
    if (name.starts_with("popcount")) {
      *result = integer_value(llvm::popcount(bits), types_.shape_of(type));
      return true;
    }
    if (name.starts_with("clz") && bits != 0) {
      *result = integer_value(llvm::countl_zero(bits) - (64 - width), types_.shape_of(type));
      return true;
    }
    if ((name.starts_with("ctz") || name.starts_with("ffs")) && bits != 0) {
      *result =
          integer_value(llvm::countr_zero(bits) + (name[0] == 'f' ? 1 : 0), types_.shape_of(type));
      return true;
    }
    if (name == "abs" || name == "labs" || name == "llabs") {
      bool is_negative = values[0].integer < 0;
      auto size = static_cast<uint64_t>(values[0].integer);
      *result =
          integer_value(static_cast<int64_t>(is_negative ? -size : size), types_.shape_of(type));
      return true;
    }
  }
  return false;
}

bool Intrinsics::math(const FunctionDecl* function, llvm::ArrayRef<const Expr*> arguments,
                      QualType type, EvalValue* result) {
  std::string name = function->getName().str();
  if (!type->isArithmeticType() || arguments.empty() || arguments.size() > 3) return false;
  std::vector<double> probe(arguments.size(), 0.5);
  double real = 0;
  // On whole numbers min and max are ordinary code; on reals they may be inline assembly.
  bool is_extreme = name == "min" || name == "max";
  if (is_extreme) name = "f" + name;
  if (!evaluate_math(name, probe, &real)) return false;
  for (const Expr* argument : arguments) {
    if (!argument->getType()->isArithmeticType()) return false;
    if (is_extreme && (argument->isGLValue() || !argument->getType()->isRealFloatingType()))
      return false;
  }
  std::vector<double> values;
  CauseSet causes = 0;
  for (const Expr* argument : arguments) {
    EvalValue value = argument->isGLValue()
                          ? named_.load(code_.place(argument), argument->getType())
                          : code_.eval(argument);
    causes = causes_.join(causes, value.causes);
    value = convert_value(value, real_shape(64));
    if (value.is_real()) values.push_back(value.real);
  }
  if (values.size() != arguments.size() || !evaluate_math(name, values, &real)) {
    *result = unknown_value(causes);
    return true;
  }
  *result = convert_value(real_value(real), types_.shape_of(type));
  result->causes = causes;
  return true;
}

}  // namespace kcast::host
