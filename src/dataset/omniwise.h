// The counters of the Omniwise paper and how it writes them (Table 2, Figure 3).
#pragma once

#include <span>
#include <string>

#include "schema/metrics.h"

namespace kcast::dataset {

struct OmniwiseCounter {
  const char* key;     // in the answer's JSON
  const char* metric;  // of schema/metrics.h
  double ceiling;      // written as 1.000
};

// In the order of Figure 3. The three GFLOPS of a launch are one number.
std::span<const OmniwiseCounter> omniwise_counters();

// The value as a share of the ceiling: three decimals, or all digits. What is not defined, such as
// an intensity without bytes, is 0.
std::string omniwise_value(const OmniwiseCounter& counter, const BaseQuantities& values,
                           bool rounded);

}  // namespace kcast::dataset
