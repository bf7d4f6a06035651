#include "workflow/sources.h"

#include <filesystem>
#include <set>

#include "base/files.h"
#include "base/text.h"

namespace kcast::workflow {

namespace fs = std::filesystem;

constexpr size_t kMaxFileBytes = size_t{8} << 20;

Status read_sources(const std::vector<std::string>& files, frontend::InspectRequest& request) {
  std::error_code error;
  request.working_dir = fs::current_path(error).string();
  if (error) request.working_dir = "/";
  std::set<std::string> dirs;
  for (const std::string& name : files) {
    KCAST_TRY(std::string text, read_file(name, kMaxFileBytes));
    request.files.push_back({name, std::move(text)});
    const fs::path dir = fs::path(name).parent_path();
    dirs.insert(dir.empty() ? "." : dir.string());
  }
  request.readable_dirs.assign(dirs.begin(), dirs.end());
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
