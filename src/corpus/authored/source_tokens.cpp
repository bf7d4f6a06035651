#include "corpus/authored/source_tokens.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace kcast::corpus {
namespace {

bool is_name_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

class SourceCutter {
 public:
  explicit SourceCutter(std::string_view text) : text_(text) {}

  std::vector<SourceToken> cut() {
    while (at_ < text_.size())
      cut_one();
    return std::move(tokens_);
  }

 private:
  char peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool starts(std::string_view word) const { return text_.substr(at_).starts_with(word); }

  void add(Cut kind, size_t length) {
    length = std::min(length, text_.size() - at_);
    tokens_.push_back({kind, in_directive_, text_.substr(at_, length)});
    at_ += length;
    if (kind == Cut::Blank || kind == Cut::Comment) return;
    is_line_start_ = kind == Cut::NewLine;
    if (kind == Cut::NewLine) {
      in_directive_ = false;
      wants_header_ = false;
    }
  }

  // The length up to and with the next `end`.
  size_t length_to(std::string_view end, size_t from) const {
    const size_t found = text_.find(end, at_ + from);
    return found == std::string_view::npos ? text_.size() - at_ : found + end.size() - at_;
  }

  // A line comment goes on where its line ends in a backslash.
  size_t line_comment_length() const {
    size_t end = at_;
    do {
      end = std::min(text_.find('\n', end == at_ ? at_ : end + 1), text_.size());
    } while (end < text_.size() && text_[end - 1] == '\\');
    return end - at_;
  }

  size_t quoted_length(size_t from) const {
    const char quote = peek(from);
    size_t length = from + 1;
    while (at_ + length < text_.size() && peek(length) != quote && peek(length) != '\n')
      length += peek(length) == '\\' ? 2 : 1;
    return length + 1;
  }

  // R"x(...)x".
  size_t raw_length(size_t from) const {
    const size_t open = text_.find('(', at_ + from);
    if (open == std::string_view::npos) return text_.size() - at_;
    const std::string mark(text_.substr(at_ + from + 2, open - at_ - from - 2));
    return length_to(")" + mark + "\"", open - at_);
  }

  void cut_name() {
    size_t length = 0;
    while (is_name_char(peek(length)))
      ++length;
    const std::string_view word = text_.substr(at_, length);
    if (peek(length) == '"' && word.ends_with('R')) return add(Cut::Text, raw_length(length - 1));
    const bool is_prefix = word == "u8" || word == "u" || word == "U" || word == "L";
    if (is_prefix && (peek(length) == '"' || peek(length) == '\'')) {
      return add(Cut::Text, quoted_length(length));
    }
    const bool is_include = in_directive_ && word == "include" && was_hash_;
    add(Cut::Name, length);
    wants_header_ = is_include;
  }

  void cut_number() {
    size_t length = 1;
    const auto is_signed_exponent = [&] {
      const char before = peek(length - 1);
      const bool is_exponent = before == 'e' || before == 'E' || before == 'p' || before == 'P';
      const bool is_hex = starts("0x") || starts("0X");
      return (peek(length) == '+' || peek(length) == '-') && is_exponent &&
             (!is_hex || before == 'p' || before == 'P');
    };
    while (is_name_char(peek(length)) || peek(length) == '.' || is_signed_exponent() ||
           (peek(length) == '\'' && is_name_char(peek(length + 1))))
      ++length;
    add(Cut::Number, length);
  }

  void cut_one() {
    const char c = peek();
    if (c == '\n') return add(Cut::NewLine, 1);
    if (starts("\\\n")) return add(Cut::Blank, 2);
    if (starts("\\\r\n")) return add(Cut::Blank, 3);
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      size_t length = 1;
      while (peek(length) != '\n' && std::isspace(static_cast<unsigned char>(peek(length))) != 0)
        ++length;
      return add(Cut::Blank, length);
    }
    if (starts("//")) return add(Cut::Comment, line_comment_length());
    if (starts("/*")) return add(Cut::Comment, length_to("*/", 2));
    if (wants_header_ && (c == '<' || c == '"')) {
      wants_header_ = false;
      return add(Cut::Header, length_to(c == '<' ? ">" : "\"", 1));
    }
    const bool was_hash = c == '#' && is_line_start_;
    if (was_hash) in_directive_ = true;
    if (std::isdigit(static_cast<unsigned char>(c)) != 0 ||
        (c == '.' && std::isdigit(static_cast<unsigned char>(peek(1))) != 0)) {
      cut_number();
    } else if (is_name_char(c)) {
      cut_name();
    } else if (c == '"' || c == '\'') {
      add(Cut::Text, quoted_length(0));
    } else {
      add(Cut::Punct, starts("->") || starts("::") ? 2 : 1);
    }
    was_hash_ = was_hash;
  }

  std::string_view text_;
  std::vector<SourceToken> tokens_;
  size_t at_ = 0;
  bool in_directive_ = false;
  bool is_line_start_ = true;
  bool was_hash_ = false;      // the last token that is no space was the # of a directive
  bool wants_header_ = false;  // after #include
};

}  // namespace

std::vector<SourceToken> tokens_of_source(std::string_view text) {
  return SourceCutter(text).cut();
}

std::vector<size_t> places_without_space(const std::vector<SourceToken>& tokens) {
  std::vector<size_t> places;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].is_space()) places.push_back(i);
  }
  return places;
}

}  // namespace kcast::corpus
