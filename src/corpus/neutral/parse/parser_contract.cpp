#include "corpus/neutral/parse/parser_contract.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "base/text.h"

namespace kcast::corpus {
namespace {

constexpr std::pair<std::string_view, FillKind> kFillWords[] = {
    {"uniform", FillKind::Uniform},
    {"uniform_int", FillKind::UniformInt},
    {"index_into", FillKind::IndexInto},
    {"offsets_into", FillKind::OffsetsInto},
    {"permutation", FillKind::Permutation},
    {"constant", FillKind::Constant},
    {"zero", FillKind::Zero},
    {"iota", FillKind::Iota},
};

class ContractParser {
 public:
  explicit ContractParser(ParserState& state) : state_(state) {}

  KernelContract contract() {
    state_.expect("{");
    while (!state_.take("}")) {
      if (state_.at_end()) {
        state_.fail("the contract is not closed");
        break;
      }
      line(state_.name("a line of the contract"));
      state_.expect(";");
    }
    return std::move(contract_);
  }

 private:
  void line(const std::string& word) {
    if (word == "size") return scalar(ScalarRole::Size);
    if (word == "count") return scalar(ScalarRole::Count);
    if (word == "real") return scalar(ScalarRole::Real);
    if (word == "derived") return derived();
    if (word == "buffer") return buffer();
    if (word == "block") return block();
    if (word == "grid") return grid();
    if (word == "shared") {
      contract_.shared_bytes = expression();
      return;
    }
    state_.fail(
        "unknown line '" + word +
        "' in the contract; known: size, count, real, derived, buffer, block, grid, shared");
  }

  double number() {
    const bool negative = state_.take("-");
    for (const NamedConstant& constant : state_.constants) {
      if (state_.take(constant.name)) {
        return static_cast<double>(negative ? -constant.value : constant.value);
      }
    }
    const std::string_view text = state_.peek().text;
    double value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc() || end.ptr != text.data() + text.size() || text.empty()) {
      state_.fail("expected a number before '" + std::string(text) + "'");
      return 0;
    }
    state_.next();
    return negative ? -value : value;
  }

  bool sees_number() const {
    if (state_.sees("-")) return true;
    return state_.peek().kind == Token::Kind::Number;
  }

  void scalar(ScalarRole role) {
    ScalarContract scalar;
    scalar.role = role;
    scalar.name = state_.name("a parameter");
    scalar.low = number();
    scalar.high = scalar.low;
    if (state_.take("..")) scalar.high = number();
    if (scalar.high < scalar.low) state_.fail("the range of '" + scalar.name + "' is empty");
    while (state_.sees("pow2") || state_.sees("multiple")) {
      if (state_.next().text == "pow2") {
        scalar.power_of_two = true;
      } else {
        scalar.multiple_of = state_.integer();
      }
    }
    contract_.scalars.push_back(std::move(scalar));
  }

  void derived() {
    ScalarContract scalar;
    scalar.role = ScalarRole::Derived;
    scalar.name = state_.name("a parameter");
    state_.expect("=");
    scalar.value = expression();
    contract_.scalars.push_back(std::move(scalar));
  }

  // The text up to a `;`, a `,` outside of parentheses, or a fill; names of integers become
  // the integers.
  std::string expression() {
    std::string text;
    int depth = 0;
    while (!state_.at_end() && !state_.sees(";")) {
      if (depth == 0 && (state_.sees(",") || fill_kind())) break;
      const Token token = state_.next();
      if (token.text == "(") ++depth;
      if (token.text == ")") --depth;
      std::string word(token.text);
      for (const NamedConstant& constant : state_.constants) {
        if (constant.name == word) word = std::to_string(constant.value);
      }
      const bool is_tight = text.empty() || text.back() == '(' || word == ")" || word == "," ||
                            (word == "(" && names_a_function(text));
      text += (is_tight ? "" : " ") + word;
    }
    if (text.empty()) state_.fail("an expression is missing");
    return text;
  }

  static bool names_a_function(const std::string& text) {
    return text.ends_with("min") || text.ends_with("max") || text.ends_with("ceil_div");
  }

  std::optional<FillKind> fill_kind() const {
    for (const auto& [word, kind] : kFillWords) {
      if (state_.sees(word)) return kind;
    }
    return std::nullopt;
  }

  void buffer() {
    BufferContract buffer;
    buffer.name = state_.name("a parameter");
    buffer.length = expression();
    if (const auto kind = fill_kind()) {
      state_.next();
      buffer.fill = fill(*kind);
    }
    contract_.buffers.push_back(std::move(buffer));
  }

  Fill fill(FillKind kind) {
    Fill fill;
    fill.kind = kind;
    if (kind == FillKind::Uniform || kind == FillKind::UniformInt) {
      fill.low = number();
      fill.high = number();
    } else if (kind == FillKind::Constant) {
      fill.low = number();
    } else if (kind == FillKind::IndexInto || kind == FillKind::OffsetsInto) {
      fill.target = state_.name("the buffer that is pointed into");
      if (kind == FillKind::OffsetsInto && sees_number()) fill.degree = number();
    } else if (kind == FillKind::Iota) {
      fill.low = sees_number() ? number() : 0;
      fill.step = sees_number() ? number() : 1;
      fill.modulus = sees_number() ? number() : 0;
    }
    return fill;
  }

  void block() {
    if (state_.take("warps")) {
      contract_.warp_multiples_up_to = state_.integer();
      return;
    }
    while (!state_.sees(";") && !state_.at_end()) {
      std::array<int64_t, 3> shape = {state_.integer(), 1, 1};
      // 16x8x2 is the number 16 and the name x8x2 to the lexer.
      if (state_.peek().kind == Token::Kind::Name) shape_rest(shape, state_.next().text);
      if (shape[0] * shape[1] * shape[2] > 1024) state_.fail("a block has more than 1024 threads");
      contract_.blocks.push_back(shape);
    }
  }

  void shape_rest(std::array<int64_t, 3>& shape, std::string_view text) {
    const std::vector<std::string> parts = split(text, 'x');
    if (parts.size() > 3 || !parts[0].empty()) state_.fail("a shape wants the form 16x8x2");
    for (size_t i = 1; i < parts.size() && i < 3; ++i) {
      const auto value = parse_int(parts[i]);
      if (!value || *value < 1) state_.fail("a shape wants the form 16x8x2");
      shape[i] = value.value_or(1);
    }
  }

  void grid() {
    contract_.any_grid = state_.take("any");
    size_t axis = 0;
    do {
      if (axis == 3) {
        state_.fail("a grid has three dimensions at most");
        return;
      }
      contract_.grid[axis++] = expression();
    } while (state_.take(","));
  }

  ParserState& state_;
  KernelContract contract_;
};

}  // namespace

KernelContract parse_contract(ParserState& state) {
  return ContractParser(state).contract();
}

}  // namespace kcast::corpus
