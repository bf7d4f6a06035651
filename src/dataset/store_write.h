// What collectors and the analysis add to a store; store.h says what each of these does.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/result.h"
#include "dataset/sqlite.h"
#include "dataset/store.h"

namespace kcast::dataset {

Result<int64_t> insert_run(Database& database, const RunInfo& run);
Status insert_readings(Database& database, int64_t run, std::span<const StoredReading> readings,
                       std::span<const StoredFailure> failures);
Status insert_features(Database& database, const std::string& analysis_version,
                       const std::string& gpu, std::span<const std::string> names,
                       std::span<const StoredFeatures> rows);
Status finish_run(Database& database, int64_t run, const std::string& summary_json);

}  // namespace kcast::dataset
