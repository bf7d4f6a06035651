// The trees that correct the analysis, with all that is needed to apply them: one file, embedded in
// kcast (data/trees).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trees/forest.h"
#include "trees/likeness.h"

namespace kcast::trees {

// How a quantity's correction is counted.
enum class Scale : uint8_t {
  Ratio,   // the binary logarithm of measured over predicted
  Points,  // measured less predicted, 1 for 100 points
};

// Launches whose intervals are calibrated together: four yes-or-no questions (trees/correct.h).
constexpr size_t kCells = 16;

// How far the analysis of a launch is doubted, from hardly to very much: intervals of counts are
// calibrated apart for each.
constexpr size_t kDoubts = 4;

// The odds that the analysis is off by more than a fiftieth (hit rates: half a point).
struct Doubt {
  Forest odds;                             // their natural logarithm
  float leave_below = 0;                   // such a value stays as the analysis has it
  std::array<float, kDoubts - 1> edges{};  // between the doubts, ascending

  size_t place(double log_odds) const {
    size_t place = 0;
    while (place < edges.size() && log_odds >= static_cast<double>(edges[place]))
      ++place;
    return place;
  }
  bool operator==(const Doubt&) const = default;
};

// What is known of one base quantity.
struct QuantityModel {
  std::string name;  // of schema/metrics.h
  Scale scale = Scale::Ratio;
  float floor = 0;  // added to both sides of a ratio: what lies below it is noise
  // Where the value is corrected: validation families gained there.
  bool where_exact = false;      // nothing about the launch was estimated
  bool where_estimated = false;  // something was
  bool any_gpu = false;          // the code alone decides it, so what was learnt holds on any GPU
  Forest center;
  std::optional<Forest> low;  // of the interval; without them it is as wide above as below
  std::optional<Forest> high;
  std::optional<Doubt> doubt;  // what is exact stays exact
  // What calibration found, cell by cell and doubt by doubt: how wide an interval is on both sides,
  // or, with trees for its ends, how many times as wide as they say.
  std::array<std::array<float, kDoubts>, kCells> width{};

  bool corrects() const { return where_exact || where_estimated; }
  bool operator==(const QuantityModel&) const = default;
};

// A launch of the training side as the analysis saw it: whether that is still so tells whether the
// trees belong to the analysis that they are used with.
struct ReferenceLaunch {
  std::string key;         // recipe, language and launch, tabs between them
  std::vector<float> row;  // trees/launch_row.h
  // What the library that fitted the trees answers, forest by forest: center, low, high and doubt
  // of each quantity, as far as there are.
  std::vector<double> answers;

  bool operator==(const ReferenceLaunch&) const = default;
};

struct Model {
  std::string gpu;         // whose readings they were fitted to
  std::string provenance;  // JSON: data, commit, configuration, scores
  std::vector<std::string> row_names;
  std::vector<std::string> feature_names;
  Cuts cuts;
  std::vector<QuantityModel> quantities;
  Likeness likeness;
  std::vector<ReferenceLaunch> references;

  // Whether rows and features of this program are those of the model.
  bool fits() const;

  bool operator==(const Model&) const = default;
};

std::string write_model(const Model& model);
Result<Model> read_model(std::string_view bytes);

// The forests of a model, in the order of ReferenceLaunch::answers.
std::vector<const Forest*> forests_of(const Model& model);

}  // namespace kcast::trees
