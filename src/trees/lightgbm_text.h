// The text in which LightGBM saves its models.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trees/forest.h"

namespace kcast::trees {

// One tree, with LightGBM's numbering: children below zero are leaves, -1 the first of them.
struct FittedTree {
  std::vector<int32_t> feature;
  std::vector<double> threshold;
  std::vector<int32_t> left;
  std::vector<int32_t> right;
  std::vector<double> leaf;
};

// Numerical splits without missing values are all that is understood.
Result<std::vector<FittedTree>> parse_lightgbm(std::string_view text);

// The largest power of two of which all leaves are at most 2^15 - 1 multiples.
int32_t leaf_exponent(const std::vector<FittedTree>& trees);
// A leaf in such units.
int16_t leaf_units(double leaf, int32_t exponent);

// Adds thresholds that are not in the cuts yet, as the largest floats that are not above them: no
// float tells the two apart.
void add_cuts(const std::vector<FittedTree>& trees, Cuts& cuts);

// An error where the cuts lack a threshold, or a tree is too large.
Result<Forest> make_forest(const std::vector<FittedTree>& trees, const Cuts& cuts);

}  // namespace kcast::trees
