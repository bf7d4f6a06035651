// Measured launches as trees learn from them: a row of the analysis beside what was read.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "dataset/sample_set.h"
#include "schema/metrics.h"
#include "trees/row_table.h"
#include "workflow/trees/row_choice.h"

namespace kcast::workflow {

// What an example is for. Families are never divided.
enum class ExampleUse : uint8_t {
  Fit,        // nine tenths of the families that are trained on
  Choose,     // the last tenth: how many trees there are, and which quantities they correct
  Calibrate,  // validation: nothing is fitted to it
  Test,
};

struct Example {
  ExampleUse use = ExampleUse::Fit;
  bool program = false;  // written by people, with host code
  bool drawn = false;    // of the test side: as kcast eval --limit draws it
  std::string source;    // "auth", "motif", "omni", "syn"
  std::string key;
  std::string family;
  std::vector<float> row;
  std::vector<float> features;
  BaseQuantities analytic;
  BaseQuantities measured;
  bool has_counters = true;
  bool steady = true;  // the repeats of its time spread by a tenth at most
};

// Those of the chosen rows that the table has a prediction of.
Result<std::vector<Example>> make_examples(const dataset::SampleSet& set,
                                           std::span<const ChosenRow> rows,
                                           const trees::RowTable& table);

}  // namespace kcast::workflow
