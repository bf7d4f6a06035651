// What the buffers of a launch hold: what host code puts there, where that is known, and
// otherwise what is plausible from how the kernel uses them. A buffer whose values become
// addresses in another one holds indices into it, two neighbouring values that bound a
// loop over another one are its offsets.
#pragma once

#include <string>
#include <vector>

#include "analyze/ptx/ptx.h"
#include "schema/sample.h"

namespace kcast::exec {

// How one parameter of a kernel is used.
struct ParameterUse {
  bool is_pointer = false;
  bool loaded = false;
  bool stored = false;           // or updated by an atomic
  bool integer_values = false;   // loaded as integers
  int32_t index_into = -1;       // parameter that its values address
  bool is_offsets = false;       // neighbours bound a loop over that parameter
  bool decides_control = false;  // its values reach a comparison
};

std::vector<ParameterUse> parameter_uses(const ptx::Module& module, const ptx::Function& kernel);

// Sets the fill of every buffer whose fill is not given. Says what host code decides of it
// where contents become addresses or conditions.
std::vector<std::string> infer_fills(const std::vector<ParameterUse>& uses, Launch& launch);

}  // namespace kcast::exec
