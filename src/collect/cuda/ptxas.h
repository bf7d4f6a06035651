// The toolkit's assembler: PTX to machine code, where a toolkit is.
#pragma once

#include <string>

#include "base/result.h"

namespace kcast::collect {

// Machine code of PTX for "sm_90"; the PTX itself where no toolkit has ptxas, since the driver
// takes that too. `name` is for messages.
Result<std::string> assemble(const std::string& name, const std::string& ptx,
                             const std::string& target);

}  // namespace kcast::collect
