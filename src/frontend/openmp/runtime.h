// The device runtime of OpenMP and what a kernel needs of it.
#pragma once

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "base/result.h"
#include "schema/openmp/offload_geometry.h"

namespace kcast::frontend {

// Links what of the runtime the module calls, for the compiler to optimise with it. Called before
// the optimisation, and behind it for what that calls anew.
Status link_openmp_runtime(llvm::Module& module);

// Gives kernels that reduce over teams the buffer that libomptarget would hand them: a variable of
// the module, since all that a launch tells us is its arguments.
void add_launch_environments(llvm::Module& module, const llvm::StringSet<>& kernels);

// What the module says about a kernel; absent where it has no environment.
std::optional<KernelEnvironment> kernel_environment(const llvm::Module& module,
                                                    llvm::StringRef kernel);

}  // namespace kcast::frontend
