#include "workflow/dataset/store_features.h"

#include <cstdint>
#include <map>
#include <set>
#include <span>

#include "schema/feature_vector.h"

namespace kcast::workflow {

Result<std::vector<MissingFeatures>> missing_features(const dataset::Store& store,
                                                      const std::string& gpu) {
  std::set<int64_t> there;
  const std::string version(kAnalysisVersion);
  if (store.feature_names(version)) {
    Status read = store.each_features(version, [&](int64_t launch, std::span<const float>) {
      there.insert(launch);
      return true;
    });
    if (!read) return read.error();
  }
  std::map<std::pair<std::string, std::string>, MissingFeatures> kernels;
  const Status read = store.each_row([&](const dataset::Row& row) {
    if (row.attempt != 0 || row.gpu != gpu || there.contains(row.launch_id)) return true;
    MissingFeatures& kernel = kernels[{row.kernel.recipe, row.kernel.language}];
    kernel.recipe = row.kernel.recipe;
    kernel.language = row.kernel.language;
    kernel.launches.push_back(row.launch);
    return true;
  });
  if (!read) return read.error();
  std::vector<MissingFeatures> list;
  for (auto& [key, kernel] : kernels)
    list.push_back(std::move(kernel));
  return list;
}

Status FeatureWriter::add(const MissingFeatures& kernel, const plan::PredictedKernel& predicted) {
  for (size_t i = 0; i < kernel.launches.size(); ++i) {
    if (predicted.launches[i].features.empty()) {
      ++without_;
      continue;
    }
    rows_.push_back(
        {kernel.recipe, kernel.language, kernel.launches[i], predicted.launches[i].features});
  }
  return rows_.size() >= kMany ? write_rows() : Unit{};
}

Status FeatureWriter::finish() {
  return rows_.empty() ? Unit{} : write_rows();
}

Status FeatureWriter::write_rows() {
  Status added =
      store_.add_features(std::string(kAnalysisVersion), gpu_, feature_vector_names(), rows_);
  written_ += rows_.size();
  rows_.clear();
  return added;
}

}  // namespace kcast::workflow
