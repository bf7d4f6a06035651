// Kernels that another file cannot see have names of the compiler's own making, which differ
// between compilers. A collector finds kernels by name.
#pragma once

#include <string>
#include <string_view>

namespace kcast::plan {

// The program without `namespace { }` around its code and without `static` before kernels. Lines
// stay where they are.
std::string with_visible_kernels(std::string_view text);

}  // namespace kcast::plan
