// How good the analysis and its correction are on examples, for the provenance of a model. The
// tables of kcast eval say more.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "schema/gpu/gpu.h"
#include "trees/model.h"
#include "workflow/trees/examples.h"

namespace kcast::workflow {

// Shares are 0 to 1.
struct TreeScore {
  std::string part;  // "calibrate", "test, programs", ...
  size_t launches = 0;
  double analytic_mape = 0, hybrid_mape = 0;      // of the time
  double analytic_median = 0, hybrid_median = 0;  // of the absolute errors of the time
  double covered = 0;                             // the interval of the time holds it
  double width = 0;                               // median of the upper end over the lower one
  double unlike = 0;                              // far from what was measured
};

// All of one use, then its programs, and the cells of calibration that have 100 launches or more.
std::vector<TreeScore> tree_scores(const trees::Model& model, const Gpu& gpu,
                                   std::span<const Example> examples, ExampleUse use,
                                   const std::string& name);

}  // namespace kcast::workflow
