#include "collect/cuda/roofline/roofline.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "collect/cuda/roofline/instruction_table.h"

namespace kcast::collect {

size_t roofline_steps() {
  return instruction_table().size() + peak_steps() + memory_steps();
}

double rounded_reading(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  char text[32];
  std::snprintf(text, sizeof(text), "%.3g", value);
  // Four digits for what is large enough that the fourth is reproducible.
  if (std::abs(value) >= 1000) std::snprintf(text, sizeof(text), "%.4g", value);
  return std::strtod(text, nullptr);
}

void add_figure(RooflineReadings& readings, FigureReading figure, std::optional<double> limit) {
  if (limit && figure.value > 1.05 * *limit) {
    readings.doubts.push_back(figure.key + ": " + std::to_string(figure.value) +
                              " is above the nominal " + std::to_string(*limit));
    return;
  }
  figure.value = rounded_reading(figure.value);
  readings.figures.push_back(std::move(figure));
}

Result<RooflineReadings> measure_roofline(CudaDevice& device, const Gpu& gpu,
                                          const KeepGoing& keep_going) {
  RooflineReadings readings;
  for (const auto part : {measure_peaks, measure_memory, measure_instructions}) {
    if (const Status measured = part(device, gpu, keep_going, readings); !measured) {
      return measured.error();
    }
  }
  return readings;
}

}  // namespace kcast::collect
