#include "encode/code_words.h"

#include <cstddef>

namespace kcast::encode {
namespace {

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}

bool is_number(char c) {
  return c >= '0' && c <= '9';
}

bool is_underscore(char c) {
  return c == '_';
}

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

bool is_foreign(char c) {
  return (static_cast<unsigned char>(c) & 0x80U) != 0;
}

bool is_operator(char c) {
  return !is_upper(c) && !is_lower(c) && !is_number(c) && !is_underscore(c) && !is_space(c) &&
         !is_foreign(c);
}

template <typename Is>
size_t skip(std::string_view text, size_t at, Is is) {
  while (at < text.size() && is(text[at]))
    ++at;
  return at;
}

// The end of a word that begins at `at`, or `at` where none does. The alternatives come in the
// order of the regular expression.
size_t word_end(std::string_view text, size_t at) {
  const size_t letters = skip(text, at, is_underscore);
  const size_t capitals = skip(text, letters, is_upper);
  const bool small_follows = capitals < text.size() && is_lower(text[capitals]);
  if (capitals > letters && !small_follows) return capitals;
  // "HTTPServer": the last capital belongs to the next word.
  if (capitals > letters + 1) return capitals - 1;
  if (small_follows) return skip(text, capitals, is_lower);
  return letters;  // underscores alone
}

size_t piece_end(std::string_view text, size_t at) {
  const size_t after_space = text[at] == ' ' ? at + 1 : at;
  if (after_space < text.size()) {
    if (const size_t end = word_end(text, after_space); end > after_space) return end;
    if (after_space == at && is_number(text[at])) return at + 1;
    if (const size_t end = skip(text, after_space, is_operator); end > after_space) return end;
    if (const size_t end = skip(text, after_space, is_foreign); end > after_space) return end;
  }
  return skip(text, at, is_space);
}

}  // namespace

std::vector<std::string_view> code_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (size_t at = 0; at < text.size();) {
    const size_t end = piece_end(text, at);
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

}  // namespace kcast::encode
