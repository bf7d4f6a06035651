// Launches analysed for boosted trees, into a table of rows.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "base/result.h"
#include "launch/ready_kernel.h"
#include "schema/gpu/gpu.h"

namespace kcast::workflow {

struct MakeRowsOptions {
  std::filesystem::path table;  // folder; what it has is not made again
  size_t jobs = 1;
  double seconds = 0;  // begin nothing after so long; 0: no limit
};

struct MadeRows {
  size_t rows = 0;     // made now
  size_t without = 0;  // of these, launches that have no prediction
  size_t missing = 0;  // not begun
};

// `keys`: of row_key. An error if it was interrupted; what was made until then is kept.
Result<MadeRows> make_rows(std::span<const std::string> keys, const launch::Inspect& inspect,
                           const Gpu& gpu, const MakeRowsOptions& options);

}  // namespace kcast::workflow
