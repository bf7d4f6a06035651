// The headers that every program of a language reads, parsed when kcast was built.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "frontend/parse/languages.h"

namespace kcast::frontend {

// The forced header of a precompiled language, as Clang's precompiled header for
// that language's default settings; empty if there is none.
std::string_view embedded_precompiled_header(std::string_view language);
// Writes it to `path`, for the build to embed.
Status write_precompiled_header(const Language& language, const std::string& path);

}  // namespace kcast::frontend
