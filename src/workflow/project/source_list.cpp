#include "workflow/project/source_list.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "base/files.h"
#include "frontend/parse/languages.h"

namespace kcast::workflow {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxEntries = 50'000;  // files and folders looked at
constexpr size_t kMaxSources = 200;
constexpr size_t kMaxPrograms = 50;
constexpr size_t kMaxProgramFiles = 40;
constexpr size_t kMaxLibraryFiles = 8;  // read as one where none has a main
constexpr size_t kMaxSourceBytes = size_t{1} << 20;

bool has_ending(const fs::path& path, std::initializer_list<const char*> endings) {
  const std::string ending = path.extension().string();
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

bool is_entered(const fs::path& dir) {
  const std::string name = dir.filename().string();
  return !name.starts_with(".") && name != "build" && name != "CMakeFiles" &&
         !name.starts_with("cmake-build") && name != "node_modules";
}

bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Comments and the contents of strings become blanks.
std::string code_only(std::string_view text) {
  std::string out(text);
  for (size_t i = 0; i < out.size(); ++i) {
    size_t end = i;
    if (out.compare(i, 2, "//") == 0) {
      end = std::min(out.find('\n', i), out.size());
    } else if (out.compare(i, 2, "/*") == 0) {
      end = std::min(out.find("*/", i + 2), out.size() - 2) + 2;
    } else if (out[i] == '"' || (out[i] == '\'' && (i == 0 || !in_word(out[i - 1])))) {
      const char quote = out[i];
      for (end = i + 1; end < out.size() && out[end] != quote && out[end] != '\n'; ++end) {
        if (out[end] == '\\') ++end;
      }
      end = std::min(end + 1, out.size());
    }
    if (end == i) continue;
    for (; i < end; ++i) {
      if (out[i] != '\n') out[i] = ' ';
    }
    --i;
  }
  return out;
}

struct Names {
  std::set<std::string> used;     // followed by a bracket or launch brackets, anywhere
  std::set<std::string> defined;  // functions with a body, outside of others
};

size_t skip_blanks(std::string_view code, size_t at) {
  while (at < code.size() && std::isspace(static_cast<unsigned char>(code[at])) != 0)
    ++at;
  return at;
}

size_t behind_brackets(std::string_view code, size_t at) {
  int depth = 0;
  for (; at < code.size(); ++at) {
    if (code[at] == '(') ++depth;
    if (code[at] == ')' && --depth == 0) return at + 1;
  }
  return at;
}

// Good enough to say which files go together: a body follows the parameters, perhaps after
// const, noexcept or an attribute.
bool body_follows(std::string_view code, size_t at) {
  for (at = skip_blanks(code, at); at < code.size(); at = skip_blanks(code, at)) {
    if (code[at] == '{') return true;
    if (!in_word(code[at])) return false;
    while (at < code.size() && in_word(code[at]))
      ++at;
  }
  return false;
}

Names names_in(const std::string& text) {
  const std::string code = code_only(text);
  Names names;
  int depth = 0;                  // of braces, without those of namespaces and extern "C"
  std::vector<bool> transparent;  // the open braces: of a namespace?
  size_t statement = 0;           // where the current one begins
  for (size_t i = 0; i < code.size(); ++i) {
    if (code[i] == ';') statement = i + 1;
    if (code[i] == '{') {
      const std::string before = code.substr(statement, i - statement);
      const bool open =
          before.find('(') == std::string::npos && (before.find("namespace") != std::string::npos ||
                                                    before.find("extern") != std::string::npos);
      transparent.push_back(open);
      depth += open ? 0 : 1;
      statement = i + 1;
    } else if (code[i] == '}' && !transparent.empty()) {
      depth -= transparent.back() ? 0 : 1;
      transparent.pop_back();
      statement = i + 1;
    }
    if (!in_word(code[i]) || (i > 0 && in_word(code[i - 1]))) continue;
    size_t end = i;
    while (end < code.size() && in_word(code[end]))
      ++end;
    const size_t next = skip_blanks(code, end);
    const std::string name = code.substr(i, end - i);
    if (next < code.size() && code[next] == '(') {
      const bool defines = depth == 0 && body_follows(code, behind_brackets(code, next));
      (defines ? names.defined : names.used).insert(name);
    } else if (next < code.size() && code[next] == '<') {
      names.used.insert(name);
    }
  }
  // A file calls its own function of a name, not another's.
  for (const std::string& name : names.defined)
    names.used.erase(name);
  return names;
}

bool shares(const std::set<std::string>& a, const std::set<std::string>& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& name) { return b.contains(name); });
}

// The file with main and all that define what is called, one after the other.
std::vector<size_t> needed_from(size_t main, const std::vector<Names>& names) {
  std::vector<size_t> files = {main};
  for (size_t i = 0; i < files.size() && files.size() < kMaxProgramFiles; ++i) {
    for (size_t other = 0; other < names.size(); ++other) {
      const bool has_main = names[other].defined.contains("main");
      if (has_main || std::find(files.begin(), files.end(), other) != files.end()) continue;
      if (shares(names[files[i]].used, names[other].defined)) files.push_back(other);
    }
  }
  return files;
}

}  // namespace

std::vector<std::vector<std::string>> group_programs(const std::vector<SourceText>& sources) {
  std::vector<Names> names;
  for (const SourceText& source : sources)
    names.push_back(names_in(source.text));
  std::vector<std::vector<size_t>> programs;
  for (size_t i = 0; i < sources.size(); ++i) {
    if (!names[i].defined.contains("main")) continue;
    std::vector<size_t> files = needed_from(i, names);
    const bool uses_gpu =
        std::any_of(files.begin(), files.end(), [&](size_t file) { return sources[file].gpu; });
    if (uses_gpu) programs.push_back(std::move(files));
  }
  std::vector<size_t> rest;  // GPU sources that no main needs
  for (size_t i = 0; i < sources.size(); ++i) {
    const auto holds = [&](const std::vector<size_t>& files) {
      return std::find(files.begin(), files.end(), i) != files.end();
    };
    const bool used = std::any_of(programs.begin(), programs.end(), holds);
    if (sources[i].gpu && !used) rest.push_back(i);
  }
  if (programs.empty() && rest.size() <= kMaxLibraryFiles) {
    programs.push_back(rest);
  } else if (programs.size() == 1 && programs[0].size() + rest.size() <= kMaxProgramFiles) {
    programs[0].insert(programs[0].end(), rest.begin(), rest.end());
  } else {
    for (const size_t file : rest)
      programs.push_back({file});
  }
  std::vector<std::vector<std::string>> out;
  for (const std::vector<size_t>& files : programs) {
    out.emplace_back();
    for (const size_t file : files)
      out.back().push_back(sources[file].name);
  }
  return out;
}

namespace {

// Regular files below a folder, sorted; false: there are too many.
Result<bool> files_below(const std::string& dir, std::vector<fs::path>& paths) {
  std::error_code error;
  fs::recursive_directory_iterator at(dir, fs::directory_options::skip_permission_denied, error);
  if (error) return Error{ErrorCode::Io, dir + ": " + error.message()};
  size_t entries = 0;
  for (const fs::recursive_directory_iterator end; at != end && !error; at.increment(error)) {
    if (++entries > kMaxEntries) return false;
    std::error_code ignored;
    if (at->is_symlink(ignored)) continue;
    if (at->is_directory(ignored) && !is_entered(at->path())) at.disable_recursion_pending();
    if (at->is_regular_file(ignored)) paths.push_back(at->path().lexically_normal());
  }
  std::sort(paths.begin(), paths.end());
  return true;
}

}  // namespace

Result<ProgramList> programs_below(const std::string& dir) {
  std::vector<fs::path> paths;
  KCAST_TRY(const bool all_seen, files_below(dir, paths));
  ProgramList list;
  std::vector<SourceText> sources;
  size_t found[2] = {0, 0};  // without and with words of a GPU
  for (const fs::path& path : paths) {
    const bool kernels = has_ending(path, {".cu", ".hip", ".cl"});
    if (!kernels && !has_ending(path, {".cpp", ".cc", ".cxx", ".c"})) continue;
    auto text = read_file(path, kMaxSourceBytes);
    if (!text) {
      if (kernels) list.notes.push_back(text.error().message + "; left out");
      continue;
    }
    const bool gpu = kernels || !frontend::language_in_text(*text).empty();
    if (++found[gpu ? 1 : 0] <= kMaxSources)
      sources.push_back({path.string(), *std::move(text), gpu});
  }
  if (found[1] == 0) {
    return Error{ErrorCode::NotFound, dir +
                                          ": no .cu, .hip or .cl below it, and no C or C++ source "
                                          "with kernels or calls of CUDA or HIP, or with target "
                                          "regions of OpenMP"};
  }
  list.programs = group_programs(sources);
  if (!all_seen) {
    list.notes.push_back(dir + ": more than " + std::to_string(kMaxEntries) +
                         " files; name a folder below it for the rest");
  } else if (found[1] > kMaxSources) {
    list.notes.push_back(dir + ": the first " + std::to_string(kMaxSources) + " of " +
                         std::to_string(found[1]) + " sources are read");
  }
  if (list.programs.size() > kMaxPrograms) {
    list.notes.push_back(dir + ": the first " + std::to_string(kMaxPrograms) + " of " +
                         std::to_string(list.programs.size()) + " programs are predicted");
    list.programs.resize(kMaxPrograms);
  }
  return list;
}

}  // namespace kcast::workflow
