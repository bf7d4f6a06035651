#include "frontend/parse/file_names.h"

#include <map>
#include <string_view>

namespace kcast::frontend {

namespace fs = std::filesystem;

namespace {

// In the text of a .file line, a backslash stands before a quotation mark or another one.
size_t closing_quote(const std::string& text, size_t open) {
  for (size_t at = open == std::string::npos ? open : open + 1; at < text.size(); ++at) {
    if (text[at] == '"') return at;
    if (text[at] == '\\') ++at;
  }
  return std::string::npos;
}

std::string plain_name(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    out += text[i];
  }
  return out;
}

// A line break would end the line.
std::string escaped_name(const std::string& name) {
  std::string out;
  for (const char c : name) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
  return out;
}

}  // namespace

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
    const size_t close = closing_quote(ptx, open);
    if (close >= line_end && line_end != std::string::npos) continue;
    if (close == std::string::npos) break;
    std::string name = plain_name(ptx.substr(open + 1, close - open - 1));
    if (!folder.empty() && name.starts_with(prefix)) name.erase(0, prefix.size());
    const auto found = names.find(path_below(name));
    out += ptx.substr(copied, open + 1 - copied);
    out += escaped_name(found == names.end() ? name : found->second);
    copied = close;
  }
  return out + ptx.substr(copied);
}

}  // namespace kcast::frontend
