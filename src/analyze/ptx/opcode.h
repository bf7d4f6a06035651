// What the opcode text of an instruction says, without its operands.
#pragma once

#include <optional>
#include <string_view>

#include "analyze/ptx/ptx.h"

namespace kcast::ptx {

// "ld.global.nc.v4.f32" -> an Instruction with everything but operands, guard and line.
// `destinations` is 0 or 1 here; the operands may add to it ("%r1|%p1").
Instruction decode_opcode(std::string_view mnemonic);

std::optional<Type> parse_type(std::string_view name);    // "f32"
std::optional<Space> parse_space(std::string_view name);  // "shared", "shared::cta"

}  // namespace kcast::ptx
