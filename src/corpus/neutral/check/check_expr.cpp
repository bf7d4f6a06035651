#include "corpus/neutral/check/check_expr.h"

#include <cstdlib>
#include <string>

#include "corpus/neutral/check/check_call.h"
#include "corpus/neutral/check/check_convert.h"
#include "corpus/neutral/types.h"

namespace kcast::corpus {
namespace {

bool is_half2(const Type& type) {
  return type.scalar == Scalar::Half && type.lanes == 2 && type.rank == 0 && type.record < 0;
}

bool is_real_text(std::string_view text) {
  if (text.starts_with("0x")) return false;
  return text.find_first_of(".ef") != std::string_view::npos;
}

bool is_comparison(std::string_view op) {
  return op == "<" || op == ">" || op == "<=" || op == ">=" || op == "==" || op == "!=";
}

bool wants_integers(std::string_view op) {
  return op == "%" || op == "&" || op == "|" || op == "^" || op == "<<" || op == ">>";
}

void check_literal(CheckState& state, Expr& expr) {
  if (expr.text == "true" || expr.text == "false") {
    expr.type = plain(Scalar::Bool);
    return;
  }
  if (is_real_text(expr.text)) {
    expr.type = plain(Scalar::Float);
    expr.untyped = expr.text.back() != 'f';
    return;
  }
  const size_t digits = expr.text.find_first_of("ul");
  const std::string suffix = digits == std::string::npos ? "" : expr.text.substr(digits);
  const uint64_t value = std::strtoull(expr.text.c_str(), nullptr, 0);
  expr.untyped = suffix.empty();
  if (suffix == "ul") {
    expr.type = plain(Scalar::ULong);
  } else if (suffix == "l") {
    expr.type = plain(Scalar::Long);
  } else if (value > UINT32_MAX) {
    state.fail(expr.line, "the number " + expr.text + " wants the suffix l or ul");
  } else if (suffix == "u" || value > INT32_MAX) {
    expr.untyped = false;
    expr.type = plain(Scalar::UInt);
  } else {
    expr.type = plain(Scalar::Int);
  }
}

void check_name(CheckState& state, Expr& expr) {
  const KnownName* known = state.find(expr.text);
  if (known == nullptr) {
    state.fail(expr.line, "'" + expr.text + "' is not declared");
    return;
  }
  expr.type = known->type;
}

void check_unary(CheckState& state, Expr& expr) {
  Expr& arg = expr.args[0];
  if (expr.text == "!") {
    check_condition(state, arg);
    expr.type = plain(Scalar::Bool);
    return;
  }
  if (expr.text == "~") require_integer(state, arg, "the operand of ~");
  if (!is_plain(arg.type) && !is_half2(arg.type)) {
    state.fail(expr.line, expr.text + " wants a number, not " + type_text(arg.type));
  }
  expr.untyped = arg.untyped;
  expr.type = is_half2(arg.type) ? value_type(arg.type) : plain(promoted(arg.type.scalar));
}

void check_arithmetic(CheckState& state, Expr& expr) {
  Expr& a = expr.args[0];
  Expr& b = expr.args[1];
  for (const Expr* arg : {&a, &b}) {
    if (is_plain(arg->type)) continue;
    state.fail(expr.line, expr.text + " wants numbers, not " + type_text(arg->type) +
                              (arg->type.lanes > 1 ? "; write the components" : ""));
    return;
  }
  if (wants_integers(expr.text)) {
    require_integer(state, a, "an operand of " + expr.text);
    require_integer(state, b, "an operand of " + expr.text);
  }
  if (expr.text == "<<" || expr.text == ">>") {
    expr.untyped = a.untyped && b.untyped;
    expr.type = plain(promoted(a.type.scalar));
    return;
  }
  const bool untyped = a.untyped && b.untyped;
  const Type common = common_type(state, a, b, expr.line);
  expr.untyped = untyped && !is_comparison(expr.text);
  expr.type = is_comparison(expr.text) ? plain(Scalar::Bool) : common;
}

void check_binary(CheckState& state, Expr& expr) {
  Expr& a = expr.args[0];
  Expr& b = expr.args[1];
  if (expr.text == "&&" || expr.text == "||") {
    for (const Expr& arg : expr.args) {
      if (!is_plain(arg.type) || arg.type.scalar == Scalar::Half) {
        state.fail(arg.line, "a condition is a number, not " + type_text(arg.type));
      }
    }
    expr.type = plain(Scalar::Bool);
    return;
  }
  if (a.type.rank == 1 && expr.text == "+") {
    require_integer(state, b, "what is added to a pointer");
    if (a.type.space == Space::Local || a.type.space == Space::Constant) {
      state.fail(expr.line, "only global and shared memory have pointers");
    }
    expr.type = a.type;
    expr.type.pointer = true;
    return;
  }
  if (is_half2(a.type) && is_half2(b.type) &&
      std::string_view("+-*/").find(expr.text) != std::string_view::npos) {
    expr.type = value_type(a.type);
    return;
  }
  check_arithmetic(state, expr);
}

void check_conditional(CheckState& state, Expr& expr) {
  Expr& a = expr.args[1];
  Expr& b = expr.args[2];
  if (!is_plain(expr.args[0].type)) state.fail(expr.line, "a condition is a number");
  if (value_type(a.type) == value_type(b.type) && !is_plain(a.type)) {
    if (a.type.rank > 0) state.fail(expr.line, "?: cannot choose between arrays");
    expr.type = value_type(a.type);
    return;
  }
  if (!is_plain(a.type) || !is_plain(b.type)) {
    state.fail(expr.line, "?: chooses between " + type_text(a.type) + " and " + type_text(b.type));
    return;
  }
  expr.untyped = a.untyped && b.untyped;
  expr.type = common_type(state, a, b, expr.line);
}

void check_cast(CheckState& state, Expr& expr) {
  Expr& arg = expr.args[0];
  const Type& to = expr.type;
  const bool is_pair = to.lanes == 2 && arg.type.lanes == 2 && arg.type.rank == 0;
  const bool is_half_pair = is_pair && ((is_half2(to) && arg.type.scalar == Scalar::Float) ||
                                        (is_half2(arg.type) && to.scalar == Scalar::Float));
  if (is_half_pair) return;
  if (!is_plain(to) || !is_plain(arg.type)) {
    state.fail(expr.line, "no cast from " + type_text(arg.type) + " to " + type_text(to));
    return;
  }
  if (arg.untyped) adapt(arg, to.scalar == Scalar::Half ? Scalar::Float : to.scalar);
  const bool makes_half = to.scalar == Scalar::Half;
  const bool from_half = arg.type.scalar == Scalar::Half;
  const auto is_known = [](Scalar scalar) {
    return scalar == Scalar::Half || scalar == Scalar::Float || scalar == Scalar::Int;
  };
  if ((makes_half && !is_known(arg.type.scalar)) || (from_half && !is_known(to.scalar))) {
    state.fail(expr.line, "half is cast from and to float and int only; go through float");
  }
}

void check_construct(CheckState& state, Expr& expr) {
  if (expr.type.record >= 0) {
    const auto& members = state.program.records[static_cast<size_t>(expr.type.record)].members;
    if (members.size() != expr.args.size()) {
      state.fail(expr.line, expr.text + " wants " + std::to_string(members.size()) + " members");
      return;
    }
    for (size_t i = 0; i < members.size(); ++i) {
      convert(state, expr.args[i], members[i].type, "a member of " + expr.text);
      // A list in braces must not narrow.
      if (is_plain(members[i].type)) force(expr.args[i], members[i].type.scalar);
    }
    return;
  }
  if (expr.type.lanes == 1 || static_cast<int>(expr.args.size()) != expr.type.lanes) {
    state.fail(expr.line, expr.text + "(...) wants " + std::to_string(expr.type.lanes) +
                              " components; a cast is written (" + expr.text + ")x");
    return;
  }
  for (Expr& arg : expr.args)
    convert(state, arg, plain(expr.type.scalar), "a component of " + expr.text);
}

void check_index(CheckState& state, Expr& expr) {
  const Type& base = expr.args[0].type;
  require_integer(state, expr.args[1], "an index");
  if (base.rank == 0) {
    state.fail(expr.line, type_text(base) + " has no elements");
    return;
  }
  expr.type = base;
  --expr.type.rank;
  expr.type.pointer = false;
}

void check_member(CheckState& state, Expr& expr) {
  const Type& base = expr.args[0].type;
  if (base.rank == 0 && base.lanes > 1) {
    const size_t lane = std::string_view("xyzw").find(expr.text);
    if (expr.text.size() != 1 || lane >= static_cast<size_t>(base.lanes)) {
      state.fail(expr.line, type_text(base) + " has no component '" + expr.text + "'");
    }
    expr.type = plain(base.scalar);
    expr.type.writable = base.writable;
    return;
  }
  if (base.rank == 0 && base.record >= 0) {
    for (const Variable& member : state.program.records[static_cast<size_t>(base.record)].members) {
      if (member.name != expr.text) continue;
      expr.type = member.type;
      expr.type.writable = base.writable;
      return;
    }
  }
  state.fail(expr.line, type_text(base) + " has no member '" + expr.text + "'");
}

void check_address(CheckState& state, Expr& expr) {
  Expr& arg = expr.args[0];
  check_expr(state, arg);
  const Expr* root = &arg;
  while (root->kind == Expr::Kind::Member)
    root = &root->args[0];
  const bool is_place = root->kind == Expr::Kind::Index || root->kind == Expr::Kind::Name;
  const Space space = root->type.space;
  if (!is_place || arg.type.rank > 0 || (space != Space::Global && space != Space::Shared)) {
    state.fail(expr.line, "& wants an element of global or shared memory");
  }
  expr.type = arg.type;
  expr.type.space = space;
  expr.type.rank = 1;
  expr.type.pointer = true;
}

}  // namespace

void check_expr(CheckState& state, Expr& expr) {
  if (state.failed()) return;
  switch (expr.kind) {
    case Expr::Kind::Literal:
      return check_literal(state, expr);
    case Expr::Kind::Name:
      return check_name(state, expr);
    case Expr::Kind::Call:
      return check_call(state, expr);
    case Expr::Kind::Address:
      return check_address(state, expr);
    default:
      break;
  }
  for (Expr& arg : expr.args)
    check_expr(state, arg);
  if (state.failed()) return;
  switch (expr.kind) {
    case Expr::Kind::Unary:
      return check_unary(state, expr);
    case Expr::Kind::Binary:
      return check_binary(state, expr);
    case Expr::Kind::Conditional:
      return check_conditional(state, expr);
    case Expr::Kind::Cast:
      return check_cast(state, expr);
    case Expr::Kind::Construct:
      return check_construct(state, expr);
    case Expr::Kind::Index:
      return check_index(state, expr);
    default:
      return check_member(state, expr);
  }
}

void check_condition(CheckState& state, Expr& expr) {
  check_expr(state, expr);
  if (!is_plain(expr.type) || expr.type.scalar == Scalar::Half) {
    state.fail(expr.line, "a condition is a number, not " + type_text(expr.type));
  }
}

}  // namespace kcast::corpus
