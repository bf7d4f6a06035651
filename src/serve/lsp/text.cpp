#include "serve/lsp/text.h"

#include <algorithm>
#include <utility>

namespace kcast::lsp {

namespace {

// Bytes of the character that begins with this byte; of what is no UTF-8, one.
size_t bytes_of(unsigned char first) {
  if (first >= 0xF0) return 4;
  if (first >= 0xE0) return 3;
  if (first >= 0xC0) return 2;
  return 1;
}

int64_t units_of(unsigned char first, Encoding encoding) {
  if (encoding == Encoding::Utf8) return static_cast<int64_t>(bytes_of(first));
  return encoding == Encoding::Utf16 && first >= 0xF0 ? 2 : 1;
}

int64_t count_units(std::string_view text, Encoding encoding) {
  if (encoding == Encoding::Utf8) return static_cast<int64_t>(text.size());
  int64_t units = 0;
  for (size_t i = 0; i < text.size(); i += bytes_of(static_cast<unsigned char>(text[i])))
    units += units_of(static_cast<unsigned char>(text[i]), encoding);
  return units;
}

}  // namespace

bool contains(const Range& range, const Position& position) {
  return range.start <= position && position <= range.end;
}

void Text::set(std::string text) {
  text_ = std::move(text);
  starts_ = {0};
  for (size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', at + 1))
    starts_.push_back(at + 1);
}

std::string_view Text::line(int64_t number) const {
  if (number < 0 || number >= lines()) return {};
  const auto i = static_cast<size_t>(number);
  const size_t end = i + 1 < starts_.size() ? starts_[i + 1] - 1 : text_.size();
  std::string_view line = std::string_view(text_).substr(starts_[i], end - starts_[i]);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

size_t Text::offset(const Position& position, Encoding encoding) const {
  if (position.line < 0) return 0;
  if (position.line >= lines()) return text_.size();
  const std::string_view whole = line(position.line);
  const size_t start = starts_[static_cast<size_t>(position.line)];
  size_t at = 0;
  for (int64_t units = 0; at < whole.size();) {
    const auto first = static_cast<unsigned char>(whole[at]);
    // Inside of a character is at its beginning.
    units += units_of(first, encoding);
    if (units > position.character) break;
    at += bytes_of(first);
  }
  return start + std::min(at, whole.size());
}

Position Text::position(size_t offset, Encoding encoding) const {
  offset = std::min(offset, text_.size());
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const auto line = static_cast<size_t>(after - starts_.begin()) - 1;
  const std::string_view before =
      std::string_view(text_).substr(starts_[line], offset - starts_[line]);
  return {static_cast<int64_t>(line), count_units(before, encoding)};
}

void Text::replace(const Range& range, std::string_view text, Encoding encoding) {
  const size_t begin = offset(range.start, encoding);
  const size_t end = std::max(begin, offset(range.end, encoding));
  set(text_.substr(0, begin) + std::string(text) + text_.substr(end));
}

Range Text::line_range(int64_t number, Encoding encoding) const {
  const std::string_view whole = line(number);
  const size_t first = whole.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {{number, 0}, {number, 0}};
  const size_t last = whole.find_last_not_of(" \t") + 1;
  return {{number, count_units(whole.substr(0, first), encoding)},
          {number, count_units(whole.substr(0, last), encoding)}};
}

TextEdit difference(const Text& before, std::string_view after, Encoding encoding) {
  const std::string_view old = before.str();
  const size_t shorter = std::min(old.size(), after.size());
  size_t same = 0;
  while (same < shorter && old[same] == after[same])
    ++same;
  const size_t line = old.substr(0, same).rfind('\n');
  same = line == std::string_view::npos ? 0 : line + 1;
  size_t tail = 0;
  while (tail < shorter - same && old[old.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  // Whole lines: the tail begins after an end of a line.
  const size_t end = old.find('\n', old.size() - tail);
  tail = end == std::string_view::npos ? 0 : old.size() - end - 1;
  return {{before.position(same, encoding), before.position(old.size() - tail, encoding)},
          std::string(after.substr(same, after.size() - tail - same))};
}

Position shifted(const Position& position, const Range& range, std::string_view text,
                 Encoding encoding) {
  if (position < range.start) return position;
  const auto new_lines = static_cast<int64_t>(std::count(text.begin(), text.end(), '\n'));
  const size_t last_line = text.rfind('\n');
  const std::string_view tail =
      last_line == std::string_view::npos ? text : text.substr(last_line + 1);
  Position end = {range.start.line + new_lines, count_units(tail, encoding)};
  if (new_lines == 0) end.character += range.start.character;
  if (position <= range.end) return end;
  if (position.line > range.end.line) {
    return {position.line + end.line - range.end.line, position.character};
  }
  return {end.line, end.character + position.character - range.end.character};
}

}  // namespace kcast::lsp
