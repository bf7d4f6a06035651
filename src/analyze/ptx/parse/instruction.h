// An instruction with its guard and operands.
#pragma once

#include <cstdint>
#include <string_view>

#include "analyze/ptx/parse/parse_state.h"

namespace kcast::ptx {

// "@!%p1", at the '@'.
bool take_guard(ParseState& p, int32_t& guard, bool& negated);

// Behind the opcode, whose text `mnemonic` is.
bool take_instruction(ParseState& p, Function& function, int32_t guard, bool guard_negated,
                      std::string_view mnemonic);

}  // namespace kcast::ptx
