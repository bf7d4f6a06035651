// Reads PTX text token by token. Functions return false after an error, which is kept.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "analyze/ptx/parse/lex.h"

namespace kcast::ptx {

struct TokenReader {
  explicit TokenReader(std::string_view text) : lexer(text) {}

  void next() { token = lexer.next(); }
  bool fail(std::string message);
  bool expect(char mark);
  bool accept(char mark);
  bool skip_statement();
  bool skip_parentheses();
  bool take_integer(int64_t& out);
  bool take_int32(int32_t& out);
  bool take_offset(int64_t& offset);

  Lexer lexer;
  Token token;
  std::string error;       // the first one; empty: none
  bool forgiving = false;  // operands of an unknown instruction: no error is kept
};

}  // namespace kcast::ptx
