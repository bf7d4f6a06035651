// Which build this is.
#pragma once

#include <string_view>

namespace kcast {

// "kcast 0.1.0"
std::string_view program_version();

// "built with GNU 12.2.0, Clang 19.1.7 as a library, Release"
std::string_view build_description();

}  // namespace kcast
