#include "corpus/neutral/parse/lexer.h"

#include <cctype>

#include "base/text.h"

namespace kcast::corpus {
namespace {

// Longest first.
constexpr std::string_view kPuncts[] = {
    "<<=", ">>=", "..", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "+=", "-=", "*=", "/=",
    "%=",  "&=",  "|=", "^=", "++", "--", "+",  "-",  "*",  "/",  "%",  "&",  "|",  "^",  "~",
    "!",   "<",   ">",  "=",  "?",  ":",  ";",  ",",  ".",  "(",  ")",  "[",  "]",  "{",  "}"};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

size_t word_end(std::string_view text, size_t at) {
  while (at < text.size() && is_word(text[at]))
    ++at;
  return at;
}

// 12, 0x1F, 12u, 1.5, 1.5f, 2e-3; "1..5" is a number, two dots and a number, and "16x8" a
// number and a name.
size_t number_end(std::string_view text, size_t at) {
  if (text.substr(at, 2) == "0x") return word_end(text, at + 2);
  while (at < text.size() && is_digit(text[at]))
    ++at;
  const bool has_fraction = at + 1 < text.size() && text[at] == '.' && text[at + 1] != '.';
  if (has_fraction) {
    ++at;
    while (at < text.size() && is_digit(text[at]))
      ++at;
  }
  if (at < text.size() && text[at] == 'e') {
    ++at;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    while (at < text.size() && is_digit(text[at]))
      ++at;
  }
  while (at < text.size() && (text[at] == 'f' || text[at] == 'u' || text[at] == 'l'))
    ++at;
  return at;
}

std::string_view punct_at(std::string_view text) {
  for (const std::string_view punct : kPuncts) {
    if (text.starts_with(punct)) return punct;
  }
  return {};
}

}  // namespace

Result<std::vector<Token>> lex_neutral(std::string_view text) {
  std::vector<Token> tokens;
  tokens.reserve(text.size() / 3);
  int line = 1;
  size_t at = 0;
  const auto add = [&](Token::Kind kind, size_t end) {
    tokens.push_back({kind, line, text.substr(at, end - at)});
    at = end;
  };
  while (at < text.size()) {
    const char c = text[at];
    if (c == '\n') {
      ++line;
      ++at;
    } else if (c == ' ' || c == '\t') {
      ++at;
    } else if (text.substr(at, 2) == "//") {
      size_t end = text.find('\n', at);
      if (end == std::string_view::npos) end = text.size();
      tokens.push_back({Token::Kind::Comment, line, trim(text.substr(at + 2, end - at - 2))});
      at = end;
    } else if (is_digit(c)) {
      add(Token::Kind::Number, number_end(text, at));
    } else if (is_word(c)) {
      add(Token::Kind::Name, word_end(text, at));
    } else if (const std::string_view punct = punct_at(text.substr(at)); !punct.empty()) {
      add(Token::Kind::Punct, at + punct.size());
    } else {
      return Error{ErrorCode::InvalidInput,
                   "line " + std::to_string(line) + ": unexpected character '" + c + "'"};
    }
  }
  tokens.push_back({Token::Kind::End, line, {}});
  return tokens;
}

}  // namespace kcast::corpus
