// The roofline class of a launch, as the project's evaluation defines it.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "predict/report.h"
#include "schema/bound.h"
#include "schema/gpu/gpu.h"
#include "schema/metrics.h"
#include "schema/sample.h"

namespace kcast::predict {

// Compute-bound if fp32, fp64 or integer operations per HBM byte exceed that type's
// ridge (nominal peak over nominal DRAM bandwidth), otherwise bandwidth-bound.
struct RooflineClass {
  Bound bound = Bound::Bandwidth;  // or Compute
  bool near_ridge = false;         // within 10 % of the ridge that is nearest to being passed
  std::string type = "fp32";       // of that ridge: "fp32", "fp64", "integer"
  double intensity = 0;            // operations of that type per HBM byte; infinite without bytes
  double ridge = 0;                // operations per byte
};
RooflineClass classify(const BaseQuantities& values, const Gpu& gpu);

// The ends of a metric's interval. Those of derived metrics follow from the ends of
// the base quantities by derive(), and end at the GPU's nominal roofs.
struct Interval {
  double low = 0;
  double high = 0;
};
std::optional<Interval> metric_interval(const Metric& metric, const Prediction& prediction,
                                        const Gpu& gpu);

// Whether the quantities that decide the class are known.
bool can_classify(const BaseQuantities& values);

// The same of an entry of a report, which may state metrics that do not follow from its values.
std::optional<double> metric_value(const Metric& metric, const LaunchPrediction& entry);
std::optional<Interval> metric_interval(const Metric& metric, const LaunchPrediction& entry,
                                        const Gpu& gpu);

}  // namespace kcast::predict
