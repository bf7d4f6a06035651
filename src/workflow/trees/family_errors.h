// How far the predicted times of each family are off: by the sum of parts, by the simulated unit,
// and with trees. For finding what a model of time gets wrong, so test families are left out.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "schema/gpu/gpu.h"
#include "trees/model.h"
#include "workflow/trees/examples.h"

namespace kcast::workflow {

// Means of the absolute relative error over a family's steady launches.
struct FamilyError {
  std::string source;
  std::string family;
  size_t launches = 0;
  double parts = 0;     // the parts of the time, added up
  double analytic = 0;  // the analysis, with a simulated unit
  double hybrid = 0;
  double bias = 0;  // mean of log2(analytic / measured)
};

// Families that were fitted to, the largest error of the parts first.
std::vector<FamilyError> family_errors(const trees::Model& model, const Gpu& gpu,
                                       std::span<const Example> examples);

// Tab-separated, with a line of names.
std::string family_table(std::span<const FamilyError> errors);

}  // namespace kcast::workflow
