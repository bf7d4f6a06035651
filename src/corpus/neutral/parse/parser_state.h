// What the parts of the parser share: where it stands, and the first error. After an error the
// parser stands at the end of the text, so that every loop over tokens ends.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "corpus/neutral/parse/lexer.h"
#include "corpus/neutral/tree.h"

namespace kcast::corpus {

class ParserState {
 public:
  explicit ParserState(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  // The token `ahead` of the current one, comments not counted.
  const Token& peek(int ahead = 0) const;
  bool at_end() const { return peek().kind == Token::Kind::End; }
  bool sees(std::string_view text, int ahead = 0) const { return peek(ahead).text == text; }
  const Token& next();
  bool take(std::string_view text);
  void expect(std::string_view text);
  std::string name(std::string_view what);
  int64_t integer();
  // Comments in front of the current token, which are then done with.
  std::vector<std::string> take_comments();

  void fail(std::string message);
  void fail_at(int line, std::string message);
  bool failed() const { return !error_.empty(); }
  const std::string& error() const { return error_; }

  // Names of structs, in the order of Program::records.
  std::vector<std::string> records;
  std::vector<NamedConstant> constants;

 private:
  size_t place_of(int ahead) const;

  std::vector<Token> tokens_;
  size_t at_ = 0;
  std::string error_;
};

// A type name like `float4` or `i8`, nothing for other words.
std::optional<Type> type_of_word(std::string_view word, const std::vector<std::string>& records);

}  // namespace kcast::corpus
