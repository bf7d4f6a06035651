// Reads rocpd files, the SQLite databases that newer releases of AMD's profilers write.
// Dispatches with their counters are rows of the view `counters_collection`.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "collect/rocm/rocm_dispatch.h"

namespace kcast::collect {

struct RocpdFile {
  std::vector<RocmDispatch> dispatches;
  std::set<std::string> gpus;  // targets, "gfx942"; empty where the file does not say
};

Result<RocpdFile> read_rocpd(const std::filesystem::path& file);

}  // namespace kcast::collect
