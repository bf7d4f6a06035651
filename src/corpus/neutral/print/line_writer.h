// Lines of source text, in the style of a person.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "corpus/neutral/print/print.h"

namespace kcast::corpus {

// Lines with indentation; the long ones are broken where a person would break them.
class LineWriter {
 public:
  explicit LineWriter(const PrintStyle& style) : style_(style) {}

  void line(std::string_view text);
  void raw(std::string_view text);  // without indentation: preprocessor lines, blank lines
  void blank();                     // unless there is one
  void open(std::string head);      // head { or head, {
  void close(std::string_view tail = "");
  void deeper() { ++depth_; }
  void shallower() { --depth_; }
  std::string take() { return std::move(text_); }
  // A line is begun by a closing brace that `else` or `while` follows.
  void close_then_open(const std::string& head);

 private:
  std::string lead(int extra) const;

  const PrintStyle& style_;
  int depth_ = 0;
  std::string text_;
};

}  // namespace kcast::corpus
