// The counters of the Omniwise paper: their names in its answers (Figure 3) and what counts as one
// of them (Table 2).
#pragma once

#include <span>
#include <string_view>

namespace kcast {

struct OmniwiseCounter {
  std::string_view key;     // in the answer's JSON
  std::string_view metric;  // of schema/metrics.h
  double ceiling;           // written as 1.000
};

// In the order of Figure 3. The three GFLOPS of a launch are one number.
std::span<const OmniwiseCounter> omniwise_counters();

}  // namespace kcast
