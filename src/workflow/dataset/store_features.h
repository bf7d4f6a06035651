// What the analysis says of the launches of a store, kept beside them.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "dataset/store.h"
#include "plan/predict_rows.h"
#include "report/dataset_view.h"

namespace kcast::workflow {

// Launches of one kernel that have none.
struct MissingFeatures {
  std::string recipe;
  std::string language;
  std::vector<std::string> launches;
};

Result<std::vector<MissingFeatures>> missing_features(const dataset::Store& store,
                                                      const std::string& gpu);

// Rows on their way into the store, a transaction for many.
class FeatureWriter {
 public:
  FeatureWriter(dataset::Store& store, std::string gpu) : store_(store), gpu_(std::move(gpu)) {}

  Status add(const MissingFeatures& kernel, const plan::PredictedKernel& predicted);
  Status finish();

  size_t written() const { return written_; }
  size_t without() const { return without_; }

 private:
  static constexpr size_t kMany = 2000;

  Status write_rows();

  dataset::Store& store_;
  std::string gpu_;
  std::vector<dataset::StoredFeatures> rows_;
  size_t written_ = 0;
  size_t without_ = 0;
};

struct FeatureRun {
  report::FeatureCounts counts;
  bool interrupted = false;  // by the user; what was made is kept
};

// Analyses the launches of a store on `jobs` threads, 0: one for each core. Call it before the
// process starts threads: it starts a front end.
Result<FeatureRun> add_missing_features(const std::string& store_file, const std::string& gpu_name,
                                        size_t jobs);

}  // namespace kcast::workflow
