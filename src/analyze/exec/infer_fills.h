// What the buffers of a launch hold: what host code puts there, where that is known, and
// otherwise what is plausible from how the kernel uses them (fills/value_use.h). A buffer whose
// values become addresses in another one holds indices into it, two neighbouring values that
// bound a loop over another one are its offsets, a value that bounds one alone is a length.
#pragma once

#include <string>
#include <vector>

#include "analyze/exec/fills/value_use.h"
#include "schema/sample.h"

namespace kcast::exec {

// Sets the fill of every buffer whose fill is not given. Says what host code decides of it, and
// what is assumed, where contents become addresses or conditions.
std::vector<std::string> infer_fills(const std::vector<BufferUse>& uses, Launch& launch);

}  // namespace kcast::exec
