// Libraries of LLVM's bitcode that become part of a module.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBufferRef.h>

#include <string_view>

#include "base/result.h"

namespace kcast::frontend {

llvm::MemoryBufferRef buffer_of(std::string_view bytes, llvm::StringRef name);

// Adds what the module calls and the library defines.
Status link_bitcode(llvm::Module& module, llvm::MemoryBufferRef bitcode);

// The same of an archive of small modules: only those are read that define something missing. No
// member needs another.
Status link_archive(llvm::Module& module, std::string_view bytes, llvm::StringRef name);

// NVIDIA's libdevice in place of our own math functions, as Clang links it: before the optimiser,
// which makes most of it part of the kernels. Functions that it does not have stay ours.
Status link_libdevice(llvm::Module& module, std::string_view bitcode);

}  // namespace kcast::frontend
