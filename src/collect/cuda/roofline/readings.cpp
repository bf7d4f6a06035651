#include "collect/cuda/roofline/readings.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace kcast::collect {

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

}  // namespace kcast::collect
