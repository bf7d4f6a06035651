#include "frontend/parse/repair.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <vector>

namespace kcast::frontend {

namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Passes over comments, strings, character literals and directives; calls back
// with the position of every other character.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  // The next significant character, or npos at the end.
  size_t next() {
    while (at_ < text_.size()) {
      const size_t start = at_;
      if (line_start_ && skip_directive()) continue;
      const char c = text_[at_];
      if (c == '\n') {
        line_start_ = true;
        ++at_;
        continue;
      }
      if (text_.substr(at_, 2) == "//") {
        skip_to("\n", false);
        continue;
      }
      if (text_.substr(at_, 2) == "/*") {
        at_ += 2;
        skip_to("*/", true);
        continue;
      }
      if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        ++at_;
        continue;
      }
      line_start_ = false;
      if (c == '"' || c == '\'') {
        skip_literal(c);
        continue;
      }
      ++at_;
      return start;
    }
    return std::string_view::npos;
  }

 private:
  bool skip_directive() {
    size_t i = at_;
    while (i < text_.size() && (text_[i] == ' ' || text_[i] == '\t'))
      ++i;
    if (i >= text_.size() || text_[i] != '#') return false;
    while (i < text_.size() && text_[i] != '\n')
      i += text_[i] == '\\' ? 2 : 1;
    at_ = std::min(i, text_.size());
    line_start_ = false;
    return true;
  }
  void skip_to(std::string_view end, bool past) {
    const size_t found = text_.find(end, at_);
    at_ = found == std::string_view::npos ? text_.size() : found + (past ? end.size() : 0);
  }
  void skip_literal(char quote) {
    // A digit separator (1'000) is no literal.
    if (quote == '\'' && at_ > 0 && is_word(text_[at_ - 1])) {
      ++at_;
      return;
    }
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    at_ = std::min(at_ + (at_ < text_.size() && text_[at_] == quote ? 1 : 0), text_.size());
  }

  std::string_view text_;
  size_t at_ = 0;
  bool line_start_ = true;
};

// Words that start an outermost definition when they start a line in column 1.
constexpr std::array<std::string_view, 9> kOutermost = {"__global__",   "__device__", "__host__",
                                                        "__constant__", "__kernel",   "kernel",
                                                        "template",     "extern",     "int main"};

bool starts_definition(std::string_view text, size_t at) {
  if (at > 0 && text[at - 1] != '\n') return false;
  for (const std::string_view word : kOutermost) {
    if (text.substr(at, word.size()) == word &&
        (at + word.size() >= text.size() || !is_word(text[at + word.size()]))) {
      return true;
    }
  }
  return false;
}

// Braces of these stay open around definitions: namespace, extern "C", class.
bool opens_scope(std::string_view text, size_t brace) {
  size_t begin = brace;
  while (begin > 0 && text[begin - 1] != ';' && text[begin - 1] != '}' && text[begin - 1] != '{') {
    --begin;
  }
  const std::string_view head = text.substr(begin, brace - begin);
  if (head.find('(') != std::string_view::npos) return false;
  for (const std::string_view word : {"namespace", "extern", "struct", "class", "union"}) {
    if (head.find(word) != std::string_view::npos) return true;
  }
  return false;
}

size_t end_of_line_before(std::string_view text, size_t at) {
  return at == 0 ? 0 : text.rfind('\n', at - 1);
}

}  // namespace

std::optional<Mended> close_open_braces(const std::string& text) {
  Scanner scanner(text);
  std::vector<bool> open;  // per open brace: whether it opens a scope
  Mended mended;
  size_t copied = 0;
  const auto insert = [&](size_t place, const std::string& braces) {
    mended.text += text.substr(copied, place - copied) + braces;
    copied = place;
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(place);
    mended.lines.push_back(1 + static_cast<size_t>(std::count(text.begin(), end, '\n')));
  };
  for (size_t at = scanner.next(); at != std::string::npos; at = scanner.next()) {
    if (text[at] == '{') {
      open.push_back(opens_scope(text, at));
    } else if (text[at] == '}') {
      if (!open.empty()) open.pop_back();
    } else if (!open.empty() && !open.back() && starts_definition(text, at)) {
      size_t missing = 0;
      for (; !open.empty() && !open.back(); ++missing)
        open.pop_back();
      insert(end_of_line_before(text, at), std::string(missing, '}'));
    }
  }
  // An unfinished statement must not join the closing brace.
  if (!open.empty()) insert(text.size(), ";" + std::string(open.size(), '}'));
  if (mended.lines.empty()) return std::nullopt;
  mended.text += text.substr(copied);
  return mended;
}

}  // namespace kcast::frontend
