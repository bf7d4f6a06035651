// Members whose class does not say where they run.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kcast::frontend {

// nvcc takes a member that is declared without __device__ and defined with it, outside of its
// class, for one of the device; to Clang these are two functions. The words of the definition are
// put in front of the declaration, on its line. `code`: the text, with blanks in place of comments,
// literals and directives. Nothing if there is no such member.
std::optional<std::string> respell_members(std::string_view text, std::string_view code);

}  // namespace kcast::frontend
