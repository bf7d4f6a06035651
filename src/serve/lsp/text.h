// The text of an open editor, with positions as LSP counts them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kcast::lsp {

// What a position's character counts.
enum class Encoding : uint8_t { Utf8, Utf16, Utf32 };

struct Position {
  int64_t line = 0;  // from 0
  int64_t character = 0;

  auto operator<=>(const Position&) const = default;
};

struct Range {
  Position start;
  Position end;

  bool operator==(const Range&) const = default;
};

bool contains(const Range& range, const Position& position);

class Text {
 public:
  explicit Text(std::string text = {}) { set(std::move(text)); }

  const std::string& str() const { return text_; }
  int64_t lines() const { return static_cast<int64_t>(starts_.size()); }
  // Without its end; empty where there is none.
  std::string_view line(int64_t number) const;

  void set(std::string text);
  void replace(const Range& range, std::string_view text, Encoding encoding);

  // Positions outside of the text are moved to its nearest end.
  size_t offset(const Position& position, Encoding encoding) const;
  Position position(size_t offset, Encoding encoding) const;

  // From the first to the last letter of a line.
  Range line_range(int64_t number, Encoding encoding) const;

 private:
  std::string text_;
  std::vector<size_t> starts_;  // of the lines
};

// The lines that differ, as one edit: `range` of the old text was replaced by `text`.
struct TextEdit {
  Range range;
  std::string text;
};
TextEdit difference(const Text& before, std::string_view after, Encoding encoding);

// Where a position is after `range` was replaced by `text`. One inside of the range is at its end.
Position shifted(const Position& position, const Range& range, std::string_view text,
                 Encoding encoding);

}  // namespace kcast::lsp
