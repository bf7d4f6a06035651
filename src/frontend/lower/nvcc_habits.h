// Where LLVM 19 and NVIDIA's compilers make other code of the same text: what has to be done,
// or kept from being done, so that both count alike.
#pragma once

#include <llvm/IR/Module.h>

namespace llvm {
class Loop;
class PassBuilder;
}  // namespace llvm

namespace kcast::frontend {

// Operations that NVIDIA's compilers evaluate ahead of a branch, as text for LLVM's option.
constexpr const char* kOperationsAheadOfBranch = "4";

// Joins conditions, folds functions of constants, adds up indices and ignores the ranges of
// thread numbers as NVIDIA's compilers do.
void add_nvcc_habits(llvm::PassBuilder& builder);

// Takes out the marks in front of conversions that nvcc's optimizer does not look through
// (__kcast_as_computed of the headers), once nothing is optimized any more.
void drop_fences(llvm::Module& module);

// Whether the source, or a pass, has said how often the loop is to be unrolled, or that it is not.
bool is_told_to_unroll(const llvm::Loop& loop);

// While it lives, the optimiser must not rely on how denormals are treated: it would drop the
// subtraction of x - y > 0, which NVIDIA's compilers keep.
class UnknownDenormals {
 public:
  explicit UnknownDenormals(llvm::Module& module);
  ~UnknownDenormals();
  UnknownDenormals(const UnknownDenormals&) = delete;
  UnknownDenormals& operator=(const UnknownDenormals&) = delete;

 private:
  llvm::Module& module_;
};

}  // namespace kcast::frontend
