// The names that a CUDA program declares and that may be called otherwise.
#pragma once

#include <vector>

#include "corpus/authored/source_tokens.h"
#include "corpus/neutral/rename.h"

namespace kcast::corpus {

// Kernels, device functions, parameters, variables, constants; each once, in the order of the
// text. Every token of such a name stands for something that the program declares: members,
// types, macros and what a macro mentions are left out, and everything that is in doubt.
std::vector<DeclaredName> renamable_names(const std::vector<SourceToken>& tokens);

// The kernels, in the order of the text.
std::vector<std::string> kernel_names(const std::vector<SourceToken>& tokens);

}  // namespace kcast::corpus
