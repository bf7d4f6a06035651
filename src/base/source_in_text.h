// Source code among sentences, as people and models write it.
#pragma once

#include <string>
#include <string_view>

namespace kcast {

// The lines from the first that begins like source to the last that ends like it. Where none ends
// like it, all from the first on; where none begins like it, nothing.
std::string without_sentences(std::string_view text);

}  // namespace kcast
