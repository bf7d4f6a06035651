#include "frontend/parse/repair/repair.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <vector>

#include "frontend/parse/repair/member_targets.h"

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

// The end of three brackets that start at `at` with at most blanks between them; npos if they
// are not three.
size_t end_of_three(std::string_view text, size_t at, char bracket) {
  int count = 0;
  for (size_t i = at; i < text.size(); ++i) {
    if (text[i] != bracket && text[i] != ' ' && text[i] != '\t') break;
    if (text[i] == bracket && ++count == 3) return i + 1;
  }
  return std::string_view::npos;
}

size_t before_blanks(std::string_view text, size_t at) {
  while (at > 0 && std::isspace(static_cast<unsigned char>(text[at - 1])) != 0)
    --at;
  return at;
}

size_t after_blanks(std::string_view text, size_t at) {
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0)
    ++at;
  return at;
}

bool ends_with_word(std::string_view text, size_t end, std::string_view word) {
  return end >= word.size() && text.substr(end - word.size(), word.size()) == word &&
         (end == word.size() || !is_word(text[end - word.size() - 1]));
}

// Whether brackets of the kind stand close enough to be a launch that was pulled apart.
bool has_parted(std::string_view text, std::string_view pair, char bracket) {
  for (size_t at = text.find(pair); at != std::string_view::npos; at = text.find(pair, at + 2)) {
    const size_t after = text.find_first_not_of(" \t", at + 2);
    if (after != std::string_view::npos && after > at + 2 && text[after] == bracket) return true;
    const size_t before = at == 0 ? std::string_view::npos : text.find_last_not_of(" \t", at - 1);
    if (before != std::string_view::npos && before + 1 < at && text[before] == bracket) return true;
  }
  return false;
}

// Closes up the brackets of launches; what is between them may hold anything but statements.
class LaunchBrackets {
 public:
  explicit LaunchBrackets(std::string_view text) : text_(text), out_(text) {}

  std::optional<std::string> run() {
    Scanner scanner(text_);
    for (size_t at = scanner.next(); at != std::string_view::npos; at = scanner.next()) {
      if (at >= passed_) take(at);
    }
    if (!changed_) return std::nullopt;
    return std::move(out_);
  }

 private:
  void take(size_t at) {
    const char c = text_[at];
    if (c == '(' || c == '[') ++depth_;
    if (c == ')' || c == ']') --depth_;
    if (c == ';' || c == '{' || c == '}' || depth_ < 0) is_open_ = false;
    if (c == '<') open(at);
    if (c == '>' && is_open_ && depth_ == 0) close(at);
  }
  void open(size_t at) {
    const size_t end = end_of_three(text_, at, '<');
    if (end == std::string_view::npos) return;
    if (ends_with_word(text_, before_blanks(text_, at), "operator")) return;
    begin_ = at;
    begin_end_ = passed_ = end;
    is_open_ = true;
    depth_ = 0;
  }
  void close(size_t at) {
    const size_t end = end_of_three(text_, at, '>');
    if (end == std::string_view::npos) return;
    const size_t next = after_blanks(text_, end);
    if (next >= text_.size() || text_[next] != '(') return;
    join(begin_, begin_end_, '<');
    join(at, end, '>');
    passed_ = end;
    is_open_ = false;
  }
  void join(size_t begin, size_t end, char bracket) {
    if (end - begin == 3) return;
    out_.replace(begin, end - begin, std::string(3, bracket) + std::string(end - begin - 3, ' '));
    changed_ = true;
  }

  std::string_view text_;
  std::string out_;
  size_t begin_ = 0, begin_end_ = 0, passed_ = 0;
  int depth_ = 0;
  bool is_open_ = false;
  bool changed_ = false;
};

constexpr std::array<std::string_view, 4> kMemoryWords = {"__shared__", "__device__",
                                                          "__constant__", "__managed__"};

// The expression of __align__ for what stands in alignas(...): a type has to be asked for its own.
std::string alignment_of(std::string_view argument) {
  static constexpr std::array<std::string_view, 8> kTypes = {"char",  "short",  "int",  "long",
                                                             "float", "double", "half", "T"};
  bool is_type = argument.ends_with("_t") || argument.ends_with("_type");
  std::string_view bare = argument;
  while (!bare.empty() && bare.back() >= '1' && bare.back() <= '4')
    bare.remove_suffix(1);
  if (bare.starts_with("u") && bare != "unsigned") bare.remove_prefix(1);
  is_type = is_type || argument.starts_with("unsigned") || argument.starts_with("typename ") ||
            std::find(kTypes.begin(), kTypes.end(), bare) != kTypes.end();
  return is_type ? "alignof(" + std::string(argument) + ")" : std::string(argument);
}

// __shared__ alignas(16) becomes __shared__ __align__(16).
bool respell_alignments(std::string& text) {
  static constexpr std::string_view kWord = "alignas";
  bool changed = false;
  for (size_t at = text.find(kWord); at != std::string::npos; at = text.find(kWord, at + 1)) {
    const size_t before = before_blanks(text, at);
    const size_t open = after_blanks(text, at + kWord.size());
    const bool behind_memory = before < at && std::any_of(
                                                  kMemoryWords.begin(), kMemoryWords.end(),
                                                  [&](std::string_view word) {
                                                    return ends_with_word(text, before, word);
                                                  });
    if (!behind_memory || open >= text.size() || text[open] != '(') continue;
    size_t close = open + 1;
    for (int depth = 1; close < text.size() && depth > 0; ++close)
      depth += text[close] == '(' ? 1 : text[close] == ')' ? -1 : 0;
    const std::string argument = text.substr(open + 1, close - open - 2);
    text.replace(at, close - at, "__align__(" + alignment_of(argument) + ")");
    changed = true;
  }
  return changed;
}

constexpr std::array<std::string_view, 13> kSpecialRegisters = {
    "laneid", "lanemask_",   "warpid", "nwarpid", "smid",   "nsmid",  "clock",
    "gridid", "globaltimer", "tid.",   "ntid.",   "ctaid.", "nctaid."};

// Whether operands follow the text of assembly that `at` stands in.
bool has_operands(std::string_view text, size_t at) {
  for (bool inside = true; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\\') {
      ++at;
    } else if (c == '"') {
      inside = !inside;
    } else if (!inside && std::isspace(static_cast<unsigned char>(c)) == 0) {
      return c == ':';
    }
  }
  return false;
}

// "mov.u32 %0, %smid;" becomes "mov.u32 %0, %%smid;".
bool respell_registers(std::string& text) {
  bool changed = false;
  for (size_t at = text.find('%'); at != std::string::npos; at = text.find('%', at + 1)) {
    if (text[at + 1] == '%') {
      ++at;
      continue;
    }
    const std::string_view rest = std::string_view(text).substr(at + 1);
    const bool is_register =
        std::any_of(kSpecialRegisters.begin(), kSpecialRegisters.end(),
                    [&](std::string_view name) { return rest.starts_with(name); });
    if (!is_register || !has_operands(text, at)) continue;
    text.insert(at++, "%");
    changed = true;
  }
  return changed;
}

// Where the text goes on behind blanks and comments.
size_t behind_comments(std::string_view text, size_t at) {
  for (at = after_blanks(text, at); at + 1 < text.size(); at = after_blanks(text, at)) {
    const std::string_view two = text.substr(at, 2);
    if (two != "//" && two != "/*") break;
    const size_t end = text.find(two == "//" ? "\n" : "*/", at + 2);
    at = end == std::string_view::npos ? text.size() : end + (two == "//" ? 1 : 2);
  }
  return at;
}

void blank(std::string& text, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i)
    text[i] = text[i] == '\n' ? '\n' : ' ';
}

// R"x( ... )x", one or several behind each other.
std::optional<std::string> without_raw_strings(std::string_view text) {
  std::string out(text);
  size_t at = behind_comments(text, 0);
  if (text.substr(at, 2) != "R\"") return std::nullopt;
  while (text.substr(at, 2) == "R\"") {
    const size_t open = text.find('(', at);
    if (open == std::string_view::npos || open - at > 18) return std::nullopt;
    const std::string end = ")" + std::string(text.substr(at + 2, open - at - 2)) + "\"";
    const size_t close = text.find(end, open);
    if (close == std::string_view::npos) return std::nullopt;
    blank(out, at, open + 1);
    blank(out, close, close + end.size());
    at = behind_comments(text, close + end.size());
    if (at < text.size() && text[at] == ';') {
      out[at] = ' ';
      at = behind_comments(text, at + 1);
    }
  }
  return at == text.size() ? std::optional(std::move(out)) : std::nullopt;
}

// STRINGIFY( ... ), with "\n" where lines of the preprocessor begin.
std::optional<std::string> without_stringifying(std::string_view text) {
  const size_t begin = behind_comments(text, 0);
  size_t open = begin;
  while (open < text.size() && is_word(text[open]))
    ++open;
  const std::string_view name = text.substr(begin, open - begin);
  open = after_blanks(text, open);
  if (name.empty() || open >= text.size() || text[open] != '(') return std::nullopt;
  if (std::any_of(name.begin(), name.end(), [](unsigned char c) { return std::islower(c) != 0; })) {
    return std::nullopt;
  }
  const size_t last = text.find_last_not_of(" \t\r\n;");
  if (text[last] != ')' || text.find("kernel") == std::string_view::npos) return std::nullopt;
  std::string out(text);
  blank(out, begin, open + 1);
  blank(out, last, text.size());
  for (size_t at = out.find("\\n"); at != std::string::npos; at = out.find("\\n", at)) {
    const bool is_in_string =
        std::count(out.begin() + static_cast<std::ptrdiff_t>(out.rfind('\n', at) + 1),
                   out.begin() + static_cast<std::ptrdiff_t>(at), '"') %
            2 ==
        1;
    if (!is_in_string) blank(out, at, at + 2);
    at += 2;
  }
  return out;
}

// The text without comments, literals and directives, each character in its place.
std::string significant_text(std::string_view text) {
  std::string out(text.size(), ' ');
  Scanner scanner(text);
  for (size_t at = scanner.next(); at != std::string_view::npos; at = scanner.next())
    out[at] = text[at];
  return out;
}

}  // namespace

std::optional<std::string> respell_for_clang(std::string_view text) {
  std::optional<std::string> out = without_raw_strings(text);
  if (!out) out = without_stringifying(text);
  if (out) return out;
  if (has_parted(text, "<<", '<') || (text.find("<<<") != text.npos && has_parted(text, ">>", '>')))
    out = LaunchBrackets(text).run();
  const std::string_view spelled = out ? *out : text;
  if (spelled.find("__device__") != text.npos && spelled.find("::") != text.npos) {
    if (auto members = respell_members(spelled, significant_text(spelled)))
      out = std::move(members);
  }
  const bool has_alignment = text.find("alignas") != std::string_view::npos;
  const bool has_assembly = text.find("asm") != std::string_view::npos;
  if (!has_alignment && !has_assembly) return out;
  std::string respelled = out ? *out : std::string(text);
  bool changed = has_alignment && respell_alignments(respelled);
  changed = (has_assembly && respell_registers(respelled)) || changed;
  if (changed) out = std::move(respelled);
  return out;
}

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
