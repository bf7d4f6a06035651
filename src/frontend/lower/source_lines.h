// Which line of the user's source each instruction of the PTX comes from.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <string_view>

namespace kcast::frontend {

// Moves what was inlined from built-in headers to the place in the user's code that
// uses it: `.loc` names one place, and nobody looks for theirs in our headers.
void point_at_user_code(llvm::Module& module);

// The PTX without what debuggers need beside `.loc` and `.file`: labels that no
// branch goes to, and empty sections.
std::string without_debug_labels(std::string_view ptx);

}  // namespace kcast::frontend
