// Ways of machine code for numbers that are rare: a division or root whose short form would be
// wrong. Which way is gone depends on data, round by round.
#pragma once

#include "analyze/ptx/ptx.h"

namespace kcast::ptx {

// Branches of these names lead around such a way, or to it.
inline constexpr const char* kAroundRareWay = "BRA.around";
inline constexpr const char* kToRareWay = "BRA.rare";

bool has_rare_ways(const Function& function);

// The function with branches that do not depend on data there: as if no number was rare.
Function without_rare_ways(Function function);

}  // namespace kcast::ptx
