// The device-only slice: the part of a program that its kernels need, as source.
//
// NVRTC takes no host code, so it gets this text, and so do collectors. It holds
// the kernels, what they reach, and the macros they use, in the order of the
// source, with the user's headers in place of their inclusion and conditional
// directives decided for the unit's architecture. #line directives refer to the
// user's files. Host functions are left out, also those inside of records.
// Instances of kernel templates are instantiated explicitly at the end.
#pragma once

#include <clang/AST/Decl.h>

#include <string>
#include <vector>

#include "frontend/parse/parse.h"
#include "frontend/parse/reach.h"

namespace kcast::frontend {

// The unit must have been parsed with ParseInput::record. A kernel whose template
// arguments exist only inside a host function (a local type, a lambda) cannot be
// written and is missing. Empty when nothing is left.
std::string write_slice(const ParsedUnit& unit,
                        const std::vector<const clang::FunctionDecl*>& kernels, Reach& reach);

}  // namespace kcast::frontend
