// Mends unbalanced braces in a source that is being typed, and spells what only nvcc reads as
// Clang reads it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
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

// nvcc reads launch brackets with blanks in them, k << <grid, block >> > (x), and alignas behind
// __shared__, and special registers with one percent sign in assembly that has operands, and
// members that say
// __device__ only where they are defined (member_targets.h). Here the
// brackets are closed up in their place, so lines and columns stay, and the
// alignment becomes __align__. A text that is one string literal for the C++ source that includes
// it, R"( ... )" or STRINGIFY( ... ), is what is in it. Nothing if there is nothing to respell.
std::optional<std::string> respell_for_clang(std::string_view text);

}  // namespace kcast::frontend
