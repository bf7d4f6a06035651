// What a store holds, read row by row; store.h says what each of these gives.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "dataset/sqlite.h"
#include "dataset/store.h"

namespace kcast::dataset {

Status each_known_launch(
    Database& database, const std::string& collector, const std::string& gpu,
    const std::function<void(const std::string& recipe, const std::string& language,
                             const std::string& launch, int64_t attempt)>& each);
Status each_reading(Database& database, const std::function<bool(const Row&)>& each);
Status each_stored_failure(Database& database,
                           const std::function<bool(const StoredFailure&)>& each);
Result<std::vector<std::string>> stored_feature_names(Database& database,
                                                      const std::string& analysis_version);
Status each_stored_features(
    Database& database, const std::string& analysis_version,
    const std::function<bool(int64_t launch_id, std::span<const float>)>& each);
Result<std::vector<RunInfo>> stored_runs(Database& database);

}  // namespace kcast::dataset
