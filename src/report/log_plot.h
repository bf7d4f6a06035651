// Points over sizes on logarithmic axes: with characters for the terminal, and as SVG.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "report/roofline_plot.h"

namespace kcast::report {

// What belongs together: measured points are one letter of the alphabet, capital, and filled
// circles in SVG; predicted ones the same letter, small, and circles that a dashed line joins.
struct LogSeries {
  std::string name;
  std::vector<std::pair<double, double>> measured;  // x, y; others than positive ones are left out
  std::vector<std::pair<double, double>> predicted;
};

struct LogPlot {
  std::string title;
  std::string remark;
  std::string x_name;
  std::string y_name;
  std::string y_unit;  // of schema/metrics.h: its prefixes are used
  std::vector<LogSeries> series;
};

// Empty where there is no point.
std::string plot_log(const LogPlot& plot, const TextStyle& style);
std::string render_log_svg(const LogPlot& plot);

}  // namespace kcast::report
