// LLVM's code to PTX: optimiser and back end, set so that the code counts like NVIDIA's compilers'.
#pragma once

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/lower/lowered.h"
#include "frontend/parse/flags.h"
#include "frontend/parse/languages.h"

namespace kcast::frontend {

// Before anything else. Options of LLVM's are global to the process.
void set_up_back_end(const BuildSettings& settings, const Language& language);

// Collects LLVM's errors.
std::unique_ptr<llvm::DiagnosticHandler> collect_diagnostics(Lowered& lowered);

struct BackEndJob {
  const Language& language;
  const BuildSettings& settings;
  const std::string& file;  // that diagnostics name
  const llvm::StringSet<>& kernels;
  bool links_math = false;  // else, functions of the math library stay declarations
};

// Optimised PTX of the module, and what it says about the kernels.
Status finish_module(const BackEndJob& job, llvm::Module& module, Lowered& lowered);

// The PTX of these functions of the math library, and of what they call.
Result<std::string> math_ptx(const std::vector<std::string>& names, const BuildSettings& settings);

}  // namespace kcast::frontend
