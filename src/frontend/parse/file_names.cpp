#include "frontend/parse/file_names.h"

#include <map>
#include <string_view>

namespace kcast::frontend {

namespace fs = std::filesystem;

fs::path path_below(const std::string& name) {
  fs::path out;
  for (const fs::path& part : fs::path(name).lexically_normal().relative_path()) {
    out /= part == ".." ? fs::path("up") : part;
  }
  return out;
}

std::string with_request_names(const std::string& ptx, const std::vector<SourceFile>& files,
                               const fs::path& folder) {
  std::map<fs::path, std::string> names;
  for (const SourceFile& file : files)
    names.emplace(path_below(file.name), file.name);
  const std::string prefix = folder.string() + "/";
  constexpr std::string_view kDirective = "\n\t.file\t";
  std::string out;
  size_t copied = 0;
  for (size_t at = ptx.find(kDirective); at != std::string::npos;
       at = ptx.find(kDirective, at + 1)) {
    const size_t line_end = ptx.find('\n', at + 1);
    const size_t open = ptx.find('"', at);
    const size_t close = ptx.find('"', open + 1);
    if (close >= line_end && line_end != std::string::npos) continue;
    if (close == std::string::npos) break;
    std::string name = ptx.substr(open + 1, close - open - 1);
    if (!folder.empty() && name.starts_with(prefix)) name.erase(0, prefix.size());
    const auto found = names.find(path_below(name));
    out += ptx.substr(copied, open + 1 - copied);
    out += found == names.end() ? name : found->second;
    copied = close;
  }
  return out + ptx.substr(copied);
}

}  // namespace kcast::frontend
