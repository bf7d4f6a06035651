// What the build embedded for the front end.
#pragma once

#include <span>
#include <string_view>

#include "base/named_text.h"

namespace kcast::frontend {

std::span<const NamedText> embedded_headers();        // sysroot/headers, by relative path
std::span<const NamedText> embedded_clang_headers();  // opencl-c-base.h
std::string_view embedded_math_library();             // LLVM bitcode: bodies of __kc_*
std::string_view embedded_opencl_library();           // archive of bitcode: OpenCL builtins
std::string_view embedded_opencl_fast_library();      // bitcode: those of -cl-fast-relaxed-math
std::string_view embedded_openmp_runtime();           // bitcode: LLVM's device runtime

}  // namespace kcast::frontend
