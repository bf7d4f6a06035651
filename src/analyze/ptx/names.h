// Names of the enumerations of ptx.h, in the order of their values.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "analyze/ptx/ptx.h"

namespace kcast::ptx {

struct OpName {
  std::string_view name;
  Op op;
};
// First words of opcodes; several of them may mean one Op.
std::span<const OpName> op_names();

// "%tid.x" -> Tid, dimension 0. Nothing when it is no special register.
struct SpecialName {
  SpecialRegister special;
  uint8_t dimension;
};
std::optional<SpecialName> parse_special(std::string_view name);

}  // namespace kcast::ptx
