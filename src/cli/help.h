// Texts about the command line itself.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace kcast::cli {

// The list of commands, with how to go on.
std::string usage();

// "kcast 0.1.0", the compiler, Clang's version, the build type.
std::string version_text();

// A completion script; unknown shells are an error that lists the known.
Result<std::string> completion_script(std::string_view shell);

}  // namespace kcast::cli
