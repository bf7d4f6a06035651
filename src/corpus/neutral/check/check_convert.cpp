#include "corpus/neutral/check/check_convert.h"

#include <algorithm>
#include <string>
#include <utility>

#include "corpus/neutral/types.h"

namespace kcast::corpus {
namespace {

void adapt_exactly(Expr& expr, Scalar scalar) {
  if (!expr.untyped) return;
  expr.untyped = false;
  expr.type.scalar = scalar;
  // The left side of ?: is a condition.
  const size_t first = expr.kind == Expr::Kind::Conditional ? 1 : 0;
  for (size_t i = first; i < expr.args.size(); ++i)
    adapt_exactly(expr.args[i], scalar);
}

}  // namespace

Scalar promoted(Scalar scalar) {
  return scalar < Scalar::Int ? Scalar::Int : scalar;
}

Type value_type(Type type) {
  if (type.rank == 0) {
    type.space = Space::Local;
    type.writable = true;
  }
  return type;
}

void adapt(Expr& expr, Scalar scalar) {
  if (!expr.untyped) return;
  if (is_real(scalar) || !is_real(expr.type.scalar)) adapt_exactly(expr, scalar);
}

void force(Expr& expr, Scalar scalar) {
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

void convert(CheckState& state, Expr& expr, const Type& to, std::string_view what) {
  if (state.failed()) return;
  if (is_plain(to)) adapt(expr, to.scalar);
  const Type from = value_type(expr.type);
  const Type target = value_type(to);
  if (from == target) return;
  const bool are_numbers = is_plain(from) && is_plain(target);
  const bool has_half = from.scalar == Scalar::Half || target.scalar == Scalar::Half;
  if (are_numbers && !has_half) return;
  state.fail(expr.line, std::string(what) + " is " + type_text(from) + " and not " +
                            type_text(target) + (are_numbers ? "; cast it" : ""));
}

Type common_type(CheckState& state, Expr& a, Expr& b, int line) {
  if (a.untyped && !b.untyped) adapt(a, is_real(b.type.scalar) ? b.type.scalar : Scalar::Int);
  if (b.untyped && !a.untyped) adapt(b, is_real(a.type.scalar) ? a.type.scalar : Scalar::Int);
  const Scalar left = promoted(a.type.scalar);
  const Scalar right = promoted(b.type.scalar);
  if (left != right && (left == Scalar::Half || right == Scalar::Half)) {
    state.fail(line, "half meets " + type_text(plain(left == Scalar::Half ? right : left)) +
                         "; cast one of them");
  }
  return plain(std::max(left, right));
}

void require_integer(CheckState& state, const Expr& expr, std::string_view what) {
  if (!is_plain(expr.type) || !is_integer(expr.type.scalar)) {
    state.fail(expr.line, std::string(what) + " is an integer, not " + type_text(expr.type));
  }
}

}  // namespace kcast::corpus
