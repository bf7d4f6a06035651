// A parsed unit to LLVM's code, as Clang makes it and before anything is optimised.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>

#include "base/result.h"
#include "frontend/parse/parse.h"
#include "frontend/parse/reach.h"

namespace kcast::frontend {

// The unit's declarations, without what is broken and without kernels that are not wanted.
// `wanted`: kernels, or functions with target regions.
Result<std::unique_ptr<llvm::Module>> generate(
    ParsedUnit& unit, const llvm::DenseSet<const clang::FunctionDecl*>& wanted, Reach& reach,
    llvm::LLVMContext& context);

}  // namespace kcast::frontend
