// Mends unbalanced braces in a source that is being typed.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace kcast::frontend {

struct Mended {
  std::string text;
  std::vector<size_t> lines;  // 1-based: where closing braces were put, at the line's end
};

// A function that lacks closing braces swallows everything behind it. If a
// definition that can only stand at the outermost level (a kernel, a device
// function, main, a template, ...) starts a line while braces are still open,
// the missing ones are inserted at the end of the line before it; braces still
// open at the end of the text are closed there. Lines keep their numbers.
// Nothing if the braces are balanced as they are.
std::optional<Mended> close_open_braces(const std::string& text);

}  // namespace kcast::frontend
