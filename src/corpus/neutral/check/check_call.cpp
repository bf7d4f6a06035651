#include "corpus/neutral/check/check_call.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "corpus/neutral/builtins.h"
#include "corpus/neutral/check/check_convert.h"
#include "corpus/neutral/check/check_expr.h"
#include "corpus/neutral/types.h"

namespace kcast::corpus {
namespace {

Type element_of(Type type) {
  type.rank = 0;
  type.pointer = false;
  type.space = Space::Local;
  type.writable = true;
  return type;
}

// Numbers without a type stay so, but are real.
void make_real(Expr& expr) {
  expr.type = plain(Scalar::Float);
  const size_t first = expr.kind == Expr::Kind::Conditional ? 1 : 0;
  for (size_t i = first; i < expr.args.size(); ++i)
    make_real(expr.args[i]);
}

void check_function_call(CheckState& state, Expr& expr, const Function& function) {
  if (function.parameters.size() != expr.args.size()) {
    state.fail(expr.line, "'" + expr.text + "' wants " +
                              std::to_string(function.parameters.size()) + " arguments");
    return;
  }
  for (size_t i = 0; i < expr.args.size(); ++i) {
    Expr& arg = expr.args[i];
    const Variable& parameter = function.parameters[i].variable;
    const std::string what = "argument '" + parameter.name + "' of '" + expr.text + "'";
    if (!parameter.type.pointer) {
      convert(state, arg, parameter.type, what);
      continue;
    }
    const bool fits = arg.type.rank == 1 && element_of(arg.type) == element_of(parameter.type) &&
                      arg.type.space == parameter.type.space &&
                      (arg.type.writable || !parameter.type.writable);
    if (!fits) {
      state.fail(arg.line, what + " wants a " + (parameter.type.writable ? "writable " : "") +
                               type_text(parameter.type) + " to " +
                               (parameter.type.space == Space::Shared ? "shared" : "global") +
                               " memory");
    }
  }
  expr.type = function.returns;
}

// The widest type of the arguments. Numbers without a type decide only where no other argument
// does, or where they alone are real.
Scalar common_of_args(CheckState& state, Expr& expr) {
  Scalar typed = Scalar::Void;
  Scalar untyped = Scalar::Void;
  bool has_half = false;
  for (const Expr& arg : expr.args) {
    if (!is_plain(arg.type)) {
      state.fail(expr.line, "'" + expr.text + "' wants numbers, not " + type_text(arg.type));
      return Scalar::Float;
    }
    Scalar& group = arg.untyped ? untyped : typed;
    group = std::max(group, arg.type.scalar);
    has_half = has_half || arg.type.scalar == Scalar::Half;
  }
  for (const Expr& arg : expr.args) {
    if (has_half && !arg.untyped && arg.type.scalar != Scalar::Half) {
      state.fail(expr.line, "half meets " + type_text(arg.type) + "; cast one of them");
    }
  }
  if (typed == Scalar::Void) return untyped;
  return is_real(untyped) && !is_real(typed) ? untyped : typed;
}

void check_math(CheckState& state, Expr& expr, const Builtin& builtin) {
  const Scalar common = common_of_args(state, expr);
  const bool all_untyped =
      std::all_of(expr.args.begin(), expr.args.end(), [](const Expr& arg) { return arg.untyped; });
  if (!is_real(common) && !all_untyped) {
    state.fail(expr.line, "'" + expr.text + "' wants real numbers; cast the argument");
    return;
  }
  const Scalar real = is_real(common) ? common : Scalar::Float;
  if (real == Scalar::Half && builtin.f16.empty()) {
    state.fail(expr.line, "'" + expr.text + "' has no form for half; cast to float");
  }
  if (builtin.kind == BuiltinKind::Fast && real != Scalar::Float) {
    state.fail(expr.line, "'" + expr.text + "' is for float only");
  }
  expr.type = plain(real);
  // A function of numbers without a type has none either, where half has the function.
  expr.untyped = all_untyped && !builtin.f16.empty();
  for (Expr& arg : expr.args) {
    if (expr.untyped) {
      make_real(arg);
    } else {
      force(arg, real);
    }
  }
}

// min, max and abs of reals are those with an f.
void check_choice(CheckState& state, Expr& expr) {
  const Scalar common = std::max(common_of_args(state, expr), Scalar::Int);
  if (is_real(common)) {
    expr.text = expr.text == "abs" ? "fabs" : "f" + expr.text;
    check_math(state, expr, *find_builtin(expr.text));
    return;
  }
  if (expr.text == "abs" && common != Scalar::Int && common != Scalar::Long) {
    state.fail(expr.line, "abs of an unsigned number");
  }
  for (Expr& arg : expr.args)
    force(arg, common);
  expr.type = plain(common);
}

void check_bits(CheckState& state, Expr& expr, const Builtin& builtin) {
  for (const Expr& arg : expr.args)
    require_integer(state, arg, "an argument of '" + expr.text + "'");
  if (state.failed()) return;
  const Scalar common = std::max(common_of_args(state, expr), Scalar::Int);
  const bool is_wide = common == Scalar::Long || common == Scalar::ULong;
  if (is_wide && (builtin.f64.empty() || (expr.text == "mulhi" && common == Scalar::ULong))) {
    state.fail(expr.line, "'" + expr.text + "' has no form for " + type_text(plain(common)));
  }
  for (Expr& arg : expr.args)
    force(arg, common);
  const bool counts = expr.text == "popc" || expr.text == "clz" || expr.text == "ffs";
  Scalar result = counts ? Scalar::Int : common;
  if (expr.text == "brev") result = is_wide ? Scalar::ULong : Scalar::UInt;
  expr.type = plain(result);
}

void check_shuffle(CheckState& state, Expr& expr) {
  Expr& value = expr.args[0];
  const Scalar scalar = value.type.scalar;
  if (!is_plain(value.type) || scalar < Scalar::Int || scalar == Scalar::Half) {
    state.fail(expr.line,
               "'" + expr.text + "' wants a number of 32 or 64 bits, not " + type_text(value.type));
    return;
  }
  adapt(value, value.type.scalar);
  for (size_t i = 1; i < expr.args.size(); ++i)
    require_integer(state, expr.args[i], "a lane");
  expr.type = plain(value.type.scalar);
}

void check_atomic(CheckState& state, Expr& expr, const Builtin& builtin) {
  const Type& place = expr.args[0].type;
  const Type element = element_of(place);
  const bool is_shared_or_global = place.space == Space::Global || place.space == Space::Shared;
  if (!place.pointer || !place.writable || !is_shared_or_global || !is_plain(element)) {
    state.fail(expr.line, "'" + expr.text + "' wants the address of a number in writable memory");
    return;
  }
  const Scalar scalar = element.scalar;
  const bool has_integers = scalar == Scalar::Int || scalar == Scalar::UInt ||
                            (scalar == Scalar::ULong && expr.text != "atomic_sub");
  const bool adds_reals =
      (scalar == Scalar::Float || scalar == Scalar::Double) && expr.text == "atomic_add";
  const bool swaps_floats = scalar == Scalar::Float && expr.text == "atomic_exch";
  if (!has_integers && !adds_reals && !swaps_floats) {
    state.fail(expr.line, "'" + expr.text + "' has no form for " + type_text(element));
  }
  for (int i = 1; i < builtin.max_args; ++i) {
    Expr& value = expr.args[static_cast<size_t>(i)];
    if (!is_plain(value.type) || value.type.scalar == Scalar::Half) {
      state.fail(expr.line, "'" + expr.text + "' wants a number, not " + type_text(value.type));
    }
    if (!state.failed()) force(value, scalar);
  }
  expr.type = plain(scalar);
}

void check_reinterpret(CheckState& state, Expr& expr) {
  Expr& arg = expr.args[0];
  struct Row {
    std::string_view name;
    Scalar from;
    Scalar to;
  };
  constexpr Row kForms[] = {
      {"as_int", Scalar::Float, Scalar::Int},    {"as_uint", Scalar::Float, Scalar::UInt},
      {"as_float", Scalar::Int, Scalar::Float},  {"as_float", Scalar::UInt, Scalar::Float},
      {"as_long", Scalar::Double, Scalar::Long}, {"as_double", Scalar::Long, Scalar::Double}};
  for (const Row& row : kForms) {
    if (row.name != expr.text) continue;
    if (is_plain(arg.type) && arg.type.scalar == row.from) {
      arg.untyped = false;
      expr.type = plain(row.to);
      return;
    }
  }
  state.fail(expr.line, "'" + expr.text + "' has no form for " + type_text(arg.type));
}

void check_vector_memory(CheckState& state, Expr& expr, const Builtin& builtin) {
  const Type& place = expr.args[0].type;
  Type vector = element_of(place);
  const bool stores = builtin.kind == BuiltinKind::Store;
  const bool has_place = place.rank == 1 && is_plain(vector) && place.space != Space::Local &&
                         place.space != Space::Constant && (place.writable || !stores);
  vector.lanes = expr.text.back() - '0';
  if (!has_place || vector.scalar == Scalar::Bool ||
      (vector.scalar == Scalar::Half && vector.lanes == 4)) {
    state.fail(expr.line, "'" + expr.text + "' wants a pointer to numbers in " +
                              (stores ? "writable " : "") + "global or shared memory");
    return;
  }
  require_integer(state, expr.args[1], "an index");
  if (stores) {
    convert(state, expr.args[2], vector, "what is stored");
    return;
  }
  expr.type = vector;
}

void check_builtin(CheckState& state, Expr& expr, const Builtin& builtin) {
  const int count = static_cast<int>(expr.args.size());
  if (count < builtin.min_args || count > builtin.max_args) {
    state.fail(expr.line,
               "'" + expr.text + "' wants " + std::to_string(builtin.min_args) + " arguments");
    return;
  }
  switch (builtin.kind) {
    case BuiltinKind::Index:
      if (count == 1) {
        const std::string& axis = expr.args[0].text;
        if (axis != "0" && axis != "1" && axis != "2") {
          state.fail(expr.line, "'" + expr.text + "' wants 0, 1 or 2");
        }
      }
      expr.type = plain(Scalar::Int);
      return;
    case BuiltinKind::Math:
    case BuiltinKind::Fast:
      return check_math(state, expr, builtin);
    case BuiltinKind::Choice:
      return check_choice(state, expr);
    case BuiltinKind::Bits:
      return check_bits(state, expr, builtin);
    case BuiltinKind::Shuffle:
      return check_shuffle(state, expr);
    case BuiltinKind::Vote:
      check_condition(state, expr.args[0]);
      expr.type = plain(expr.text == "ballot" ? Scalar::UInt : Scalar::Bool);
      return;
    case BuiltinKind::Atomic:
    case BuiltinKind::Swap:
      return check_atomic(state, expr, builtin);
    case BuiltinKind::Reinterpret:
      return check_reinterpret(state, expr);
    case BuiltinKind::Load:
    case BuiltinKind::Store:
      return check_vector_memory(state, expr, builtin);
    case BuiltinKind::Sync:
      return;
  }
}

}  // namespace

void check_call(CheckState& state, Expr& expr) {
  for (Expr& arg : expr.args)
    check_expr(state, arg);
  if (state.failed()) return;
  if (const Builtin* builtin = find_builtin(expr.text)) return check_builtin(state, expr, *builtin);
  for (size_t i = 0; i < state.functions_known; ++i) {
    if (state.program.functions[i].name == expr.text) {
      return check_function_call(state, expr, state.program.functions[i]);
    }
  }
  state.fail(expr.line, "there is no function '" + expr.text + "' before this line");
}

}  // namespace kcast::corpus
