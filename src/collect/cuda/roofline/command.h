// The command `kcast roofline`.
#pragma once

#include <filesystem>

#include "base/result.h"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 calls it so
class App;
}

namespace kcast::collect {

struct RooflineOptions {
  std::filesystem::path gpu_file;  // empty: the readings alone are printed
  std::filesystem::path out;       // empty: the GPU's file itself
  bool dry = false;                // print, write nothing
};

void add_roofline_options(CLI::App& app, RooflineOptions& options);
Status run_roofline(const RooflineOptions& options);

}  // namespace kcast::collect
