// Fitting trees with LightGBM, through a module that is loaded when it is needed.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "trees/lightgbm_text.h"

namespace kcast::trees {

// Features one row behind the other, with what is to be learnt.
struct LearningRows {
  std::vector<float> features;
  std::vector<float> labels;
  std::vector<float> weights;  // empty: all alike
};

struct LightGbmFit {
  size_t columns = 0;
  const LearningRows* bins = nullptr;
  const LearningRows* fit = nullptr;
  const LearningRows* stop = nullptr;
  std::string parameters;  // "objective=l1 num_leaves=63 ..."
  int rounds = 0;
  int patience = 0;
};

// What was fitted, with rounded leaves, and what the library answers for the `stop` rows.
struct LightGbmModel {
  std::vector<FittedTree> trees;
  std::vector<double> answers;
};

class LightGbm {
 public:
  // kcast-trees.so of a folder, usually executable_dir(). It stays loaded.
  static Result<LightGbm> load(const std::filesystem::path& folder);

  Result<LightGbmModel> fit(const LightGbmFit& fit) const;

 private:
  LightGbm() = default;
  void* fit_ = nullptr;  // entry of the module
};

}  // namespace kcast::trees
