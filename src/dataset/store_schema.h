// The tables of a store, and whether a file is one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "dataset/sqlite.h"
#include "schema/metrics.h"

namespace kcast::dataset {

// The metrics that are measured, in the order of their columns.
std::vector<const Metric*> base_metrics();

// ", " between their names.
std::string base_columns();

// A file without any table becomes a store; whoever is first makes the tables.
Status make_tables(Database& database);

// An error if the open database is no store, or one of another version.
Status check_store(Database& database);

// How a file can be read: Immutable where SQLite could not make its files beside it.
Result<Database::Mode> reading_mode(const std::filesystem::path& file);

}  // namespace kcast::dataset
