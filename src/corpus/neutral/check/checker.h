// Gives every expression of a program its type and refuses what one of the languages would refuse
// or read differently.
//
// The rules are C's, with these differences. A number without a suffix takes the type of what it
// meets (0.5 is a half beside a half). half never converts by itself: CUDA's operators would be
// ambiguous. Vectors other than half2 have no arithmetic: CUDA has none. tid(0) and the like are
// int: where CUDA's unsigned or OpenCL's size_t would change the meaning, a cast is put around
// them (index_signs.h).
#pragma once

#include <string_view>

#include "base/result.h"
#include "corpus/neutral/tree.h"

namespace kcast::corpus {

// Parsed and checked in one go: what everybody but tests of the parser wants.
Result<Program> read_neutral(std::string_view text);

Status check_program(Program& program);

}  // namespace kcast::corpus
