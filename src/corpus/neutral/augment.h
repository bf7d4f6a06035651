// A kernel as somebody else would write it: names, comments, layout, spellings, the order of
// independent statements, build flags. What it computes stays.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "corpus/neutral/language.h"
#include "corpus/neutral/print/print.h"
#include "corpus/neutral/tree.h"

namespace kcast::corpus {

// Changes the program and returns the style to print it in.
PrintStyle augment(Program& program, uint64_t seed);

// Flags of a build, seldom many; the same seed gives corresponding ones in each language.
std::vector<std::string> augmented_flags(Language language, uint64_t seed);

}  // namespace kcast::corpus
