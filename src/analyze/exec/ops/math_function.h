// Canonical math calls ("__kc_sin_f32"), evaluated by the host's library. Its last bit
// may differ from the GPU's, which only matters to a branch that hangs on that bit.
#pragma once

#include <string>

#include "analyze/exec/ops/lanes.h"

namespace kcast::exec {

// The host's function for a canonical math call ("__kc_sin_f32"): sources are the
// arguments, results are written to `d` (two for sincos: the second after 64 lanes).
struct MathFunction {
  LaneFn fn = nullptr;
  int arguments = 0;
  int results = 0;
};
MathFunction math_function(const std::string& name);

}  // namespace kcast::exec
