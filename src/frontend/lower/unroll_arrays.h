// Loops over arrays that each thread has for itself, unrolled as NVIDIA's compilers do.
#pragma once

namespace llvm {
class PassBuilder;
}  // namespace llvm

namespace kcast::frontend {

// An array that is indexed by constants alone lies in registers. So a loop of constant length
// whose counter indexes one is unrolled whole up to a size at which LLVM leaves other loops
// alone, from the innermost one outwards.
void add_unroll_arrays(llvm::PassBuilder& builder);

}  // namespace kcast::frontend
