// The program in an answer.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kcast::author {

struct ExtractedCode {
  std::string text;
  bool complete = true;  // false: a code fence was opened and not closed

  bool operator==(const ExtractedCode&) const = default;
};

// Of fenced blocks, the longest with a kernel and, where host code is wanted, a main; if no
// block has both, the blocks one after the other. Without fences the whole text, less the
// sentences before and after the code. Nothing if no line looks like source.
std::optional<ExtractedCode> extract_code(std::string_view answer, bool host_code);

}  // namespace kcast::author
