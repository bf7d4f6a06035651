// What a slice needs beside the user's text: includes, and stand-ins for NVRTC.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "frontend/slice/needs.h"

namespace kcast::frontend {

// NVRTC has the CUDA language but neither the standard library nor HIP's names.
// Its part stands under __CUDACC_RTC__; any other compiler gets the headers that
// the user included. A few often-used parts of the standard library are written
// out, because CCCL's take a second to compile and leave variables in the PTX;
// once anything else of it is used, CCCL's cuda::std serves as std.
//
// `macros` are object- and function-like macros of the built-in headers that the
// kept text uses: name with parameters, and body.
std::string slice_prelude(const BuiltinUses& uses,
                          const std::map<std::string, std::string>& macros);

// Whether NVRTC has by itself what the built-in headers make of a macro that every
// unit has: CUDA's words, and functions that it offers under the same name.
bool nvrtc_has_macro(std::string_view name);

}  // namespace kcast::frontend
