// The analysis of a launch, corrected by trees.
//
// Values move by what trees learnt of measured launches; FLOPs never do, and other counts only
// where the analysis is to be doubted and families that nothing was fitted to gained. Derived
// metrics follow from the values as ever, and no time is shorter than what the GPU's peaks allow.
// On a GPU that was not measured only what the code alone decides is corrected.
#pragma once

#include <cstddef>
#include <span>

#include "schema/gpu/gpu.h"
#include "schema/sample.h"
#include "trees/model.h"

namespace kcast::trees {

struct CorrectionInput {
  std::span<const float> row;  // trees/launch_row.h
  const Gpu& gpu;
  // Code that people wrote, as all is that users bring; false: a kernel of a generator. Their
  // intervals were calibrated apart.
  bool program = true;
  // Operations are those of machine code, which is what a profiler counts.
  bool counted = false;
};

struct Correction {
  double time_factor = 1;  // of the analysis
  bool unlike = false;     // far from all launches that were measured
  size_t corrected = 0;    // quantities
};

// `prediction` is that of the analysis, and becomes the corrected one.
Correction correct(const Model& model, const CorrectionInput& input, Prediction& prediction);

// Which launches are calibrated together: by whether it is a program, OpenCL, shorter than 5 us,
// and by whether something was estimated or addresses follow data.
size_t cell_of(std::span<const float> row, bool program);

// Whether something about a launch was estimated.
bool is_estimated(std::span<const float> row);

// Where a quantity of a launch lies, by its trees: residuals. Calibration says how many times
// `below` and `above` the interval is wide.
struct Spot {
  double center = 0;
  double below = 1;
  double above = 1;
  size_t doubt = 0;  // 0 to kDoubts - 1
};
Spot spot_of(const QuantityModel& quantity, std::span<const uint8_t> places);

// What trees learn: how far a measured value is from the analysis, and back.
double residual_of(const QuantityModel& quantity, double analytic, double measured);
double value_of(const QuantityModel& quantity, double analytic, double residual);

}  // namespace kcast::trees
