// Loads and stores of aligned structures as NVIDIA's compilers make them. CUDA's vector
// types are structures; left alone, LLVM copies them as 64-bit halves and drops the
// elements that nobody reads, and the memory sees more or other accesses.
#pragma once

#include <llvm/IR/Module.h>

namespace llvm {
class PassBuilder;
}  // namespace llvm

namespace kcast::frontend {

// Before the optimiser: a copy of a structure becomes one load for each aligned unit of up
// to 16 bytes in memory, and one store for each element, which the back end joins.
void expand_copies(llvm::Module& module);

// After it: a unit of which one element is read becomes a load of that element.
void narrow_loads(llvm::Module& module);

// Adds both to the optimiser's pipeline, and lets it know the alignment of shared arrays.
void add_vector_access(llvm::PassBuilder& builder);

}  // namespace kcast::frontend
