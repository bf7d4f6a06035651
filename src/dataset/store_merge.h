// Stores of several machines become one.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "dataset/sqlite.h"

namespace kcast::dataset {

// Takes over everything of the store `other`; what both have stays as it is in `database`.
Status merge_store(Database& database, const std::filesystem::path& other);

}  // namespace kcast::dataset
