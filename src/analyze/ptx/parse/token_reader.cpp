#include "analyze/ptx/parse/token_reader.h"

#include <cstdint>
#include <optional>

namespace kcast::ptx {

bool TokenReader::fail(std::string message) {
  if (error.empty() && !forgiving)
    error = "ptx line " + std::to_string(lexer.line_at(lexer.position())) + ": " + message;
  return false;
}

bool TokenReader::expect(char mark) {
  if (accept(mark)) return true;
  return fail(std::string("expected '") + mark + "', found '" +
              std::string(token.text.substr(0, 40)) + "'");
}

bool TokenReader::accept(char mark) {
  if (!token.is(mark)) return false;
  next();
  return true;
}

bool TokenReader::skip_statement() {
  while (!token.is(';')) {
    if (token.kind == Token::Kind::End) return fail("unexpected end of text");
    next();
  }
  next();
  return true;
}

bool TokenReader::skip_parentheses() {
  if (!token.is('(')) return true;
  while (!token.is(')')) {
    if (token.kind == Token::Kind::End) return fail("unexpected end of text");
    next();
  }
  next();
  return true;
}

bool TokenReader::take_integer(int64_t& out) {
  const bool negative = accept('-');
  if (token.kind != Token::Kind::Number)
    return fail("expected a number, found '" + std::string(token.text.substr(0, 40)) + "'");
  const std::optional<Literal> literal = parse_number(token.text);
  if (!literal || literal->type != Type::S64) return fail("bad number");
  out = int64_t(negative ? 0 - literal->bits : literal->bits);
  next();
  return true;
}

bool TokenReader::take_int32(int32_t& out) {
  int64_t value = 0;
  if (!take_integer(value)) return false;
  if (value < INT32_MIN || value > INT32_MAX) return fail("number out of range");
  out = int32_t(value);
  return true;
}

// "+4", "-4", "+-4" or nothing.
bool TokenReader::take_offset(int64_t& offset) {
  while (token.is('+') || token.is('-')) {
    const bool minus = token.is('-');
    next();
    int64_t value = 0;
    if (!take_integer(value)) return false;
    const uint64_t step = minus ? 0 - uint64_t(value) : uint64_t(value);
    offset = int64_t(uint64_t(offset) + step);
  }
  return true;
}

}  // namespace kcast::ptx
