// The headers that every program of a language reads, parsed when kcast was built.
#pragma once

#include <string_view>

namespace kcast::frontend {

// The forced header of a precompiled language, as Clang's precompiled header for
// that language's default settings; empty if there is none.
std::string_view embedded_precompiled_header(std::string_view language);

}  // namespace kcast::frontend
