#include "workflow/project/build_files.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "base/text.h"

namespace kcast::workflow {

namespace {

using Variables = std::map<std::string, std::string, std::less<>>;

constexpr int kMaxExpansions = 8;            // of variables in variables
constexpr size_t kMaxExpandedBytes = 65536;  // of one text
constexpr int kMaxReplaced = 10'000;         // variables in one text
constexpr char kNotLiteral = '\x01';         // in place of what only the build knows

bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

// Where the bracket that opens at `at` is closed; the end of the text if nowhere.
size_t closing(std::string_view text, size_t at) {
  const char open = text[at];
  const char close = open == '(' ? ')' : '}';
  int depth = 0;
  for (size_t i = at; i < text.size(); ++i) {
    if (text[i] == open) ++depth;
    if (text[i] == close && --depth == 0) return i;
  }
  return text.size();
}

// Replaces $(NAME) and ${NAME}.
class Expansion {
 public:
  explicit Expansion(const Variables& variables) : variables_(variables) {}

  std::string expand(std::string_view text, int depth = 0) {
    std::string out;
    for (size_t i = 0; i < text.size() && out.size() < kMaxExpandedBytes; ++i) {
      if (text[i] != '$') {
        out += text[i];
        continue;
      }
      if (i + 1 >= text.size() || (text[i + 1] != '(' && text[i + 1] != '{')) {
        out += kNotLiteral;
        continue;
      }
      const size_t end = closing(text, i + 1);
      const auto found = variables_.find(text.substr(i + 2, std::max(end, i + 2) - i - 2));
      const bool known = found != variables_.end() && depth < kMaxExpansions;
      if (known && ++replaced_ <= kMaxReplaced) {
        out += expand(found->second, depth + 1);
      } else {
        out += kNotLiteral;
      }
      i = end;
    }
    return out;
  }

 private:
  const Variables& variables_;
  int replaced_ = 0;
};

std::string expand(std::string_view text, const Variables& variables) {
  return Expansion(variables).expand(text);
}

// Words that say how a source is read; a flag in two words becomes one.
void take_words(const std::vector<std::string>& words, std::vector<std::string>& out) {
  constexpr std::string_view kTaken[] = {"-D",
                                         "-U",
                                         "-I",
                                         "-isystem",
                                         "-std=",
                                         "--std=",
                                         "-use_fast_math",
                                         "-ftz",
                                         "--ftz",
                                         "-prec-",
                                         "--prec-",
                                         "-fmad",
                                         "--fmad",
                                         "--use_fast_math",
                                         "-cl-",
                                         "-maxrregcount",
                                         "--maxrregcount",
                                         "-ffast-math",
                                         "-ffp-contract="};
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool taken = std::any_of(std::begin(kTaken), std::end(kTaken),
                                   [&](std::string_view flag) { return word.starts_with(flag); });
    if (!taken) continue;
    const bool pair = word == "-D" || word == "-U" || word == "-I" || word == "-isystem" ||
                      word.ends_with("maxrregcount");
    const std::string value = pair && i + 1 < words.size() ? words[++i] : "";
    if ((word + value).find(kNotLiteral) != std::string::npos || (pair && value.empty())) continue;
    out.push_back(word == "-isystem"        ? "-I" + value
                  : pair && word.size() > 2 ? word + "=" + value
                                            : word + value);
  }
}

std::vector<std::string> logical_lines(std::string_view text) {
  std::vector<std::string> lines;
  std::string line;
  for (std::string& part : split(text, '\n')) {
    if (part.ends_with('\r')) part.pop_back();
    const bool more = part.ends_with('\\');
    if (more) part.back() = ' ';
    line += part;
    if (more) continue;
    lines.push_back(std::move(line));
    line.clear();
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

// "NAME += VALUE" of a Makefile.
struct Assignment {
  std::string name;
  char kind = 0;  // '=', '+', '?'; 0: the line is none
  std::string value;
};

Assignment read_assignment(const std::string& line) {
  const size_t equals = line.find('=');
  if (equals == std::string::npos) return {};
  size_t end = equals;
  char kind = '=';
  while (end > 0 && (line[end - 1] == ':' || line[end - 1] == '+' || line[end - 1] == '?')) {
    if (line[--end] != ':') kind = line[end];
  }
  std::string name(trim(std::string_view(line).substr(0, end)));
  for (const std::string_view word : {"export ", "override "}) {
    if (name.starts_with(word)) name = trim(std::string_view(name).substr(word.size()));
  }
  if (name.empty() || !std::all_of(name.begin(), name.end(), is_name)) return {};
  return {name, kind, std::string(trim(std::string_view(line).substr(equals + 1)))};
}

void assign(const Assignment& assignment, Variables& variables) {
  std::string& value = variables[assignment.name];
  if (assignment.kind == '+') {
    value += " " + assignment.value;
  } else if (assignment.kind != '?' || value.empty()) {
    value = assignment.value;
  }
}

// Flags of the host compiler come first, so that those of the GPU's win.
bool is_for_gpu(std::string_view name) {
  for (const char* word : {"NV", "CU", "HIP", "GPU", "GENCODE"}) {
    if (name.find(word) != std::string_view::npos) return true;
  }
  return false;
}

bool holds_flags(std::string_view name) {
  if (name.find("LD") != std::string_view::npos || name.find("LIB") != std::string_view::npos) {
    return false;
  }
  for (const char* word : {"FLAG", "INC", "DEF", "OPT"}) {
    if (name.find(word) != std::string_view::npos) return true;
  }
  return false;
}

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

}  // namespace

std::vector<std::string> makefile_words(std::string_view text, const std::string& file) {
  Variables variables = {{"CURDIR", "."}, {"PWD", "."}};
  std::vector<std::string> recipes;
  int conditions = 0;
  for (const std::string& full : logical_lines(text)) {
    const std::string line = full.substr(0, full.find('#'));
    const std::string_view bare = trim(line);
    if (bare.starts_with("ifeq") || bare.starts_with("ifneq") || bare.starts_with("ifdef") ||
        bare.starts_with("ifndef")) {
      ++conditions;
    } else if (bare.starts_with("endif")) {
      conditions = std::max(conditions - 1, 0);
    }
    if (conditions > 0) continue;
    if (line.starts_with('\t')) {
      if (line.find(file) != std::string::npos) recipes.push_back(line);
      continue;
    }
    if (const Assignment assignment = read_assignment(line); assignment.kind != 0) {
      assign(assignment, variables);
    }
  }
  std::vector<std::string> words;
  for (const bool gpu : {false, true}) {
    for (const auto& [name, value] : variables) {
      const std::string shouted = upper(name);
      if (!holds_flags(shouted) || is_for_gpu(shouted) != gpu) continue;
      take_words(split_words(expand(value, variables)), words);
    }
  }
  for (const std::string& recipe : recipes)
    take_words(split_words(expand(recipe, variables)), words);
  std::vector<std::string> once;
  for (std::string& word : words) {
    if (std::find(once.begin(), once.end(), word) == once.end()) once.push_back(std::move(word));
  }
  return once;
}

namespace {

struct CmakeCommand {
  std::string name;  // in small letters
  std::vector<std::string> words;
};

std::string without_cmake_comments(std::string_view text) {
  std::string out;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (text[i] == '#' && !quoted) i = std::min(text.find('\n', i), text.size() - 1);
    out += text[i] == '#' ? '\n' : text[i];
  }
  return out;
}

std::vector<CmakeCommand> cmake_commands(std::string_view commented) {
  const std::string text = without_cmake_comments(commented);
  std::vector<CmakeCommand> commands;
  for (size_t open = text.find('('); open != std::string::npos;) {
    const size_t end = closing(text, open);
    const std::string_view before = trim(std::string_view(text).substr(0, open));
    size_t begin = before.size();
    while (begin > 0 && is_name(before[begin - 1]))
      --begin;
    std::string inside = text.substr(open + 1, end - open - 1);
    std::replace(inside.begin(), inside.end(), ';', ' ');
    commands.push_back({to_lower(before.substr(begin)), split_words(inside)});
    open = end < text.size() ? text.find('(', end) : std::string::npos;
  }
  return commands;
}

// Reads a CMakeLists.txt for one file.
class CmakeReader {
 public:
  CmakeReader(const std::string& file, const std::string& dir) : file_(file) {
    for (const char* name : {"CMAKE_CURRENT_SOURCE_DIR", "CMAKE_SOURCE_DIR", "PROJECT_SOURCE_DIR",
                             "CMAKE_CURRENT_LIST_DIR"}) {
      variables_[name] = dir;
    }
  }

  std::vector<std::string> read(const std::vector<CmakeCommand>& commands) {
    for (const CmakeCommand& command : commands)
      note_target(command);
    int skipped = 0;
    for (const CmakeCommand& command : commands) {
      const std::string& name = command.name;
      const bool block = name == "if" || name == "function" || name == "macro" || name == "foreach";
      if (block) ++skipped;
      if (name.starts_with("end")) skipped = std::max(skipped - 1, 0);
      if (skipped == 0) read(command);
    }
    if (!standard_.empty()) words_.push_back("-std=c++" + standard_);
    return std::move(words_);
  }

 private:
  bool names_the_file(const std::string& word) const {
    return word == file_ || word.ends_with("/" + file_);
  }

  void note_target(const CmakeCommand& command) {
    const std::string& name = command.name;
    if (command.words.empty() || (!name.ends_with("add_executable") &&
                                  !name.ends_with("add_library") && name != "target_sources")) {
      return;
    }
    targets_.insert(command.words[0]);
    for (const std::string& word : command.words) {
      if (names_the_file(word)) with_file_.insert(command.words[0]);
    }
  }

  bool counts(const std::string& target) const {
    return with_file_.empty() ? targets_.size() <= 1 : with_file_.contains(target);
  }

  // The words behind the target and PUBLIC, PRIVATE and the like, expanded; only literal ones.
  std::vector<std::string> values(const CmakeCommand& command, size_t from) const {
    std::vector<std::string> out;
    for (size_t i = from; i < command.words.size(); ++i) {
      std::string word = command.words[i];
      constexpr std::string_view kForCuda = "$<$<COMPILE_LANGUAGE:CUDA>:";
      if (word.starts_with(kForCuda) && word.ends_with('>')) {
        word = word.substr(kForCuda.size(), word.size() - kForCuda.size() - 1);
      }
      constexpr std::string_view kKeywords[] = {"PUBLIC", "PRIVATE", "INTERFACE",
                                                "SYSTEM", "BEFORE",  "AFTER"};
      if (std::find(std::begin(kKeywords), std::end(kKeywords), word) != std::end(kKeywords)) {
        continue;
      }
      word = expand(word, variables_);
      if (word.find(kNotLiteral) == std::string::npos) out.push_back(std::move(word));
    }
    return out;
  }

  void read(const CmakeCommand& command) {
    const std::string& name = command.name;
    const bool of_target = name.starts_with("target_");
    if (of_target && (command.words.empty() || !counts(command.words[0]))) return;
    const std::vector<std::string> list = values(command, of_target ? 1 : 0);
    if (name == "target_compile_definitions" || name == "add_compile_definitions") {
      for (const std::string& word : list)
        words_.push_back(word.starts_with("-D") ? word : "-D" + word);
    } else if (name == "target_include_directories" || name == "include_directories") {
      for (const std::string& word : list)
        words_.push_back("-I" + word);
    } else if (name == "add_definitions" || name == "add_compile_options" ||
               name == "target_compile_options") {
      take_words(list, words_);
    } else if (name == "target_compile_features") {
      for (const std::string& word : list) {
        const size_t at = word.find("_std_");
        if (at != std::string::npos) set_standard(word.substr(0, at), word.substr(at + 5));
      }
    } else if (name == "set_target_properties") {
      for (size_t i = 0; i + 1 < list.size(); ++i) {
        if (list[i].ends_with("_STANDARD") && counts(list[0])) set_standard(list[i], list[i + 1]);
      }
    } else if (name == "set" || (name == "string" && !list.empty() && list[0] == "APPEND")) {
      set(list, name == "set" ? 0 : 1);
    }
  }

  void set(const std::vector<std::string>& list, size_t at) {
    if (list.size() < at + 2) return;
    const std::string& variable = list[at];
    if (variable == "CMAKE_CUDA_STANDARD" || variable == "CMAKE_CXX_STANDARD" ||
        variable == "CMAKE_HIP_STANDARD") {
      set_standard(variable, list[at + 1]);
      return;
    }
    std::string value;
    for (size_t i = at + 1; i < list.size(); ++i)
      value += (value.empty() ? "" : " ") + list[i];
    if (variable.ends_with("_FLAGS") || variable.ends_with("NVCC_FLAGS_RELEASE")) {
      take_words(split_words(value), words_);
    }
    variables_[variable] = value;
  }

  void set_standard(const std::string& of, const std::string& value) {
    const bool number = !value.empty() && std::all_of(value.begin(), value.end(),
                                                      [](char c) { return c >= '0' && c <= '9'; });
    const bool gpu = of.find("CXX") == std::string::npos && of.find("cxx") == std::string::npos;
    if (!number || (!gpu && gpu_standard_)) return;
    standard_ = value;
    gpu_standard_ = gpu;
  }

  std::string file_;
  Variables variables_;
  std::set<std::string> targets_;
  std::set<std::string> with_file_;
  std::vector<std::string> words_;
  std::string standard_;
  bool gpu_standard_ = false;  // CUDA's or HIP's own, not C++'s
};

}  // namespace

std::vector<std::string> cmake_words(std::string_view text, const std::string& file,
                                     const std::string& dir) {
  return CmakeReader(file, dir).read(cmake_commands(text));
}

}  // namespace kcast::workflow
