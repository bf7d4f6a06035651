#include "workflow/project/project.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>

#include "base/files.h"
#include "base/text.h"
#include "frontend/parse/languages.h"
#include "workflow/project/build_files.h"
#include "workflow/project/compile_commands.h"

namespace kcast::workflow {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxCommandsBytes = size_t{256} << 20;
constexpr size_t kMaxBuildFileBytes = size_t{1} << 20;
constexpr const char* kCommandsName = "compile_commands.json";

fs::path real(const fs::path& path) {
  std::error_code error;
  const fs::path found = fs::weakly_canonical(path, error);
  return error ? path.lexically_normal() : found;
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// Whether all below it may count as one project: not the root of the disk, /tmp, /home/USER ...
bool may_be_project(const fs::path& dir) {
  const auto depth = std::distance(dir.begin(), dir.end());  // "/" counts
  if (depth < 3) return false;
  if (depth == 3 && dir.parent_path() == "/home") return false;
  const char* home = std::getenv("HOME");
  return home == nullptr || *home == 0 || dir != real(home);
}

bool lies_below(const fs::path& path, const fs::path& dir) {
  const auto [end, rest] = std::mismatch(dir.begin(), dir.end(), path.begin(), path.end());
  return end == dir.end();
}

// The nearest folder above that is a project's; empty: none.
fs::path project_above(const fs::path& dir) {
  std::error_code ignored;
  for (fs::path at = dir; may_be_project(at); at = at.parent_path()) {
    if (fs::exists(at / ".git", ignored) || is_file(at / kCommandsName) ||
        is_file(at / "build" / kCommandsName)) {
      return at;
    }
  }
  return {};
}

fs::path folder_of(const std::string& file, const std::string& working_dir) {
  return real((fs::path(working_dir) / file).parent_path());
}

// Of the project, else the working folder's or the file's own.
fs::path root_of(const std::string& file, const std::string& working_dir) {
  const fs::path dir = folder_of(file, working_dir);
  if (fs::path project = project_above(dir); !project.empty()) return project;
  const fs::path here = real(working_dir);
  return lies_below(dir, here) && may_be_project(here) ? here : dir;
}

fs::path common_folder(const fs::path& a, const fs::path& b) {
  fs::path out;
  const auto [end, ignored] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  for (auto part = a.begin(); part != end; ++part)
    out /= *part;
  return out;
}

// As a user would write it.
std::string shown(const fs::path& path, const std::string& working_dir) {
  const fs::path near = path.lexically_relative(real(working_dir));
  const bool below = !near.empty() && *near.begin() != "..";
  return below ? near.string() : path.string();
}

void add_once(const std::vector<std::string>& words, std::vector<std::string>& out) {
  for (const std::string& word : words) {
    if (std::find(out.begin(), out.end(), word) == out.end()) out.push_back(word);
  }
}

// Reads the build of several files, one after the other.
class BuildReader {
 public:
  BuildReader(std::string working_dir, ProjectBuild& out)
      : working_dir_(std::move(working_dir)), out_(out) {}

  Status open(const fs::path& path) {
    KCAST_TRY(const std::string text, read_file(path, kMaxCommandsBytes));
    KCAST_TRY(commands_, read_compile_commands(text, path.parent_path().string(), path.string()));
    commands_file_ = path;
    return Unit{};
  }

  // False: the build does not know the file.
  bool by_commands(const std::string& file) {
    const std::string path = real(fs::path(working_dir_) / file).string();
    const CompileCommand* command = command_for(commands_, path);
    if (command == nullptr) return false;
    // The compiler's name is the first word, whatever it is.
    std::vector<std::string> words = command->words;
    if (!words.empty()) words.erase(words.begin());
    std::erase_if(words, [](const std::string& word) { return word.starts_with("@"); });
    const bool its_own = fs::path(command->file).filename() == fs::path(path).filename();
    add(read_build_line(words, command->directory), file);
    note("build flags of " + file + " from " + shown(commands_file_, working_dir_) +
         (its_own ? "" : ", as " + fs::path(command->file).filename().string() + " beside it has"));
    return true;
  }

  // Beside the file; or above it in the project, where the text names the file.
  void by_build_file(const std::string& file) {
    const fs::path root = root_of(file, working_dir_);
    const fs::path own = folder_of(file, working_dir_);
    for (fs::path dir = own; lies_below(dir, root); dir = dir.parent_path()) {
      if (reads_build_file_in(dir, file, dir != own) || dir == root) return;
    }
  }

  const fs::path& commands_file() const { return commands_file_; }

  void finish() {
    if (outside_.empty()) return;
    out_.notes.push_back("folders of the build outside the project are not read; give them: -I " +
                         join(std::vector<std::string>(outside_.begin(), outside_.end()), " -I "));
  }

 private:
  bool reads_build_file_in(const fs::path& dir, const std::string& file, bool must_name_it) {
    const std::string name = fs::path(file).filename().string();
    for (const char* build_file : {"CMakeLists.txt", "Makefile", "makefile", "GNUmakefile"}) {
      if (!is_file(dir / build_file)) continue;
      const auto text = read_file(dir / build_file, kMaxBuildFileBytes);
      if (!text || (must_name_it && text->find(name) == std::string::npos)) continue;
      const std::vector<std::string> words = std::string_view(build_file) == "CMakeLists.txt"
                                                 ? cmake_words(*text, name, dir.string())
                                                 : makefile_words(*text, name);
      if (words.empty()) continue;
      add(read_build_line(words, dir.string()), file);
      note("build flags from " + shown(dir / build_file, working_dir_) + ": " + join(words, " "));
      return true;
    }
    return false;
  }

  void note(const std::string& text) { add_once({text}, out_.notes); }

  void add(BuildLine line, const std::string& file) {
    drop_system_dirs(line.include_dirs);
    const fs::path root = root_of(file, working_dir_);
    std::erase_if(line.include_dirs, [&](const std::string& dir) {
      const fs::path path = real(dir);
      std::error_code ignored;
      if (!fs::is_directory(path, ignored)) return true;
      const bool generated =
          !commands_file_.empty() && lies_below(path, real(commands_file_.parent_path()));
      if (generated || lies_below(path, root)) return false;
      outside_.insert(path.string());
      return true;
    });
    add_once(line.flags, out_.line.flags);
    add_once(line.include_dirs, out_.line.include_dirs);
  }

  std::string working_dir_;
  ProjectBuild& out_;
  std::vector<CompileCommand> commands_;
  fs::path commands_file_;
  std::set<std::string> outside_;
};

// The file that -p names, by its folder or itself.
fs::path commands_in(const fs::path& given) {
  std::error_code ignored;
  return fs::is_directory(given, ignored) ? given / kCommandsName : given;
}

fs::path commands_found(const std::string& file, const std::string& working_dir) {
  const fs::path root = root_of(file, working_dir);
  for (const fs::path& path : {root / kCommandsName, root / "build" / kCommandsName}) {
    if (is_file(path)) return path;
  }
  return {};
}

}  // namespace

std::vector<std::string> readable_dirs_of(const std::vector<std::string>& files,
                                          const std::string& working_dir) {
  std::set<std::string> dirs;
  std::optional<fs::path> common;
  for (const std::string& file : files) {
    const fs::path dir = folder_of(file, working_dir);
    dirs.insert(dir.string());
    dirs.insert(root_of(file, working_dir).string());
    common = common ? common_folder(*common, dir) : dir;
  }
  if (common && may_be_project(*common)) dirs.insert(common->string());
  return {dirs.begin(), dirs.end()};
}

Result<ProjectBuild> read_build(const std::vector<std::string>& named, const std::string& build_dir,
                                const std::string& working_dir) {
  // A header is compiled as those that include it are.
  std::vector<std::string> files = named;
  std::erase_if(files, [](const std::string& file) { return frontend::is_header(file); });
  if (files.empty()) files = named;
  ProjectBuild build;
  BuildReader reader(working_dir, build);
  if (files.empty()) return build;
  if (!build_dir.empty()) {
    const fs::path path = commands_in(real(fs::path(working_dir) / build_dir));
    if (!is_file(path)) {
      return Error{ErrorCode::NotFound, "-p " + build_dir + ": no " + kCommandsName +
                                            " there; cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "
                                            "writes one"};
    }
    KCAST_OK(reader.open(path));
  } else if (const fs::path path = commands_found(files[0], working_dir); !path.empty()) {
    // One that nobody named and that cannot be read is no error.
    if (const Status opened = reader.open(path); !opened) {
      build.notes.push_back(opened.error().message);
    }
  }
  bool any = false;
  for (const std::string& file : files)
    any |= !reader.commands_file().empty() && reader.by_commands(file);
  if (!any && !build_dir.empty()) {
    build.notes.push_back(shown(reader.commands_file(), working_dir) + " has no entry for " +
                          files[0] + ", nor for a file beside it");
  }
  if (!any) {
    for (const std::string& file : files)
      reader.by_build_file(file);
  }
  reader.finish();
  return build;
}

}  // namespace kcast::workflow
