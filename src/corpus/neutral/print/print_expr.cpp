#include "corpus/neutral/print/print_expr.h"

#include <utility>

#include "corpus/neutral/print/print_call.h"

namespace kcast::corpus {
namespace {

int level_of(std::string_view op) {
  if (op == "||") return 1;
  if (op == "&&") return 2;
  if (op == "|") return 3;
  if (op == "^") return 4;
  if (op == "&") return 5;
  if (op == "==" || op == "!=") return 6;
  if (op == "<" || op == ">" || op == "<=" || op == ">=") return 7;
  if (op == "<<" || op == ">>") return 8;
  return op == "+" || op == "-" ? 9 : 10;
}

}  // namespace

std::string ExprPrinter::text_of(const Expr& expr_tree, int level) {
  std::string outer = std::exchange(text_, {});
  expr(expr_tree, level);
  return std::exchange(text_, std::move(outer));
}

void ExprPrinter::expr(const Expr& expr_tree, int level) {
  const Expr& e = expr_tree;
  switch (e.kind) {
    case Expr::Kind::Name:
      text_ += e.text;
      return;
    case Expr::Kind::Literal:
      text_ += spelling_.literal(e);
      return;
    case Expr::Kind::Binary:
      return binary(e, level);
    case Expr::Kind::Cast:
      return cast(e);
    case Expr::Kind::Call:
      return print_call(e, level, *this);
    case Expr::Kind::Construct:
      return construct(e);
    case Expr::Kind::Index:
      expr(e.args[0], kPostfixLevel);
      text_ += '[';
      expr(e.args[1], 0);
      text_ += ']';
      return;
    case Expr::Kind::Member:
      expr(e.args[0], kPostfixLevel);
      text_ += '.' + e.text;
      return;
    case Expr::Kind::Unary:
    case Expr::Kind::Address:
      if (level > kUnaryLevel) text_ += '(';
      // - -x must not become --x.
      text_ += e.text;
      if (e.args[0].kind == Expr::Kind::Unary && e.args[0].text == e.text) {
        text_ += '(' + text_of(e.args[0]) + ')';
      } else {
        expr(e.args[0], kUnaryLevel);
      }
      if (level > kUnaryLevel) text_ += ')';
      return;
    case Expr::Kind::Conditional:
      break;
  }
  if (level > 0) text_ += '(';
  const bool is_simple = e.args[0].kind != Expr::Kind::Binary;
  text_ += is_simple ? text_of(e.args[0], 1) : "(" + text_of(e.args[0]) + ")";
  text_ += " ? ";
  expr(e.args[1], 1);
  text_ += " : ";
  expr(e.args[2], 1);
  if (level > 0) text_ += ')';
}

void ExprPrinter::binary(const Expr& e, int level) {
  const int own = level_of(e.text);
  if (own < level) text_ += '(';
  operand(e.args[0], e, own);
  text_ += ' ' + e.text + ' ';
  operand(e.args[1], e, own + 1);
  if (own < level) text_ += ')';
}

// Compilers warn of && in || and of sums in shifts and bit operations without parentheses.
void ExprPrinter::operand(const Expr& e, const Expr& parent, int level) {
  if (e.kind == Expr::Kind::Binary && e.text != parent.text) {
    const int parent_level = level_of(parent.text);
    const bool is_bitwise = (parent_level >= 3 && parent_level <= 5) || parent_level == 8;
    if (is_bitwise || (parent.text == "||" && e.text == "&&")) level = kPostfixLevel;
  }
  expr(e, level);
}

void ExprPrinter::list(const std::vector<Expr>& args, size_t first) {
  for (size_t i = first; i < args.size(); ++i) {
    if (i > first) text_ += ", ";
    expr(args[i], 0);
  }
}

void ExprPrinter::convert_by_name(std::string_view function, const Expr& arg) {
  text_ += function;
  text_ += '(';
  expr(arg, 0);
  text_ += ')';
}

void ExprPrinter::cast(const Expr& e) {
  const Expr& arg = e.args[0];
  const Scalar from = arg.type.scalar;
  const Scalar to = e.type.scalar;
  if (e.type.lanes == 2) {
    if (spelling_.is_c()) return convert_by_name("convert_" + spelling_.vector_name(to, 2), arg);
    return convert_by_name(to == Scalar::Half ? "__float22half2_rn" : "__half22float2", arg);
  }
  if (!spelling_.is_c() && from != to) {
    if (to == Scalar::Half) {
      return convert_by_name(from == Scalar::Float ? "__float2half" : "__int2half_rn", arg);
    }
    if (from == Scalar::Half) {
      return convert_by_name(to == Scalar::Float ? "__half2float" : "__half2int_rz", arg);
    }
  }
  const std::string name = spelling_.type_name(e.type);
  if (!spelling_.is_c() && spelling_.style.cast == 1)
    return convert_by_name("static_cast<" + name + ">", arg);
  if (!spelling_.is_c() && spelling_.style.cast == 2 && name.find(' ') == std::string::npos) {
    return convert_by_name(name, arg);
  }
  text_ += '(' + name + ')';
  // What prints as several words is one operand of the cast.
  const bool is_word = arg.kind == Expr::Kind::Name || arg.kind == Expr::Kind::Literal ||
                       arg.kind == Expr::Kind::Index || arg.kind == Expr::Kind::Member ||
                       arg.kind == Expr::Kind::Call;
  expr(arg, is_word ? kUnaryLevel : kPostfixLevel);
}

void ExprPrinter::construct(const Expr& e) {
  if (e.type.record >= 0) {
    text_ += spelling_.is_c() ? "(" + spelling_.type_name(e.type) + "){"
                              : spelling_.type_name(e.type) + "{";
    list(e.args);
    text_ += '}';
    return;
  }
  if (spelling_.is_c()) {
    text_ += '(' + spelling_.type_name(e.type) + ")(";
  } else if (e.type.scalar == Scalar::Half) {
    text_ += "__halves2half2(";
  } else {
    text_ += "make_" + spelling_.vector_name(e.type.scalar, e.type.lanes) + "(";
  }
  list(e.args);
  text_ += ')';
}

}  // namespace kcast::corpus
