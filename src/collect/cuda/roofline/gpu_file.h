// Writes readings into the `measured` section of a GPU's file, and keeps the rest as
// people wrote it: order, notes, one figure a line.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "base/result.h"
#include "collect/cuda/roofline/readings.h"

namespace kcast::collect {

struct MeasuredFrom {
  std::string date;     // ISO
  std::string driver;   // "580.159.04"
  std::string tool;     // "kcast roofline, CUDA 13.0"
  std::string clocks;   // "left alone, SM at 1980 MHz"
  std::string command;  // "kcast roofline"
};

// The text of the file with the readings in it. Measured figures that were not read
// now stay, with their sources; sources that nothing names any more go.
Result<std::string> with_readings(std::string_view file_text, const RooflineReadings& readings,
                                  const MeasuredFrom& from);

// The layout of data/gpus: a figure is one line, a section several.
std::string format_gpu_document(const nlohmann::ordered_json& document);

}  // namespace kcast::collect
