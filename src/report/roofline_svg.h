// A roofline picture as a standalone SVG file, legible on light and on dark.
#pragma once

#include <span>
#include <string>

#include "predict/roofline.h"
#include "report/roofline_plot.h"

namespace kcast::report {

// Where the plot lies in the picture, in its units.
struct SvgFrame {
  double left = 84, right = 760, top = 72, bottom = 500;
  double width = 960, height = 580;
};

// Position of a value on the logarithmic axes.
double svg_x(const SvgFrame& frame, const PlotRange& range, double intensity);
double svg_y(const SvgFrame& frame, const PlotRange& range, double gops);

// All launches in one picture: nominal roofs dashed, measured ones solid, the levels of
// a launch joined, whiskers for the intervals. Launches must be of one GPU.
std::string render_roofline_svg(std::span<const predict::Roofline> launches);

}  // namespace kcast::report
