#include "base/source_in_text.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"

namespace kcast {

namespace {

// A line that begins a program rather than a sentence.
bool begins_source(std::string_view line) {
  constexpr std::array<std::string_view, 26> kStarts = {
      "#",         "//",         "/*",       "__global__",  "__device__",  "__constant__",
      "__host__",  "__shared__", "__kernel", "__attribute", "kernel void", "template",
      "typedef",   "struct",     "class ",   "enum ",       "union ",      "using ",
      "namespace", "extern",     "const",    "static",      "inline ",     "void ",
      "int ",      "float "};
  return std::ranges::any_of(kStarts,
                             [&](std::string_view start) { return line.starts_with(start); });
}

bool ends_source(std::string_view line) {
  return line.ends_with('}') || line.ends_with(';') || line.ends_with("*/") ||
         line.starts_with('#') || line.starts_with("//");
}

}  // namespace

std::string without_sentences(std::string_view text) {
  const std::vector<std::string> lines = split(text, '\n');
  size_t first = 0;
  while (first < lines.size() && !begins_source(trim(lines[first])))
    ++first;
  size_t last = lines.size();
  while (last > first && !ends_source(trim(lines[last - 1])))
    --last;
  if (last == first) last = lines.size();
  std::string out;
  for (size_t i = first; i < last; ++i)
    out += lines[i] + "\n";
  return out;
}

}  // namespace kcast
