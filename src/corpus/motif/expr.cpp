#include "corpus/motif/expr.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

#include "base/text.h"

namespace kcast::corpus {
namespace {

constexpr int kDeepestMotifExpr = 32;

// A value and, where a parameter stands alone, whose it is.
struct MotifValue {
  std::string text;
  std::string owner;
  bool is_bare_word = false;  // neither an integer nor a known name
};

int motif_level(std::string_view op) {
  if (op == "||") return 1;
  if (op == "&&") return 2;
  if (op == "==" || op == "!=" || op == "<" || op == ">" || op == "<=" || op == ">=") return 3;
  if (op == "+" || op == "-") return 4;
  if (op == "*" || op == "/" || op == "%") return 5;
  return 0;
}

class MotifEvaluator {
 public:
  MotifEvaluator(std::string_view text, const Motif& motif, const Bindings& bindings)
      : text_(text), motif_(motif), bindings_(bindings) {
    next();
  }

  Result<std::string> evaluate() {
    const MotifValue value = binary(1);
    if (!token_.empty()) fail("has a stray '" + std::string(token_) + "'");
    if (value.is_bare_word) fail("mentions '" + value.text + "', which is no parameter");
    if (!error_.empty()) {
      return Error{ErrorCode::InvalidInput, "expression '" + std::string(text_) + "' " + error_};
    }
    return value.text;
  }

 private:
  void fail(std::string message) {
    if (error_.empty()) error_ = std::move(message);
    token_ = {};
    at_ = text_.size();
  }

  void next() {
    while (at_ < text_.size() && text_[at_] == ' ')
      ++at_;
    const size_t start = at_;
    const auto is_word = [&](size_t place) {
      return std::isalnum(static_cast<unsigned char>(text_[place])) != 0 || text_[place] == '_';
    };
    if (at_ < text_.size() && is_word(at_)) {
      while (at_ < text_.size() && is_word(at_))
        ++at_;
    } else if (at_ < text_.size()) {
      const std::string_view two = text_.substr(at_, 2);
      at_ += motif_level(two) > 0 ? 2 : 1;
    }
    token_ = text_.substr(start, at_ - start);
  }

  MotifValue binary(int lowest) {
    if (++depth_ > kDeepestMotifExpr) fail("is nested too deeply");
    MotifValue left = unary();
    while (motif_level(token_) >= lowest) {
      const std::string op(token_);
      next();
      const MotifValue right = binary(motif_level(op) + 1);
      left = apply(op, left, right);
    }
    --depth_;
    return left;
  }

  MotifValue unary() {
    if (token_ == "!" || token_ == "-") {
      const bool negates = token_ == "-";
      next();
      const int64_t value = integer(++depth_ > kDeepestMotifExpr ? too_deep() : unary());
      --depth_;
      return number(negates ? -value : (value == 0 ? 1 : 0));
    }
    if (token_ == "(") {
      next();
      MotifValue value = binary(1);
      if (token_ != ")") fail("lacks a ')'");
      next();
      return value;
    }
    const std::string word(token_);
    if (word.empty() || motif_level(word) > 0 || word == ")") {
      fail("ends too early");
      return number(0);
    }
    next();
    for (size_t i = bindings_.size(); i > 0; --i) {
      if (bindings_[i - 1].first == word) return {bindings_[i - 1].second, word, false};
    }
    return {word, "", !parse_int(word)};
  }

  MotifValue too_deep() {
    fail("is nested too deeply");
    return number(0);
  }

  static MotifValue number(int64_t value) { return {std::to_string(value), "", false}; }

  int64_t integer(const MotifValue& value) {
    const auto number = parse_int(value.text);
    if (!number || value.is_bare_word) fail("uses '" + value.text + "' as an integer");
    return number.value_or(0);
  }

  // A word must be a value that the parameter beside it can have: this finds typing errors.
  void check_word(const MotifValue& word, const MotifValue& owner) {
    if (!word.is_bare_word) return;
    if (owner.owner == "level") {
      const auto& levels = motif_.levels;
      if (std::find(levels.begin(), levels.end(), word.text) == levels.end()) {
        fail("compares with '" + word.text + "', which is no level");
      }
      return;
    }
    for (const MotifParameter& parameter : motif_.parameters) {
      if (parameter.name != owner.owner) continue;
      const auto& values = parameter.values;
      if (std::find(values.begin(), values.end(), word.text) == values.end()) {
        fail("compares with '" + word.text + "', which is no value of " + parameter.name);
      }
      return;
    }
    if (owner.owner.empty()) fail("mentions '" + word.text + "', which is no parameter");
  }

  MotifValue apply(const std::string& op, const MotifValue& a, const MotifValue& b) {
    if (op == "==" || op == "!=") {
      check_word(a, b);
      check_word(b, a);
      return number((a.text == b.text) == (op == "==") ? 1 : 0);
    }
    const int64_t x = integer(a);
    const int64_t y = integer(b);
    if (op == "||") return number(x != 0 || y != 0 ? 1 : 0);
    if (op == "&&") return number(x != 0 && y != 0 ? 1 : 0);
    if (op == "<") return number(x < y ? 1 : 0);
    if (op == ">") return number(x > y ? 1 : 0);
    if (op == "<=") return number(x <= y ? 1 : 0);
    if (op == ">=") return number(x >= y ? 1 : 0);
    constexpr int64_t kLargestOperand = 1LL << 31;
    if (std::abs(x) > kLargestOperand || std::abs(y) > kLargestOperand) fail("is out of range");
    if (!error_.empty()) return number(0);
    if (op == "+") return number(x + y);
    if (op == "-") return number(x - y);
    if (op == "*") return number(x * y);
    if (y == 0) {
      fail("divides by zero");
      return number(0);
    }
    return number(op == "/" ? x / y : x % y);
  }

  std::string_view text_;
  const Motif& motif_;
  const Bindings& bindings_;
  size_t at_ = 0;
  std::string_view token_;
  int depth_ = 0;
  std::string error_;
};

}  // namespace

Result<std::string> evaluate_motif(std::string_view text, const Motif& motif,
                                   const Bindings& bindings) {
  return MotifEvaluator(text, motif, bindings).evaluate();
}

Result<bool> motif_condition(std::string_view text, const Motif& motif, const Bindings& bindings) {
  KCAST_TRY(const std::string value, evaluate_motif(text, motif, bindings));
  const auto number = parse_int(value);
  if (!number) {
    return Error{ErrorCode::InvalidInput,
                 "condition '" + std::string(text) + "' is '" + value + "' and not an integer"};
  }
  return *number != 0;
}

}  // namespace kcast::corpus
