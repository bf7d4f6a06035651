// Conformal calibration: how much wider intervals must be to hold as often as they say.
#pragma once

#include <span>

#include "trees/model.h"
#include "workflow/trees/examples.h"

namespace kcast::workflow {

// Sets the widths of a quantity, cell by cell and doubt by doubt, from launches that nothing was
// fitted to. A cell with too few of them takes the width of a larger one around it; where they are
// of few families, the width allows for that.
void calibrate(std::span<const Example> examples, const trees::Cuts& cuts, double coverage,
               trees::QuantityModel& quantity);

}  // namespace kcast::workflow
