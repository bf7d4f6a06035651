// Types of expressions.
#include <string>
#include <utility>

#include "corpus/neutral/checker.h"
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

Scalar promoted(Scalar scalar) {
  return scalar < Scalar::Int ? Scalar::Int : scalar;
}

bool is_comparison(std::string_view op) {
  return op == "<" || op == ">" || op == "<=" || op == ">=" || op == "==" || op == "!=";
}

bool wants_integers(std::string_view op) {
  return op == "%" || op == "&" || op == "|" || op == "^" || op == "<<" || op == ">>";
}

// Where a value is used, neither its place nor its being writable matters.
Type value_type(Type type) {
  if (type.rank == 0) {
    type.space = Space::Local;
    type.writable = true;
  }
  return type;
}

}  // namespace

void Checker::check_expr(Expr& expr) {
  if (!error_.empty()) return;
  switch (expr.kind) {
    case Expr::Kind::Literal:
      return check_literal(expr);
    case Expr::Kind::Name:
      return check_name(expr);
    case Expr::Kind::Call:
      return check_call(expr);
    case Expr::Kind::Address:
      return check_address(expr);
    default:
      break;
  }
  for (Expr& arg : expr.args)
    check_expr(arg);
  if (!error_.empty()) return;
  switch (expr.kind) {
    case Expr::Kind::Unary:
      return check_unary(expr);
    case Expr::Kind::Binary:
      return check_binary(expr);
    case Expr::Kind::Conditional:
      return check_conditional(expr);
    case Expr::Kind::Cast:
      return check_cast(expr);
    case Expr::Kind::Construct:
      return check_construct(expr);
    case Expr::Kind::Index:
      return check_index(expr);
    default:
      return check_member(expr);
  }
}

void Checker::check_literal(Expr& expr) {
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
    fail(expr.line, "the number " + expr.text + " wants the suffix l or ul");
  } else if (suffix == "u" || value > INT32_MAX) {
    expr.untyped = false;
    expr.type = plain(Scalar::UInt);
  } else {
    expr.type = plain(Scalar::Int);
  }
}

void Checker::check_name(Expr& expr) {
  const Known* known = find(expr.text);
  if (known == nullptr) {
    fail(expr.line, "'" + expr.text + "' is not declared");
    return;
  }
  expr.type = known->type;
}

// Numbers without a type take one; integers stay integers beside integers.
void Checker::adapt(Expr& expr, Scalar scalar) {
  if (!expr.untyped) return;
  if (is_real(scalar) || !is_real(expr.type.scalar)) adapt_exactly(expr, scalar);
}

void Checker::adapt_exactly(Expr& expr, Scalar scalar) {
  if (!expr.untyped) return;
  expr.untyped = false;
  expr.type.scalar = scalar;
  // The left side of ?: is a condition.
  const size_t first = expr.kind == Expr::Kind::Conditional ? 1 : 0;
  for (size_t i = first; i < expr.args.size(); ++i)
    adapt_exactly(expr.args[i], scalar);
}

void Checker::force(Expr& expr, Scalar scalar) {
  if (expr.untyped && (is_real(scalar) || !is_real(expr.type.scalar))) {
    adapt_exactly(expr, scalar);
    return;
  }
  if (expr.type.scalar == scalar) return;
  Expr cast;
  cast.kind = Expr::Kind::Cast;
  cast.line = expr.line;
  cast.type = plain(scalar);
  cast.args.push_back(std::move(expr));
  expr = std::move(cast);
}

Type Checker::common_type(Expr& a, Expr& b, int line) {
  if (a.untyped && !b.untyped) adapt(a, is_real(b.type.scalar) ? b.type.scalar : Scalar::Int);
  if (b.untyped && !a.untyped) adapt(b, is_real(a.type.scalar) ? a.type.scalar : Scalar::Int);
  const Scalar left = promoted(a.type.scalar);
  const Scalar right = promoted(b.type.scalar);
  if (left != right && (left == Scalar::Half || right == Scalar::Half)) {
    fail(line, "half meets " + type_text(plain(left == Scalar::Half ? right : left)) +
                   "; cast one of them");
  }
  return plain(std::max(left, right));
}

void Checker::convert(Expr& expr, const Type& to, std::string_view what) {
  if (!error_.empty()) return;
  if (is_plain(to)) adapt(expr, to.scalar);
  const Type from = value_type(expr.type);
  const Type target = value_type(to);
  if (from == target) return;
  const bool are_numbers = is_plain(from) && is_plain(target);
  const bool has_half = from.scalar == Scalar::Half || target.scalar == Scalar::Half;
  if (are_numbers && !has_half) return;
  fail(expr.line, std::string(what) + " is " + type_text(from) + " and not " + type_text(target) +
                      (are_numbers ? "; cast it" : ""));
}

void Checker::require_integer(const Expr& expr, std::string_view what) {
  if (!is_plain(expr.type) || !is_integer(expr.type.scalar)) {
    fail(expr.line, std::string(what) + " is an integer, not " + type_text(expr.type));
  }
}

void Checker::check_unary(Expr& expr) {
  Expr& arg = expr.args[0];
  if (expr.text == "!") {
    check_condition(arg);
    expr.type = plain(Scalar::Bool);
    return;
  }
  if (expr.text == "~") require_integer(arg, "the operand of ~");
  if (!is_plain(arg.type) && !is_half2(arg.type)) {
    fail(expr.line, expr.text + " wants a number, not " + type_text(arg.type));
  }
  expr.untyped = arg.untyped;
  expr.type = is_half2(arg.type) ? value_type(arg.type) : plain(promoted(arg.type.scalar));
}

void Checker::check_binary(Expr& expr) {
  Expr& a = expr.args[0];
  Expr& b = expr.args[1];
  if (expr.text == "&&" || expr.text == "||") {
    for (const Expr& arg : expr.args) {
      if (!is_plain(arg.type) || arg.type.scalar == Scalar::Half) {
        fail(arg.line, "a condition is a number, not " + type_text(arg.type));
      }
    }
    expr.type = plain(Scalar::Bool);
    return;
  }
  if (a.type.rank == 1 && expr.text == "+") {
    require_integer(b, "what is added to a pointer");
    if (a.type.space == Space::Local || a.type.space == Space::Constant) {
      fail(expr.line, "only global and shared memory have pointers");
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
  check_arithmetic(expr);
}

void Checker::check_arithmetic(Expr& expr) {
  Expr& a = expr.args[0];
  Expr& b = expr.args[1];
  for (const Expr* arg : {&a, &b}) {
    if (is_plain(arg->type)) continue;
    fail(expr.line, expr.text + " wants numbers, not " + type_text(arg->type) +
                        (arg->type.lanes > 1 ? "; write the components" : ""));
    return;
  }
  if (wants_integers(expr.text)) {
    require_integer(a, "an operand of " + expr.text);
    require_integer(b, "an operand of " + expr.text);
  }
  if (expr.text == "<<" || expr.text == ">>") {
    expr.untyped = a.untyped && b.untyped;
    expr.type = plain(promoted(a.type.scalar));
    return;
  }
  const bool untyped = a.untyped && b.untyped;
  const Type common = common_type(a, b, expr.line);
  expr.untyped = untyped && !is_comparison(expr.text);
  expr.type = is_comparison(expr.text) ? plain(Scalar::Bool) : common;
}

void Checker::check_conditional(Expr& expr) {
  Expr& a = expr.args[1];
  Expr& b = expr.args[2];
  if (!is_plain(expr.args[0].type)) fail(expr.line, "a condition is a number");
  if (value_type(a.type) == value_type(b.type) && !is_plain(a.type)) {
    if (a.type.rank > 0) fail(expr.line, "?: cannot choose between arrays");
    expr.type = value_type(a.type);
    return;
  }
  if (!is_plain(a.type) || !is_plain(b.type)) {
    fail(expr.line, "?: chooses between " + type_text(a.type) + " and " + type_text(b.type));
    return;
  }
  expr.untyped = a.untyped && b.untyped;
  expr.type = common_type(a, b, expr.line);
}

void Checker::check_cast(Expr& expr) {
  Expr& arg = expr.args[0];
  const Type& to = expr.type;
  const bool is_pair = to.lanes == 2 && arg.type.lanes == 2 && arg.type.rank == 0;
  const bool is_half_pair = is_pair && ((is_half2(to) && arg.type.scalar == Scalar::Float) ||
                                        (is_half2(arg.type) && to.scalar == Scalar::Float));
  if (is_half_pair) return;
  if (!is_plain(to) || !is_plain(arg.type)) {
    fail(expr.line, "no cast from " + type_text(arg.type) + " to " + type_text(to));
    return;
  }
  if (arg.untyped) adapt(arg, to.scalar == Scalar::Half ? Scalar::Float : to.scalar);
  const bool makes_half = to.scalar == Scalar::Half;
  const bool from_half = arg.type.scalar == Scalar::Half;
  const auto is_known = [](Scalar scalar) {
    return scalar == Scalar::Half || scalar == Scalar::Float || scalar == Scalar::Int;
  };
  if ((makes_half && !is_known(arg.type.scalar)) || (from_half && !is_known(to.scalar))) {
    fail(expr.line, "half is cast from and to float and int only; go through float");
  }
}

void Checker::check_construct(Expr& expr) {
  if (expr.type.record >= 0) {
    const auto& members = program_.records[static_cast<size_t>(expr.type.record)].members;
    if (members.size() != expr.args.size()) {
      fail(expr.line, expr.text + " wants " + std::to_string(members.size()) + " members");
      return;
    }
    for (size_t i = 0; i < members.size(); ++i) {
      convert(expr.args[i], members[i].type, "a member of " + expr.text);
      // A list in braces must not narrow.
      if (is_plain(members[i].type)) force(expr.args[i], members[i].type.scalar);
    }
    return;
  }
  if (expr.type.lanes == 1 || static_cast<int>(expr.args.size()) != expr.type.lanes) {
    fail(expr.line, expr.text + "(...) wants " + std::to_string(expr.type.lanes) +
                        " components; a cast is written (" + expr.text + ")x");
    return;
  }
  for (Expr& arg : expr.args)
    convert(arg, plain(expr.type.scalar), "a component of " + expr.text);
}

void Checker::check_index(Expr& expr) {
  const Type& base = expr.args[0].type;
  require_integer(expr.args[1], "an index");
  if (base.rank == 0) {
    fail(expr.line, type_text(base) + " has no elements");
    return;
  }
  expr.type = base;
  --expr.type.rank;
  expr.type.pointer = false;
}

void Checker::check_member(Expr& expr) {
  const Type& base = expr.args[0].type;
  if (base.rank == 0 && base.lanes > 1) {
    const size_t lane = std::string_view("xyzw").find(expr.text);
    if (expr.text.size() != 1 || lane >= static_cast<size_t>(base.lanes)) {
      fail(expr.line, type_text(base) + " has no component '" + expr.text + "'");
    }
    expr.type = plain(base.scalar);
    expr.type.writable = base.writable;
    return;
  }
  if (base.rank == 0 && base.record >= 0) {
    for (const Variable& member : program_.records[static_cast<size_t>(base.record)].members) {
      if (member.name != expr.text) continue;
      expr.type = member.type;
      expr.type.writable = base.writable;
      return;
    }
  }
  fail(expr.line, type_text(base) + " has no member '" + expr.text + "'");
}

void Checker::check_address(Expr& expr) {
  Expr& arg = expr.args[0];
  check_expr(arg);
  const Expr* root = &arg;
  while (root->kind == Expr::Kind::Member)
    root = &root->args[0];
  const bool is_place = root->kind == Expr::Kind::Index || root->kind == Expr::Kind::Name;
  const Space space = root->type.space;
  if (!is_place || arg.type.rank > 0 || (space != Space::Global && space != Space::Shared)) {
    fail(expr.line, "& wants an element of global or shared memory");
  }
  expr.type = arg.type;
  expr.type.space = space;
  expr.type.rank = 1;
  expr.type.pointer = true;
}

}  // namespace kcast::corpus
