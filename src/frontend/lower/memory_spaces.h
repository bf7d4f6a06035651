// The memory that an operation of the GPU's own works on. LLVM infers it for loads, stores
// and atomics, but not for the operations that it knows only as functions.
#pragma once

#include <llvm/IR/Module.h>

namespace kcast::frontend {

// Gives atomicInc, atomicDec and the matrix loads and stores of the tensor cores the
// address space of what they point to, where every path says the same one.
void place_operations(llvm::Module& module);

}  // namespace kcast::frontend
