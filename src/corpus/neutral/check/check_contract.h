// Whether a contract fits its kernel.
#pragma once

#include <string>

#include "corpus/neutral/tree.h"

namespace kcast::corpus {

// The first thing that is wrong with the contract of a checked program, or nothing.
std::string contract_error(const Program& program);

}  // namespace kcast::corpus
