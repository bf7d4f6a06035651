#include "frontend/slice/lines.h"

#include "base/text.h"

namespace kcast::frontend {

namespace {

constexpr unsigned kMaxEmptyLines = 3;

bool is_blank(std::string_view text) {
  return trim(text).empty();
}

std::string line_directive(const std::string& file, unsigned line) {
  std::string out = "#line " + std::to_string(line) + " \"";
  for (const char c : file) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"\n";
}

}  // namespace

void SliceLines::add(const std::string& file, unsigned line, std::string_view text, bool joined) {
  std::vector<std::string> parts = split(text, '\n');
  size_t first = 0;
  while (first < parts.size() && is_blank(parts[first]))
    ++first;
  while (parts.size() > first && is_blank(parts.back()))
    parts.pop_back();
  for (size_t i = first; i < parts.size(); ++i) {
    std::string part = is_blank(parts[i]) ? "" : parts[i];
    while (!part.empty() && (part.back() == ' ' || part.back() == '\t' || part.back() == '\r')) {
      part.pop_back();
    }
    const unsigned number = line + static_cast<unsigned>(i);
    Line* last = lines_.empty() ? nullptr : &lines_.back();
    if (last != nullptr && last->file == file && last->line == number && !last->is_directive) {
      last->text += (joined ? "" : " ") + std::string(joined ? part : trim(part));
    } else {
      lines_.push_back({file, number, std::string(joined || i > 0 ? part : trim(part)), false});
    }
  }
}

void SliceLines::add_directive(const std::string& file, unsigned line, std::string_view text) {
  for (std::string& part : split(trim(text), '\n')) {
    while (!part.empty() && part.back() == '\r')
      part.pop_back();
    lines_.push_back({file, line++, std::move(part), true});
  }
}

std::string SliceLines::render() const {
  std::string out;
  const Line* last = nullptr;
  for (const Line& line : lines_) {
    const bool follows = last != nullptr && last->file == line.file && line.line > last->line &&
                         line.line - last->line <= kMaxEmptyLines + 1;
    if (follows) {
      out.append(line.line - last->line - 1, '\n');
    } else {
      out += line_directive(line.file, line.line);
    }
    out += line.text + "\n";
    last = &line;
  }
  return out;
}

}  // namespace kcast::frontend
