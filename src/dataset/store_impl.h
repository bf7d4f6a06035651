// What the files of the store share.
#pragma once

#include <string>
#include <vector>

#include "dataset/sqlite.h"
#include "dataset/store.h"

namespace kcast::dataset {

struct Store::Impl {
  std::filesystem::path file;
  Database database;
};

// The metrics that are measured, in the order of their columns.
std::vector<const Metric*> base_metrics();

// ", " between their names.
std::string base_columns();

// An error if the open database is no store, or one of another version.
Status check_store(Database& database);

// How a file can be read: Immutable where SQLite could not make its files beside it.
Result<Database::Mode> reading_mode(const std::filesystem::path& file);

}  // namespace kcast::dataset
