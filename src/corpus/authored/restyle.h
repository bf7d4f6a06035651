// Authored programs as somebody else would write them: other names, fewer comments,
// lines that begin elsewhere.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kcast::corpus {

// The same program: it compiles to the same instructions.
std::string restyle_source(std::string_view cuda, uint64_t seed);

}  // namespace kcast::corpus
