// Reads the CSV files of AMD's profilers, two forms and every generation of names:
//   1. wide, one row for each dispatch, a column for each counter: rocprofiler-compute's
//      pmc_perf.csv and timestamps.csv, and what rocprof (v1) and rocprofv2 write. Counters come
//      in any order; columns of single channels ("TCC_HIT[3]") and what joins leave behind
//      ("wave_size_3") are skipped, empty cells are counters that were not read.
//   2. long, one row for each dispatch and counter ("Counter_Name", "Counter_Value"): rocprofv3's
//      *_counter_collection.csv. A counter that has several rows (channels, engines, dies) is
//      their sum.
// Cells are found by the names of their columns alone.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "collect/rocm/rocm_dispatch.h"

namespace kcast::collect {

Result<std::vector<RocmDispatch>> parse_dispatch_csv(std::string_view text,
                                                     const std::string& name);
Result<std::vector<RocmDispatch>> read_dispatch_csv(const std::filesystem::path& file);

}  // namespace kcast::collect
