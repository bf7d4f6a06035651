// C++ and CUDA text to tokens, for changes that leave everything else as it is.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace kcast::corpus {

// What a piece of the text is.
enum class Cut : unsigned char {
  Name,
  Number,
  Text,    // "..." and '...'
  Header,  // <...> or "..." of an #include, with its brackets
  Punct,   // one character; also -> and ::
  Comment,
  Blank,    // spaces, tabs, a backslash before the end of a line
  NewLine,  // the end of a line
};

struct SourceToken {
  Cut kind = Cut::Blank;
  bool in_directive = false;  // a part of a # line
  std::string_view text;      // a part of the text that was cut up

  bool is(std::string_view wanted) const { return text == wanted; }
  bool is_space() const {
    return kind == Cut::Comment || kind == Cut::Blank || kind == Cut::NewLine;
  }
};

// All of it: the tokens one after the other are the text. Text that is no C++ gives tokens too.
std::vector<SourceToken> tokens_of_source(std::string_view text);

// The places of the tokens that are neither space nor comment.
std::vector<size_t> places_without_space(const std::vector<SourceToken>& tokens);

}  // namespace kcast::corpus
