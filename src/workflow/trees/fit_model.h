// Examples to a model: trees for each quantity, which of them are used, and calibrated intervals.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "trees/lightgbm.h"
#include "trees/model.h"
#include "workflow/trees/examples.h"

namespace kcast::workflow {

// Of one kind of forest.
struct ForestSettings {
  int leaves = 63;
  int rounds = 400;
  int patience = 40;
  int least_in_leaf = 20;
  double rate = 0.06;
  double features = 0.6;  // share of them that a tree may use
};

struct FitSettings {
  ForestSettings center;
  ForestSettings bounds;      // ends of the interval of the time
  double program_weight = 3;  // of an authored program's launch; others count one
  double coverage = 0.9;
  size_t jobs = 1;
};

// What became of a quantity: mean of its error in binary orders of magnitude, at most one, and the
// share within 10 %, before and after, on the families that choose.
struct QuantityChoice {
  std::string name;
  std::string where;  // "exact", "estimated"
  size_t launches = 0;
  double error_before = 0, error_after = 0;
  double within_before = 0, within_after = 0;
  bool used = false;
};

struct FittedModel {
  trees::Model model;  // without provenance
  std::vector<QuantityChoice> choices;
};

// The same examples and settings give the same bytes.
Result<FittedModel> fit_model(std::span<const Example> examples, const std::string& gpu,
                              const FitSettings& settings, const trees::LightGbm& library);

}  // namespace kcast::workflow
