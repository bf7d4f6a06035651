// Machine code of a kernel as PTX that does the same: what the interpreter, the memory model and
// the simulation work on under --toolkit.
//
// Each machine instruction is one or a few of PTX, of which one carries its cost ("machine" in a
// .pragma, see ptx::MachineCode). What is not understood is an error: the kernel's PTX is used.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kcast::machine {

// What ptxas said of a kernel.
struct KernelSizes {
  int64_t stack_bytes = 0;
  int64_t shared_bytes = 0;  // static
};

struct Lifted {
  std::string text;                           // kernels that stand behind the PTX
  std::map<std::string, std::string> errors;  // kernels that were not lifted, and why
};

// `ptx` is what ptxas compiled, `listing` what nvdisasm printed of it. `kernels`: by symbol.
Result<Lifted> lift(std::string_view ptx, std::string_view listing,
                    const std::map<std::string, KernelSizes>& kernels);

}  // namespace kcast::machine
