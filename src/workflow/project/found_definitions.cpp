#include "workflow/project/found_definitions.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/text.h"

namespace kcast::workflow {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMostListed = 4'000;  // files and folders looked at
constexpr size_t kMostRead = 800;
constexpr size_t kMostFileBytes = size_t{1} << 19;
constexpr size_t kMostEntries = 3'000;

bool is_identifier_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string_view name_at(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && is_identifier_char(text[end]))
    ++end;
  const bool is_name = end > at && std::isdigit(static_cast<unsigned char>(text[at])) == 0;
  return is_name ? text.substr(at, end - at) : std::string_view();
}

std::string_view name_before(std::string_view text, size_t at) {
  while (at > 0 && text[at - 1] == ' ')
    --at;
  size_t begin = at;
  while (begin > 0 && is_identifier_char(text[begin - 1]))
    --begin;
  return name_at(text.substr(0, at), begin);
}

template <typename Take>
void for_each_name(std::string_view text, Take take) {
  for (size_t at = 0; at < text.size();) {
    if (!is_identifier_char(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && is_identifier_char(text[end]))
      ++end;
    if (std::isdigit(static_cast<unsigned char>(text[at])) == 0) take(text.substr(at, end - at));
    at = end;
  }
}

bool ends_in_one_of(const fs::path& path, std::string_view endings) {
  const std::string ending = path.extension().string();
  return !ending.empty() && endings.find(" " + ending + " ") != std::string_view::npos;
}

bool is_opencl(const fs::path& path) {
  return ends_in_one_of(path, " .cl .ocl .opencl .clh ");
}

// Host code in C++, as far as headers can be it: OpenCL C has none of these words.
bool has_host_code(std::string_view text) {
  for (const char* word : {"namespace ", "template <", "template<", "std::"}) {
    if (text.find(word) != std::string_view::npos) return true;
  }
  return false;
}

// What a line declares: a type, or in the first column a constant or a function.
std::string_view declared_in(std::string_view line) {
  if (const std::string_view code = trim(line); code.starts_with("typedef ")) line = code;
  if (line.empty() || line[0] == ' ' || line[0] == '\t') return {};
  if (line[0] == '}') {
    const size_t end = line.find(';');
    return end == std::string_view::npos ? std::string_view() : name_before(line, end);
  }
  if (line.starts_with("typedef ")) {
    const size_t end = line.rfind(';');
    return end == std::string_view::npos ? std::string_view() : name_before(line, end);
  }
  if (!is_identifier_char(line[0])) return {};
  const size_t mark = line.find_first_of("([={;");
  if (mark == std::string_view::npos || line[mark] == ';' || line[mark] == '{') return {};
  const std::string_view name = name_before(line, mark);
  // Something must stand in front of what is declared.
  return name.data() == line.data() ? std::string_view() : name;
}

// "#define NAME", also behind blanks.
std::string_view macro_in(std::string_view line) {
  line = trim(line);
  if (!line.starts_with("#")) return {};
  line = trim(line.substr(1));
  constexpr std::string_view kDefine = "define ";
  return line.starts_with(kDefine) ? name_at(trim(line.substr(kDefine.size())), 0)
                                   : std::string_view();
}

struct ProjectFile {
  fs::path path;
  std::string text;
  bool has_kernels = false;
  bool was_followed = false;
};

class DefinitionSearch {
 public:
  explicit DefinitionSearch(frontend::InspectRequest& request) : request_(request) {}

  void run() {
    std::vector<fs::path> sources;
    for (const frontend::SourceFile& file : request_.files)
      sources.push_back((fs::path(request_.working_dir) / file.name).lexically_normal());
    if (!std::any_of(sources.begin(), sources.end(), is_opencl)) return;
    own_.insert(sources.begin(), sources.end());
    read_upwards(sources[0].parent_path());
    for (size_t i = 0; i < files_.size(); ++i)
      index(i);
    for (const frontend::SourceFile& file : request_.files)
      follow(file.text);
  }

 private:
  // The folder, then those above it as far as the project reaches.
  void read_upwards(fs::path folder) {
    std::vector<fs::path> roots;
    for (const std::string& dir : request_.readable_dirs)
      roots.push_back((fs::path(request_.working_dir) / dir).lexically_normal());
    const auto may_read = [&](const fs::path& path) {
      return std::any_of(roots.begin(), roots.end(), [&](const fs::path& root) {
        const auto ends = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
        return ends.first == root.end() ||
               (std::next(ends.first) == root.end() && ends.first->empty());
      });
    };
    for (fs::path done; may_read(folder) && folder != done; folder = folder.parent_path()) {
      read_below(folder, done);
      done = folder;
    }
  }

  void read_below(const fs::path& folder, const fs::path& done) {
    std::error_code error;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied,
                                        error);
    std::vector<fs::path> found;
    for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
      if (++listed_ > kMostListed) break;
      std::error_code ignored;
      const fs::path path = at->path().lexically_normal();
      const bool is_hidden = path.filename().string().starts_with(".");
      if (is_hidden || path == done || at->is_symlink(ignored)) {
        at.disable_recursion_pending();
        continue;
      }
      if (at->is_regular_file(ignored) && !own_.contains(path)) found.push_back(path);
    }
    std::sort(found.begin(), found.end());
    for (const fs::path& path : found)
      read(path);
  }

  void read(const fs::path& path) {
    const bool may_declare = is_opencl(path) || ends_in_one_of(path, " .h .hpp .hh .inc ");
    const bool may_build = ends_in_one_of(path, " .c .cpp .cc .cxx .h .hpp .hh .py ");
    if ((!may_declare && !may_build) || files_.size() + hosts_ >= kMostRead) return;
    auto text = read_file(path, kMostFileBytes);
    if (!text) return;
    if (may_build) {
      ++hosts_;
      read_options(*text);
    }
    if (!may_declare || (!is_opencl(path) && has_host_code(*text))) return;
    const bool has_kernels = text->find("kernel ") != std::string::npos;
    files_.push_back({path, *std::move(text), has_kernels, false});
  }

  // "-DNAME=VALUE" and "-D NAME=VALUE", with a value that stands there.
  void read_options(std::string_view text) {
    for (size_t at = text.find("-D"); at != std::string_view::npos; at = text.find("-D", at + 2)) {
      const size_t begin = at + 2 + (text.substr(at + 2, 1) == " " ? 1 : 0);
      const std::string_view name = name_at(text, begin);
      const size_t equals = begin + name.size();
      if (name.empty() || text.substr(equals, 1) != "=") continue;
      size_t end = equals + 1;
      while (end < text.size() && (is_identifier_char(text[end]) || text[end] == '.'))
        ++end;
      const std::string value(text.substr(equals + 1, end - equals - 1));
      const char next = end < text.size() ? text[end] : '"';
      if (value.empty() || (next != '"' && next != ' ' && next != '\'')) continue;
      options_.emplace(name, value);
    }
  }

  // Names that a file without kernels declares come first; of others only what is no macro.
  void index(size_t i) {
    const ProjectFile& file = files_[i];
    for (const std::string& line : split(file.text, '\n')) {
      const std::string_view macro = macro_in(line);
      const std::string name(macro.empty() ? declared_in(line) : macro);
      if (name.empty() || (file.has_kernels && !macro.empty())) continue;
      const auto [known, is_new] = declared_.emplace(name, i);
      if (!is_new && files_[known->second].has_kernels && !file.has_kernels) known->second = i;
    }
  }

  void follow(std::string_view text) {
    std::vector<size_t> next;
    for_each_name(text, [&](std::string_view word) {
      if (request_.elsewhere.size() >= kMostEntries || !visited_.emplace(word).second) return;
      if (const auto option = options_.find(word); option != options_.end()) {
        request_.elsewhere.push_back({option->first, "", option->second});
      }
      const auto file = declared_.find(word);
      if (file == declared_.end()) return;
      request_.elsewhere.push_back({file->first, files_[file->second].path.string(), ""});
      if (!files_[file->second].was_followed) next.push_back(file->second);
      files_[file->second].was_followed = true;
    });
    for (const size_t i : next)
      follow(files_[i].text);
  }

  frontend::InspectRequest& request_;
  std::set<fs::path> own_;
  size_t listed_ = 0;
  size_t hosts_ = 0;
  std::vector<ProjectFile> files_;
  std::map<std::string, size_t, std::less<>> declared_;
  std::map<std::string, std::string, std::less<>> options_;
  std::set<std::string, std::less<>> visited_;
};

}  // namespace

void find_definitions(frontend::InspectRequest& request) {
  DefinitionSearch(request).run();
}

}  // namespace kcast::workflow
