// What the hardware itself does not repeat: readings of one launch against each other.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "dataset/sample_set.h"

namespace kcast::dataset {

// Of a metric over pairs of a label and a repeat. The relative spread is the difference over the
// mean of the two, 0 where both are 0.
struct NoiseFloor {
  const Metric* metric = nullptr;
  size_t pairs = 0;  // in which both have the metric
  double relative_p50 = 0;
  double relative_p90 = 0;
  double absolute_p90 = 0;  // in the metric's unit
};

// One for each of metrics(); repeats without a label are left out.
std::vector<NoiseFloor> noise_floors(const SampleSet& set);

// noise.json of a published set.
std::string noise_json(std::span<const NoiseFloor> floors);

}  // namespace kcast::dataset
