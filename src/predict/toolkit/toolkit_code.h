// What NVIDIA's compilers made of a program's kernels, to be analysed in place of Clang's PTX.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "schema/inspection.h"

namespace kcast::predict {

struct ToolkitCode {
  std::vector<PtxModule> modules;
  // Of the kernel with this symbol, compiled for this architecture.
  struct Resources {
    std::string symbol;
    std::string arch;
    ResourceUse use;
  };
  std::vector<Resources> resources;
};

// Adds what an inspection has that went through frontend::apply_toolkit.
void add_toolkit_code(const Inspection& inspection, ToolkitCode& code);

// Gives the same program, inspected here, that code. A module whose kernels it lacks keeps its own.
void use_toolkit_code(const ToolkitCode& code, Inspection& inspection);

}  // namespace kcast::predict
