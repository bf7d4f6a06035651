#include "serve/lsp/kernel_places.h"

#include <algorithm>
#include <cctype>

namespace kcast::lsp {

namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The text with comments, strings and preprocessor lines blanked, so that braces and words count.
std::string code_only(const std::string& text) {
  std::string out = text;
  const auto blank = [&](size_t begin, size_t end) {
    for (size_t i = begin; i < std::min(end, out.size()); ++i) {
      if (out[i] != '\n') out[i] = ' ';
    }
  };
  for (size_t i = 0; i < out.size();) {
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    size_t end = i + 1;
    if (text[i] == '/' && next == '/') {
      end = std::min(text.find('\n', i), text.size());
      blank(i, end);
    } else if (text[i] == '/' && next == '*') {
      const size_t close = text.find("*/", i + 2);
      end = close == std::string::npos ? text.size() : close + 2;
      blank(i, end);
    } else if (text[i] == '"' || (text[i] == '\'' && (i == 0 || !is_word(text[i - 1])))) {
      while (end < text.size() && text[end] != text[i] && text[end] != '\n')
        end += text[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, text.size());
      blank(i, end);
    }
    i = end;
  }
  return out;
}

// The position after the bracket that closes the one at `open`.
size_t after_closing(const std::string& code, size_t open) {
  const char opening = code[open];
  const char closing = opening == '(' ? ')' : '}';
  int64_t depth = 0;
  for (size_t i = open; i < code.size(); ++i) {
    if (code[i] == opening) ++depth;
    if (code[i] == closing && --depth == 0) return i + 1;
  }
  return std::string::npos;
}

// The end of the body of the function whose name ends at `at`; npos where none is defined there.
size_t body_end(const std::string& code, size_t at) {
  const size_t open = code.find_first_not_of(" \t\r\n", at);
  if (open == std::string::npos || code[open] != '(') return std::string::npos;
  const size_t closed = after_closing(code, open);
  if (closed == std::string::npos) return std::string::npos;
  const size_t body = code.find_first_of("{;", closed);
  if (body == std::string::npos || code[body] == ';') return std::string::npos;
  const size_t end = after_closing(code, body);
  // While a brace is missing the rest of the text is the body.
  return end == std::string::npos ? code.size() : end;
}

// Where the declaration begins whose name is at `name`: after what ends the one before.
size_t declaration_start(const std::string& code, size_t name) {
  size_t start = code.find_last_of(";}{", name);
  start = start == std::string::npos ? 0 : start + 1;
  // Preprocessor lines end without a mark.
  for (size_t line = start; line < name;) {
    const size_t first = code.find_first_not_of(" \t\r\n", line);
    if (first == std::string::npos || first >= name) break;
    if (code[first] != '#') return std::min(first, name);
    const size_t end = code.find('\n', first);
    if (end == std::string::npos) break;
    line = end + 1;
    start = line;
  }
  return std::min(std::max(start, code.find_first_not_of(" \t\r\n", start)), name);
}

}  // namespace

std::string plain_kernel_name(std::string_view name) {
  name = name.substr(0, name.find('<'));
  const size_t colons = name.rfind("::");
  return std::string(colons == std::string_view::npos ? name : name.substr(colons + 2));
}

KernelFinder::KernelFinder(const Text& text, Encoding encoding)
    : text_(text), encoding_(encoding), code_(code_only(text.str())) {}

std::optional<KernelPlace> KernelFinder::find(std::string_view name, int64_t line) const {
  const Text& text = text_;
  const Encoding encoding = encoding_;
  const std::string& code = code_;
  const std::string word = plain_kernel_name(name);
  if (word.empty()) return std::nullopt;
  // The compiler's line is that of the name or, with attributes and templates, some before it.
  constexpr int64_t kLinesAround = 8;
  const size_t from =
      line > 0 ? text.offset({std::max<int64_t>(line - 1, 0), 0}, encoding) : size_t{0};
  const size_t until =
      line > 0 ? text.offset({line + kLinesAround, 0}, encoding) : text.str().size();
  for (size_t at = code.find(word, from); at != std::string::npos && at <= until;
       at = code.find(word, at + 1)) {
    if ((at > 0 && is_word(code[at - 1])) ||
        (at + word.size() < code.size() && is_word(code[at + word.size()])))
      continue;
    const size_t end = body_end(code, at + word.size());
    if (end == std::string::npos) continue;
    return KernelPlace{
        {text.position(declaration_start(code, at), encoding), text.position(end, encoding)},
        {text.position(at, encoding), text.position(at + word.size(), encoding)}};
  }
  if (line < 1 || line > text.lines()) return std::nullopt;
  const Range whole = text.line_range(line - 1, encoding);
  return KernelPlace{whole, whole};
}

}  // namespace kcast::lsp
