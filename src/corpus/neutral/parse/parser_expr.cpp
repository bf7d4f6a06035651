#include "corpus/neutral/parse/parser_expr.h"

#include <string>
#include <utility>

namespace kcast::corpus {
namespace {

// What a reader of generated text could still follow, and what bounds the recursion.
constexpr int kDeepestNesting = 64;

int binary_level(std::string_view op) {
  constexpr std::pair<std::string_view, int> kLevels[] = {
      {"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4},  {"&", 5},  {"==", 6},
      {"!=", 6}, {"<", 7},  {">", 7}, {"<=", 7}, {">=", 7}, {"<<", 8},
      {">>", 8}, {"+", 9},  {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10}};
  for (const auto& [known, level] : kLevels) {
    if (known == op) return level;
  }
  return 0;
}

class ExprParser {
 public:
  explicit ExprParser(ParserState& state) : state_(state) {}

  Expr expression() {
    if (++depth_ > kDeepestNesting) state_.fail("the expression is nested too deeply");
    Expr expr = binary(1);
    if (state_.sees("?")) {
      Expr whole = node(Expr::Kind::Conditional, "?");
      state_.next();
      whole.args.push_back(std::move(expr));
      whole.args.push_back(expression());
      state_.expect(":");
      whole.args.push_back(expression());
      expr = std::move(whole);
    }
    --depth_;
    return expr;
  }

 private:
  Expr node(Expr::Kind kind, std::string_view text) const {
    Expr expr;
    expr.kind = kind;
    expr.line = state_.peek().line;
    expr.text = std::string(text);
    return expr;
  }

  Expr binary(int lowest) {
    Expr left = unary();
    while (true) {
      const int level =
          state_.peek().kind == Token::Kind::Punct ? binary_level(state_.peek().text) : 0;
      if (level < lowest || level == 0) return left;
      Expr whole = node(Expr::Kind::Binary, state_.peek().text);
      state_.next();
      whole.args.push_back(std::move(left));
      whole.args.push_back(binary(level + 1));
      left = std::move(whole);
    }
  }

  Expr unary() {
    if (++depth_ > kDeepestNesting) state_.fail("the expression is nested too deeply");
    Expr expr = unary_inside();
    --depth_;
    return expr;
  }

  Expr unary_inside() {
    for (const std::string_view op : {"-", "!", "~", "&"}) {
      if (!state_.sees(op)) continue;
      Expr expr = node(op == "&" ? Expr::Kind::Address : Expr::Kind::Unary, op);
      state_.next();
      expr.args.push_back(unary());
      return expr;
    }
    if (state_.sees("(") && state_.sees(")", 2)) {
      if (const auto type = type_of_word(state_.peek(1).text, state_.records)) {
        Expr expr = node(Expr::Kind::Cast, state_.peek(1).text);
        expr.type = *type;
        state_.next();
        state_.next();
        state_.next();
        expr.args.push_back(unary());
        return expr;
      }
    }
    return postfix(primary());
  }

  Expr primary() {
    if (state_.take("(")) {
      Expr expr = expression();
      state_.expect(")");
      return expr;
    }
    const Token token = state_.peek();
    if (token.kind == Token::Kind::Number || token.text == "true" || token.text == "false") {
      Expr expr = node(Expr::Kind::Literal, token.text);
      state_.next();
      return expr;
    }
    Expr expr = node(Expr::Kind::Name, token.text);
    state_.name("an expression");
    if (!state_.take("(")) return expr;
    const auto type = type_of_word(expr.text, state_.records);
    expr.kind = type ? Expr::Kind::Construct : Expr::Kind::Call;
    if (type) expr.type = *type;
    while (!state_.take(")") && !state_.at_end()) {
      if (!expr.args.empty()) state_.expect(",");
      expr.args.push_back(expression());
    }
    if (state_.at_end()) state_.fail("the call of '" + expr.text + "' is not closed");
    return expr;
  }

  Expr postfix(Expr expr) {
    while (true) {
      if (state_.sees("[")) {
        Expr whole = node(Expr::Kind::Index, "[");
        state_.next();
        whole.args.push_back(std::move(expr));
        whole.args.push_back(expression());
        state_.expect("]");
        expr = std::move(whole);
      } else if (state_.sees(".")) {
        Expr whole = node(Expr::Kind::Member, "");
        state_.next();
        whole.text = state_.name("a member");
        whole.args.push_back(std::move(expr));
        expr = std::move(whole);
      } else {
        return expr;
      }
    }
  }

  ParserState& state_;
  int depth_ = 0;
};

}  // namespace

Expr parse_expr(ParserState& state) {
  return ExprParser(state).expression();
}

}  // namespace kcast::corpus
