// Statistics of a few readings.
#pragma once

#include <vector>

namespace kcast::collect {

// The middle of the values, or the mean of the middle two; 0 of none.
double median(std::vector<double> values);

}  // namespace kcast::collect
