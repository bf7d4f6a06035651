#include "frontend/assume/name_roles.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"

namespace kcast::frontend {

namespace {

bool is_name_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_among(std::string_view word, std::string_view words) {
  return !word.empty() && words.find(" " + std::string(word) + " ") != std::string_view::npos;
}

constexpr std::string_view kTypeWords =
    " void bool char uchar short ushort int uint long ulong float half double size_t unsigned "
    "signed struct kernel __kernel static inline ";
constexpr std::string_view kSpaceWords =
    " global __global local __local constant __constant private __private ";
constexpr std::string_view kBeforeTypes =
    " const restrict volatile global __global local __local constant __constant private __private "
    "typedef ";

size_t skip_blanks(std::string_view text, size_t at) {
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0)
    ++at;
  return at;
}

std::string_view word_at(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && is_name_part(text[end]))
    ++end;
  return text.substr(at, end - at);
}

// The last word that ends before `at`; empty where something else stands there.
std::string_view word_before(std::string_view text, size_t at) {
  size_t begin = at;
  while (begin > 0 && is_name_part(text[begin - 1]))
    --begin;
  return text.substr(begin, at - begin);
}

// "float4" is one of the types, too.
bool is_type_word(std::string_view word) {
  while (!word.empty() && std::isdigit(static_cast<unsigned char>(word.back())) != 0)
    word.remove_suffix(1);
  return is_among(word, kTypeWords);
}

struct ArgumentList {
  size_t count = 0;
  size_t end = 0;  // behind its bracket
};

// The arguments whose bracket is at `open`.
ArgumentList arguments_at(std::string_view text, size_t open) {
  size_t commas = 0;
  int depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth == 0) return {skip_blanks(text, open + 1) == at ? 0 : commas + 1, at + 1};
    if (c == ',' && depth == 1) ++commas;
  }
  return {0, text.size()};
}

struct Votes {
  int type = 0, function = 0, nothing = 0;
};

class Occurrence {
 public:
  Occurrence(std::string_view text, size_t at, size_t size)
      : text_(text), next_(skip_blanks(text, at + size)) {
    before_ = at;
    while (before_ > 0 && std::isspace(static_cast<unsigned char>(text[before_ - 1])) != 0)
      --before_;
  }
  // "type name = ...", "type name)": the text declares it itself.
  bool is_declaration() const {
    const std::string_view previous = word_before(text_, before_);
    if (previous.empty() || std::isdigit(static_cast<unsigned char>(previous[0])) != 0)
      return false;
    if (is_among(previous, " return else case goto do sizeof define ifdef ifndef undef defined ")) {
      return false;
    }
    return next() != '\0' && std::string_view("=;,)[").find(next()) != std::string_view::npos;
  }
  char next() const { return next_ < text_.size() ? text_[next_] : '\0'; }
  size_t next_at() const { return next_; }

  void vote(Votes& votes) const {
    const std::string_view previous = word_before(text_, before_);
    // What a directive tests, defines or undefines says nothing.
    if (is_among(previous, " ifdef ifndef define undef defined ")) return;
    if (is_among(previous, kBeforeTypes)) ++votes.type;
    if (next() == '(') ++votes.function;
    if (next() == ')') vote_in_brackets(votes);
    if (next() == '*') vote_before_star(votes);
    if (is_name_part(next()) && std::isdigit(static_cast<unsigned char>(next())) == 0) {
      vote_before_word(votes);
    }
  }

 private:
  char previous() const { return before_ > 0 ? text_[before_ - 1] : ';'; }

  // (T)x, (T)(x), sizeof(T)
  void vote_in_brackets(Votes& votes) const {
    if (previous() != '(') return;
    const size_t behind = skip_blanks(text_, next_ + 1);
    if (behind >= text_.size()) return;
    const size_t open = before_ - 1;
    const std::string_view called = word_before(text_, open);
    if (called == "sizeof") ++votes.type;
    if (called.empty() && (is_name_part(text_[behind]) || text_[behind] == '(')) ++votes.type;
  }
  // T* p, (T*)p
  void vote_before_star(Votes& votes) const {
    const size_t behind = skip_blanks(text_, next_ + 1);
    if (behind >= text_.size()) return;
    const bool begins = std::string_view("(,;{}").find(previous()) != std::string_view::npos;
    const bool is_pointer = text_[behind] == ')' || text_[behind] == ',' || text_[behind] == '*' ||
                            (previous() != '(' && is_name_part(text_[behind]) &&
                             std::isdigit(static_cast<unsigned char>(text_[behind])) == 0);
    if (begins && is_pointer) ++votes.type;
  }
  void vote_before_word(Votes& votes) const {
    const std::string_view word = word_at(text_, next_);
    const size_t behind = skip_blanks(text_, next_ + word.size());
    const bool is_qualifier = is_among(word, kSpaceWords);
    if (is_type_word(word) ||
        (is_qualifier && is_name_part(behind < text_.size() ? text_[behind] : ' '))) {
      ++votes.nothing;
    } else {
      ++votes.type;
    }
  }

  std::string_view text_;
  size_t before_ = 0;  // behind what stands in front of the name
  size_t next_ = 0;
};

bool has_word(std::string_view line, std::string_view word) {
  for (size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !is_name_part(line[at - 1])) &&
        (end == line.size() || !is_name_part(line[end]))) {
      return true;
    }
  }
  return false;
}

// The macro of "#ifdef X", "#if X", "#if defined(X)", "#elif defined X"; empty: another condition.
std::string plain_condition(std::string_view directive) {
  std::string_view rest = trim(directive.substr(directive.find('#') + 1));
  const std::string_view word = word_at(rest, 0);
  rest = trim(rest.substr(word.size()));
  if (word == "ifdef") return std::string(word_at(rest, 0));
  if (word != "if" && word != "elif") return "";
  if (rest.starts_with("defined")) {
    rest = trim(rest.substr(std::string_view("defined").size()));
    if (rest.starts_with("(")) rest = trim(rest.substr(1));
    const std::string_view name = word_at(rest, 0);
    rest = trim(rest.substr(name.size()));
    return rest.empty() || rest == ")" ? std::string(name) : "";
  }
  const std::string_view name = word_at(rest, 0);
  const bool is_name = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0;
  return is_name && name.size() == rest.size() ? std::string(name) : "";
}

// The conditions around the first line of the kind, where all of them are plain.
template <typename IsWanted>
std::vector<std::string> macros_that_hide(std::string_view text, IsWanted is_wanted) {
  std::vector<std::string> conditions;  // of the open directives; "?" is one that is not plain
  const auto is_unknown = [](const std::string& condition) { return condition == "?"; };
  const std::string code = without_comments(text);
  for (const std::string& line : split(code, '\n')) {
    const std::string_view stripped = trim(line);
    if (is_wanted(stripped)) {
      if (conditions.empty()) return {};
      if (std::none_of(conditions.begin(), conditions.end(), is_unknown)) return conditions;
    }
    if (!stripped.starts_with("#")) continue;
    const std::string_view word = word_at(stripped, skip_blanks(stripped, 1));
    if (word == "endif" || word == "elif" || word == "else") {
      if (!conditions.empty()) conditions.pop_back();
      if (word == "endif") continue;
    } else if (!word.starts_with("if")) {
      continue;
    }
    std::string condition = plain_condition(stripped);
    conditions.push_back(condition.empty() ? "?" : std::move(condition));
  }
  return {};
}

}  // namespace

std::string without_comments(std::string_view text) {
  std::string out(text);
  for (size_t at = 0; at + 1 < out.size(); ++at) {
    if (out[at] == '"') {
      for (++at; at < out.size() && out[at] != '"' && out[at] != '\n'; ++at)
        at += out[at] == '\\' ? 1 : 0;
      continue;
    }
    const bool is_line = out[at] == '/' && out[at + 1] == '/';
    if (!is_line && (out[at] != '/' || out[at + 1] != '*')) continue;
    size_t end = out.find(is_line ? "\n" : "*/", at + 2);
    end = end == std::string::npos ? out.size() : end + (is_line ? 0 : 2);
    for (; at < end; ++at)
      out[at] = out[at] == '\n' ? '\n' : ' ';
    --at;
  }
  return out;
}

NameUse use_of_name(std::string_view text, std::string_view name, bool is_type) {
  NameUse out;
  Votes votes;
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at > 0 && is_name_part(text[at - 1])) || (end < text.size() && is_name_part(text[end])))
      continue;
    ++out.occurrences;
    const Occurrence occurrence(text, at, name.size());
    occurrence.vote(votes);
    out.is_defined = out.is_defined || occurrence.is_declaration();
    if (occurrence.next() != '(') continue;
    const ArgumentList list = arguments_at(text, occurrence.next_at());
    if (out.arguments == 0) out.arguments = list.count;
    const size_t behind = skip_blanks(text, list.end);
    out.is_defined = out.is_defined || (behind < text.size() && text[behind] == '{');
  }
  if (is_type || votes.type > 0 || votes.nothing > 0) {
    out.role = votes.nothing > votes.type ? NameRole::Nothing : NameRole::Type;
  } else if (votes.function > 0) {
    out.role = NameRole::Function;
  }
  return out;
}

std::vector<std::string> macros_that_hide_kernels(std::string_view text) {
  return macros_that_hide(text, [](std::string_view line) {
    return !line.starts_with("#") && (has_word(line, "__kernel") || has_word(line, "kernel"));
  });
}

std::vector<std::string> macros_that_hide_definition(std::string_view text, std::string_view name) {
  return macros_that_hide(text, [name](std::string_view line) {
    if (!line.starts_with("#")) return false;
    const size_t word = skip_blanks(line, 1);
    if (word_at(line, word) != "define") return false;
    return word_at(line, skip_blanks(line, word + 6)) == name;
  });
}

}  // namespace kcast::frontend
