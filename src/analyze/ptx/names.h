// Names of the enumerations of ptx.h, in the order of their values.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "analyze/ptx/ptx.h"

namespace kcast::ptx {

// A form has a letter for each operand, results first; forms are separated by '|'.
//   d  written: a register or "_"          D  the same, or a vector
//   s  read: a register, number or name    S  the same, or a vector
//   a  an address                          l  a label
//   ?  what follows may be missing         *  anything may follow
struct OpName {
  std::string_view name;
  Op op;
  std::string_view form;
};
// First words of opcodes; several of them may mean one Op.
std::span<const OpName> op_names();

// The forms of an operation's operands, as above.
std::string_view forms_of(Op op);

// "%tid.x" -> Tid, dimension 0. Nothing when it is no special register.
struct SpecialName {
  SpecialRegister special;
  uint8_t dimension;
};
std::optional<SpecialName> parse_special(std::string_view name);

}  // namespace kcast::ptx
