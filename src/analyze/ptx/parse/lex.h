// Tokens of PTX text, views into it. Words hold dots and "::", so that an opcode
// with its modifiers, a directive and "%tid.x" are one token each.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "analyze/ptx/ptx.h"

namespace kcast::ptx {

struct Token {
  enum class Kind : uint8_t { End, Word, Number, Text, Mark };
  Kind kind = Kind::End;
  char mark = 0;          // Mark: the character
  std::string_view text;  // Text: without its quotes

  bool is(char c) const { return kind == Kind::Mark && mark == c; }
  bool is(std::string_view word) const { return kind == Kind::Word && text == word; }
  bool is_directive() const { return kind == Kind::Word && text.front() == '.'; }
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Token next();
  size_t position() const { return position_; }
  int line_at(size_t position) const;  // from 1
  void skip_line();
  void skip_braces();  // after '{': to behind the '}' that closes it

 private:
  void skip_space();
  Token take_while_number();

  std::string_view text_;
  size_t position_ = 0;
};

// The value of a number: an integer, or the bits of an f32 or f64.
struct Literal {
  Type type = Type::S64;  // S64, F32 or F64
  uint64_t bits = 0;
};

std::optional<Literal> parse_number(std::string_view text);
Literal negate(Literal literal);
uint64_t bits_as(const Literal& literal, Type type);  // in that type's width

}  // namespace kcast::ptx
