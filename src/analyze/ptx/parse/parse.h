// PTX text to a module: one pass over its tokens.
#pragma once

#include <cstddef>
#include <string_view>

#include "analyze/ptx/ptx.h"

namespace kcast::ptx {

// Limits keep hostile text from taking the machine: a text over them is an error.
struct ParseLimits {
  size_t bytes = size_t{64} << 20;
  size_t instructions = size_t{4} << 20;
  size_t registers = size_t{4} << 20;
  size_t name_bytes = size_t{64} << 20;  // of registers, all together
};

Result<Module> parse_ptx(std::string_view text, const ParseLimits& limits = {});

}  // namespace kcast::ptx
