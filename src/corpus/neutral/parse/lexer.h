// Neutral text to tokens.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kcast::corpus {

struct Token {
  enum class Kind : unsigned char { Name, Number, Punct, Comment, End };
  Kind kind = Kind::End;
  int line = 0;
  std::string_view text;  // a part of the lexed text; a comment without its slashes
};

// The last token is End. The tokens point into `text`.
Result<std::vector<Token>> lex_neutral(std::string_view text);

}  // namespace kcast::corpus
