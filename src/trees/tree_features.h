// What trees split on: ratios and shares of a launch's row (trees/launch_row.h), which mean the
// same on a small launch and on a large one, and the sizes themselves as logarithms.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace kcast::trees {

// At most 255. Models are only good for these names in this order.
const std::vector<std::string>& tree_feature_names();

// All finite. `row` is a launch_row().
std::vector<float> tree_features(std::span<const float> row);

// The features that say what kind of code it is, whatever its size: likeness is measured by them.
std::span<const char* const> likeness_feature_names();

}  // namespace kcast::trees
