// Control flow of a function that has been read.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "analyze/ptx/ptx.h"

namespace kcast::ptx {

struct LabelMark {
  int32_t instruction = 0;  // that the label stands before
  std::string_view name;
};

// Fills blocks, loops and their relations. Label operands hold the number of an
// instruction before and of a block after. `marks` are the labels that something
// branches to.
Status build_flow(Function& function, std::span<const LabelMark> marks);

}  // namespace kcast::ptx
