#include "corpus/neutral/print/line_writer.h"

#include <algorithm>

namespace kcast::corpus {
namespace {

// Whether a line may be broken before `at`: behind a comma or an operator.
bool may_break(std::string_view text, size_t at) {
  constexpr std::string_view kMarks[] = {", ",   " + ",  " - ", " * ", " / ",
                                         " && ", " || ", " = ", " ? ", "; "};
  return std::any_of(std::begin(kMarks), std::end(kMarks),
                     [&](std::string_view mark) { return text.substr(0, at).ends_with(mark); });
}

// The last place within `width`, else the first behind it; 0: none.
size_t break_place(std::string_view text, size_t width) {
  constexpr size_t kShortestPiece = 12;
  for (size_t at = std::min(width, text.size()); at > kShortestPiece; --at) {
    if (may_break(text, at)) return at;
  }
  for (size_t at = width + 1; at < text.size(); ++at) {
    if (may_break(text, at)) return at;
  }
  return 0;
}

}  // namespace

std::string LineWriter::lead(int extra) const {
  if (style_.indent == 0) {
    return std::string(static_cast<size_t>(depth_), '\t') +
           std::string(static_cast<size_t>(extra), ' ');
  }
  return std::string(static_cast<size_t>(depth_ * style_.indent + extra), ' ');
}

void LineWriter::line(std::string_view text) {
  const int columns = depth_ * (style_.indent == 0 ? 8 : style_.indent);
  int extra = 0;
  while (true) {
    const int room = std::max(style_.width - columns - extra, 30);
    size_t place = 0;
    const bool is_comment = text.starts_with("//");
    if (text.size() > static_cast<size_t>(room) && !is_comment) {
      place = break_place(text, static_cast<size_t>(room));
    }
    text_ += lead(extra);
    if (place == 0) break;
    text_ += text.substr(0, place - 1);
    text_ += '\n';
    text.remove_prefix(place);
    extra = 4;
  }
  text_ += text;
  text_ += '\n';
}

void LineWriter::raw(std::string_view text) {
  text_ += text;
  text_ += '\n';
}

void LineWriter::blank() {
  if (!text_.empty() && !text_.ends_with("\n\n") && !text_.ends_with("{\n")) text_ += '\n';
}

void LineWriter::open(std::string head) {
  if (style_.allman) {
    if (!head.empty()) line(head);
    line("{");
  } else {
    line(head.empty() ? "{" : head + " {");
  }
  deeper();
}

void LineWriter::close(std::string_view tail) {
  shallower();
  line("}" + std::string(tail));
}

void LineWriter::close_then_open(const std::string& head) {
  if (style_.allman) {
    close();
    open(head);
    return;
  }
  shallower();
  line("} " + head + " {");
  deeper();
}

}  // namespace kcast::corpus
