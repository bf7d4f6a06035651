#include "workflow/sources.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>

#include "base/files.h"
#include "base/text.h"
#include "frontend/parse/languages.h"
#include "workflow/project/build_line.h"
#include "workflow/project/found_definitions.h"
#include "workflow/project/found_headers.h"
#include "workflow/project/project.h"

namespace kcast::workflow {

namespace fs = std::filesystem;

constexpr size_t kMaxFileBytes = size_t{8} << 20;
constexpr const char* kStandardInput = "-";

namespace {

// A missing file, with the one beside it whose name is nearest.
Error with_nearest_file(Error error, const std::string& name) {
  std::error_code ignored;
  const fs::path path(name);
  if (fs::exists(path, ignored)) return error;
  const fs::path dir = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::vector<std::string> names;
  for (fs::directory_iterator at(dir, ignored), end; !ignored && at != end; at.increment(ignored))
    names.push_back(at->path().filename().string());
  std::sort(names.begin(), names.end());
  if (const auto guess = nearest(path.filename().string(), names)) {
    error.message += "; did you mean '" + (path.parent_path() / *guess).string() + "'?";
  }
  return error;
}

Result<frontend::SourceFile> read_standard_input(std::string& language) {
  std::string text;
  char part[65536];
  while (text.size() <= kMaxFileBytes &&
         (std::cin.read(part, sizeof part) || std::cin.gcount() > 0))
    text.append(part, static_cast<size_t>(std::cin.gcount()));
  if (text.size() > kMaxFileBytes) {
    return Error{ErrorCode::InvalidInput, "standard input is longer than 8 MiB"};
  }
  if (language.empty()) language = frontend::language_in_text(text);
  if (language.empty()) {
    return Error{ErrorCode::InvalidInput,
                 "standard input says no language; say --language cuda, hip, opencl or openmp"};
  }
  return frontend::SourceFile{"stdin", std::move(text)};
}

std::vector<std::string> on_disk(const std::vector<std::string>& files) {
  std::vector<std::string> out;
  std::copy_if(files.begin(), files.end(), std::back_inserter(out),
               [](const std::string& name) { return name != kStandardInput; });
  return out;
}

}  // namespace

Status read_sources(const std::vector<std::string>& files, frontend::InspectRequest& request) {
  std::error_code error;
  request.working_dir = fs::current_path(error).string();
  if (error) request.working_dir = "/";
  for (const std::string& name : files) {
    if (name == kStandardInput) {
      KCAST_TRY(frontend::SourceFile file, read_standard_input(request.language));
      request.files.push_back(std::move(file));
      request.readable_dirs.emplace_back(".");
      continue;
    }
    Result<std::string> text = read_file(name, kMaxFileBytes);
    if (!text) return with_nearest_file(std::move(text).error(), name);
    request.files.push_back({name, *std::move(text)});
  }
  const std::vector<std::string> dirs = readable_dirs_of(on_disk(files), request.working_dir);
  request.readable_dirs.insert(request.readable_dirs.end(), dirs.begin(), dirs.end());
  return Unit{};
}

Status add_build(const std::vector<std::string>& files, const std::string& build_dir,
                 const std::string& flags, frontend::InspectRequest& request,
                 std::vector<std::string>& notes) {
  KCAST_TRY(ProjectBuild build, read_build(on_disk(files), build_dir, request.working_dir));
  BuildLine given = read_build_line(split_words(flags), request.working_dir);
  drop_system_dirs(given.include_dirs);
  // What is said here comes before what the build says; of flags the last one counts.
  for (const BuildLine* line : {&given, &build.line}) {
    request.include_dirs.insert(request.include_dirs.end(), line->include_dirs.begin(),
                                line->include_dirs.end());
  }
  request.flags = std::move(build.line.flags);
  request.flags.insert(request.flags.end(), given.flags.begin(), given.flags.end());
  notes.insert(notes.end(), build.notes.begin(), build.notes.end());
  find_headers(request, notes);
  find_definitions(request);
  return Unit{};
}

void add_define(const std::string& text, frontend::InspectRequest& source) {
  const size_t equals = text.find('=');
  std::string value = equals == std::string::npos ? "1" : text.substr(equals + 1);
  const auto number = predict::parse_number(value);
  if (number && number->integer) value = std::to_string(*number->integer);
  source.defines.emplace_back(text.substr(0, equals), std::move(value));
}

report::SourceLine source_lines(const predict::PredictRequest& request) {
  return [&request](const std::string& file, int64_t line) -> std::string {
    if (line < 1) return "";
    for (const frontend::SourceFile& source : request.source.files) {
      if (source.name != file) continue;
      const std::vector<std::string> lines = split(source.text, '\n');
      if (static_cast<size_t>(line) > lines.size()) return "";
      return std::string(trim(lines[static_cast<size_t>(line) - 1]));
    }
    return "";
  };
}

}  // namespace kcast::workflow
