#include "base/histograms_svg.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace kcast {
namespace {

constexpr const char* kHistogramStyle = R"(<style>
  text { font: 12px ui-sans-serif, system-ui, "Segoe UI", sans-serif; fill: #24292f; }
  .title { font-size: 17px; font-weight: 600; }
  .name { font-weight: 600; }
  .small { font-size: 11px; fill: #57606a; }
  .back { fill: #ffffff; }
  .axis { stroke: #8c959f; stroke-width: 1; }
  .bar { fill: #54aeff; }
  .line { stroke: #cf222e; stroke-width: 1.8; fill: none; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .small { fill: #9da7b3; } .back { fill: #0d1117; }
    .bar { fill: #1f6feb; } .line { stroke: #ff7b72; }
  }
</style>
)";

constexpr size_t kBins = 36;
constexpr size_t kPanelsAcross = 4;
constexpr double kPanelWidth = 250;
constexpr double kPanelHeight = 150;
constexpr double kPlotHeight = 92;
constexpr double kTop = 64;

struct Axis {
  double low = 0;
  double high = 1;
  bool logarithmic = false;

  double place(double value) const {
    const double at = logarithmic ? std::log10(value) : value;
    return (at - low) / (high - low);
  }
};

// Logarithms need positive values.
std::vector<double> on_axis(const std::vector<double>& values, bool logarithmic) {
  std::vector<double> out;
  for (const double value : values) {
    if (std::isfinite(value) && (!logarithmic || value > 0)) out.push_back(value);
  }
  return out;
}

Axis axis_for(const std::vector<double>& a, const std::vector<double>& b, bool logarithmic) {
  Axis axis;
  axis.logarithmic = logarithmic;
  if (!logarithmic) {
    axis.high = 1;
    for (const auto* values : {&a, &b}) {
      for (const double v : *values)
        axis.high = v > 1.5 ? 100 : axis.high;
    }
    return axis;
  }
  double low = 1e300;
  double high = 0;
  for (const auto* values : {&a, &b}) {
    for (const double v : *values) {
      low = std::min(low, v);
      high = std::max(high, v);
    }
  }
  if (high <= 0) return axis;
  axis.low = std::floor(std::log10(low));
  axis.high = std::max(std::ceil(std::log10(high)), axis.low + 1);
  return axis;
}

// Shares of the values by bin.
std::vector<double> binned(const std::vector<double>& values, const Axis& axis) {
  std::vector<double> bins(kBins, 0);
  for (const double value : values) {
    const double at = axis.place(value) * static_cast<double>(kBins);
    const auto bin = static_cast<size_t>(std::clamp(at, 0.0, static_cast<double>(kBins - 1)));
    bins[bin] += 1.0 / static_cast<double>(values.size());
  }
  return bins;
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string end_text(const Axis& axis, double end) {
  if (!axis.logarithmic) return number(end).substr(0, number(end).find('.'));
  return "10^" + std::to_string(static_cast<int>(end));
}

std::string panel_svg(const HistogramPanel& panel, double x, double y) {
  const std::vector<double> mine = on_axis(panel.values, panel.logarithmic);
  const std::vector<double> theirs = on_axis(panel.others, panel.logarithmic);
  const Axis axis = axis_for(mine, theirs, panel.logarithmic);
  const std::vector<double> bars = binned(mine, axis);
  const std::vector<double> line = binned(theirs, axis);
  const double most = std::max({*std::max_element(bars.begin(), bars.end()),
                                *std::max_element(line.begin(), line.end()), 1e-9});
  const double width = kPanelWidth - 30;
  const double step = width / static_cast<double>(kBins);
  const double base = y + 20 + kPlotHeight;
  std::string out = "<text class=\"name\" x=\"" + number(x) + "\" y=\"" + number(y + 12) + "\">" +
                    panel.name + " <tspan class=\"small\">" + panel.unit + "</tspan></text>\n";
  std::string path;
  for (size_t i = 0; i < kBins; ++i) {
    const double left = x + static_cast<double>(i) * step;
    const double height = kPlotHeight * bars[i] / most;
    if (height > 0) {
      out += "<rect class=\"bar\" x=\"" + number(left) + "\" y=\"" + number(base - height) +
             "\" width=\"" + number(step - 0.6) + "\" height=\"" + number(height) + "\"/>\n";
    }
    path += number(left + step / 2) + "," + number(base - kPlotHeight * line[i] / most) + " ";
  }
  if (!theirs.empty()) out += "<polyline class=\"line\" points=\"" + path + "\"/>\n";
  out += "<path class=\"axis\" d=\"M" + number(x) + " " + number(base) + "h" + number(width) +
         "\"/>\n<text class=\"small\" x=\"" + number(x) + "\" y=\"" + number(base + 14) + "\">" +
         end_text(axis, axis.low) + "</text>\n<text class=\"small\" text-anchor=\"end\" x=\"" +
         number(x + width) + "\" y=\"" + number(base + 14) + "\">" + end_text(axis, axis.high) +
         "</text>\n";
  return out;
}

}  // namespace

std::string histograms_svg(std::span<const HistogramPanel> panels, const std::string& title,
                           const std::string& remark) {
  const size_t lines = (panels.size() + kPanelsAcross - 1) / kPanelsAcross;
  const double width = 20 + kPanelWidth * kPanelsAcross;
  const double height = kTop + kPanelHeight * static_cast<double>(lines) + 10;
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(width) +
                    " " + number(height) + "\" width=\"" + number(width) + "\">\n" +
                    kHistogramStyle + "<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n" +
                    "<text class=\"title\" x=\"20\" y=\"28\">" + title + "</text>\n" +
                    "<text class=\"small\" x=\"20\" y=\"46\">" + remark + "</text>\n";
  for (size_t i = 0; i < panels.size(); ++i) {
    const size_t row = i / kPanelsAcross;
    const size_t column = i % kPanelsAcross;
    out += panel_svg(panels[i], 20 + kPanelWidth * static_cast<double>(column),
                     kTop + kPanelHeight * static_cast<double>(row));
  }
  return out + "</svg>\n";
}

}  // namespace kcast
