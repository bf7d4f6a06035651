// PTX some of whose functions cannot be parsed. Inline assembly is the user's text, and one
// kernel's must not cost the others.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "analyze/ptx/parse/parse.h"

namespace kcast::ptx {

struct ReadableModule {
  Module module;
  std::map<std::string, std::string> left_out;  // why, by the names of functions and kernels
};

// Everything that can be parsed, with the lines of the text; an error where no function can.
// Functions must be written as LLVM does: heads and closing braces at the start of a line.
Result<ReadableModule> parse_readable(std::string_view text, const ParseLimits& limits = {});

}  // namespace kcast::ptx
