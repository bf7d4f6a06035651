#include "base/histograms_svg.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/quantile.h"
#include "base/text.h"

namespace kcast {
namespace {

constexpr const char* kHistogramStyle = R"(<style>
  text { font: 12px ui-sans-serif, system-ui, "Segoe UI", "Helvetica Neue", sans-serif; fill: #1f2328; }
  .title { font-size: 17px; font-weight: 600; }
  .name { font-weight: 600; }
  .small { font-size: 11px; font-weight: 400; fill: #59636e; }
  .tick { font-size: 10px; fill: #59636e; }
  .back { fill: #ffffff; }
  .axis { stroke: #818b98; stroke-width: 1; fill: none; }
  .grid { stroke: #d1d9e0; stroke-width: 0.7; fill: none; }
  .bar { fill: #54aeff; }
  .line { stroke: #cf222e; stroke-width: 1.8; fill: none; }
  .median { stroke: #0a3069; stroke-width: 1.2; stroke-dasharray: 3 2; fill: none; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .small, .tick { fill: #9da7b3; } .back { fill: #0d1117; }
    .axis { stroke: #656c76; } .grid { stroke: #2a313c; } .bar { fill: #1f6feb; }
    .line { stroke: #ff7b72; } .median { stroke: #cae8ff; }
  }
</style>
)";

constexpr size_t kBins = 40;
constexpr double kTop = 64;
constexpr double kMargin = 20;  // of the picture
constexpr double kLeft = 30;    // of a plot within its panel: labels of shares
constexpr double kAbove = 24;   // its name
constexpr double kBelow = 36;   // labels of the axis, and the space to the next one
constexpr double kRight = 22;

constexpr size_t kManyValues = 1000;
constexpr double kOutliers = 0.0005;  // on each side, of many values

struct Axis {
  double low = 0;
  double high = 1;
  bool logarithmic = false;

  double place(double value) const {
    const double at = logarithmic ? std::log10(value) : value;
    return (at - low) / (high - low);
  }
};

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else {
      out.push_back(c);
    }
  }
  return out;
}

std::string text_at(const char* css, double x, double y, const std::string& content,
                    const char* anchor = "start") {
  return "<text class=\"" + std::string(css) + "\" text-anchor=\"" + anchor + "\" x=\"" +
         number(x) + "\" y=\"" + number(y) + "\">" + content + "</text>\n";
}

// Logarithms need positive values.
std::vector<double> on_axis(const std::vector<double>& values, bool logarithmic) {
  std::vector<double> out;
  for (const double value : values) {
    if (std::isfinite(value) && (!logarithmic || value > 0)) out.push_back(value);
  }
  return out;
}

// Three digits, or four of what is less than 10,000: "1972", "29.6M".
std::string short_number(double value) {
  if (std::abs(value) < 1e4) return format_digits(value, std::abs(value) < 1e3 ? 3 : 4);
  constexpr const char* kLetters = "kMGTPE";
  size_t letter = 0;
  for (value /= 1e3; std::abs(value) >= 999.5 && letter < 5; value /= 1e3)
    ++letter;
  return format_digits(value, 3) + kLetters[letter];
}

// A round step, so that there are three to six of them.
double round_step(double range) {
  const double power = std::pow(10, std::floor(std::log10(range)));
  for (const double factor : {0.2, 0.5, 1.0, 2.0}) {
    if (range <= 5.001 * factor * power) return factor * power;
  }
  return 5 * power;
}

Axis axis_for(const HistogramPanel& panel, const std::vector<double>& a,
              const std::vector<double>& b) {
  Axis axis;
  axis.logarithmic = panel.logarithmic;
  std::vector<double> all = a;
  all.insert(all.end(), b.begin(), b.end());
  if (all.empty()) return axis;
  std::sort(all.begin(), all.end());
  const double low = quantile_of(all, all.size() < kManyValues ? 0 : kOutliers);
  const double high = quantile_of(all, all.size() < kManyValues ? 1 : 1 - kOutliers);
  if (panel.logarithmic) {
    axis.low = std::floor(std::log10(low));
    axis.high = std::max(std::ceil(std::log10(high)), axis.low + 1);
  } else if (panel.fitted) {
    const double step = round_step(high > low ? high - low : std::max(std::abs(low), 1.0));
    axis.low = std::floor(low / step) * step;
    axis.high = std::max(std::ceil(high / step) * step, axis.low + step);
  } else {
    axis.high = all.back() > 1.5 ? 100 : 1;
  }
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

struct Plot {
  double x = 0;
  double base = 0;  // y of the axis
  double width = 0;
  double height = 0;
  Axis axis;
  double most = 1;  // share at the upper edge

  double across(double place) const { return x + width * place; }
  double up(double share) const { return base - height * share / most; }
};

std::string share_ticks(const Plot& plot) {
  std::string out;
  const double step = round_step(plot.most);
  const auto lines = static_cast<int>(plot.most / step * 1.0001);
  for (int line = 1; line <= lines; ++line) {
    const double share = line * step;
    out += "<path class=\"grid\" d=\"M" + number(plot.x) + " " + number(plot.up(share)) + "h" +
           number(plot.width) + "\"/>\n" +
           text_at("tick", plot.x - 4, plot.up(share) + 3.5, format_digits(100 * share, 3) + "%",
                   "end");
  }
  return out;
}

// A label for each place of the axis: (place from 0 to 1, text).
std::vector<std::pair<double, std::string>> axis_labels(const Axis& axis) {
  std::vector<std::pair<double, std::string>> out;
  const double range = axis.high - axis.low;
  const double step = axis.logarithmic ? std::ceil(range / 6) : round_step(range);
  const auto steps = static_cast<int>(range / step * (1 + 1e-9));
  for (int i = 0; i <= steps; ++i) {
    const double at = axis.low + i * step;
    const std::string text = axis.logarithmic ? "10<tspan dy=\"-4\" font-size=\"8\">" +
                                                    std::to_string(std::lround(at)) + "</tspan>"
                                              : format_digits(at, 4);
    out.emplace_back((at - axis.low) / range, text);
  }
  return out;
}

std::string axis_svg(const Plot& plot) {
  std::string out = "<path class=\"axis\" d=\"M" + number(plot.x) + " " + number(plot.base) + "h" +
                    number(plot.width) + "\"/>\n";
  for (const auto& [place, text] : axis_labels(plot.axis)) {
    out += "<path class=\"axis\" d=\"M" + number(plot.across(place)) + " " + number(plot.base) +
           "v3\"/>\n" + text_at("tick", plot.across(place), plot.base + 15, text, "middle");
  }
  return out;
}

std::string bars_svg(const Plot& plot, const std::vector<double>& bars) {
  std::string out;
  const double step = plot.width / static_cast<double>(kBins);
  for (size_t i = 0; i < kBins; ++i) {
    if (bars[i] <= 0) continue;
    // What is rare is still seen.
    const double height = std::max(plot.base - plot.up(bars[i]), 0.6);
    out += "<rect class=\"bar\" x=\"" + number(plot.x + static_cast<double>(i) * step) + "\" y=\"" +
           number(plot.base - height) + "\" width=\"" + number(step - 0.6) + "\" height=\"" +
           number(height) + "\"/>\n";
  }
  return out;
}

std::string line_svg(const Plot& plot, const std::vector<double>& line) {
  std::string points;
  for (size_t i = 0; i < kBins; ++i) {
    const double place = (static_cast<double>(i) + 0.5) / static_cast<double>(kBins);
    points += number(plot.across(place)) + "," + number(plot.up(line[i])) + " ";
  }
  return "<polyline class=\"line\" points=\"" + points + "\"/>\n";
}

// The median, and how much the axis does not show.
std::string notes_svg(const Plot& plot, std::vector<double> mine, size_t left_out) {
  if (mine.empty()) {
    return text_at("small", plot.across(0.5), plot.base - plot.height / 2,
                   left_out > 0 ? "all are 0" : "none", "middle");
  }
  const double all = static_cast<double>(mine.size() + left_out);
  std::sort(mine.begin(), mine.end());
  const double median = quantile_of(mine, 0.5);
  const double x = plot.across(std::clamp(plot.axis.place(median), 0.0, 1.0));
  std::string text = "median " + short_number(median);
  const double share = 100 * static_cast<double>(left_out) / all;
  if (share >= 0.1) text = format_digits(share, 2) + "% are 0, else " + text;
  return "<path class=\"median\" d=\"M" + number(x) + " " + number(plot.base) + "v" +
         number(-plot.height) + "\"/>\n" +
         text_at("tick", plot.x + plot.width, plot.base - plot.height - 3, text, "end");
}

std::string panel_svg(const HistogramPanel& panel, double x, double y,
                      const HistogramLayout& layout) {
  const std::vector<double> mine = on_axis(panel.values, panel.logarithmic);
  const std::vector<double> theirs = on_axis(panel.others, panel.logarithmic);
  const Axis axis = axis_for(panel, mine, theirs);
  const std::vector<double> bars = binned(mine, axis);
  const std::vector<double> line = binned(theirs, axis);
  const double most = std::max({*std::max_element(bars.begin(), bars.end()),
                                *std::max_element(line.begin(), line.end()), 0.01});
  const double height = layout.panel_height - kAbove - kBelow - 12;
  const Plot plot{.x = x + kLeft,
                  .base = y + kAbove + 12 + height,
                  .width = layout.panel_width - kLeft - kRight,
                  .height = height,
                  .axis = axis,
                  .most = most};
  const auto finite = static_cast<size_t>(std::count_if(panel.values.begin(), panel.values.end(),
                                                        [](double v) { return std::isfinite(v); }));
  return text_at(
             "name", x, y + 12,
             escaped(panel.name) + " <tspan class=\"small\">" + escaped(panel.unit) + "</tspan>") +
         (mine.empty() ? "" : share_ticks(plot)) + bars_svg(plot, bars) +
         (theirs.empty() ? "" : line_svg(plot, line)) + axis_svg(plot) +
         notes_svg(plot, mine, finite - mine.size());
}

}  // namespace

std::string histograms_svg(std::span<const HistogramPanel> panels, const std::string& title,
                           const std::string& remark, const HistogramLayout& layout) {
  const auto across = static_cast<size_t>(std::max(layout.across, 1));
  const size_t lines = (panels.size() + across - 1) / across;
  const double width = 2 * kMargin + layout.panel_width * static_cast<double>(across) - kRight;
  const double height = kTop + layout.panel_height * static_cast<double>(lines) + 4;
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(width) +
                    " " + number(height) + "\" width=\"" + number(width) + "\" height=\"" +
                    number(height) + "\">\n" + kHistogramStyle +
                    "<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n" +
                    text_at("title", kMargin, 28, escaped(title)) +
                    text_at("small", kMargin, 46, escaped(remark));
  for (size_t i = 0; i < panels.size(); ++i) {
    const size_t row = i / across;
    out += panel_svg(panels[i], kMargin + layout.panel_width * static_cast<double>(i % across),
                     kTop + layout.panel_height * static_cast<double>(row), layout);
  }
  return out + "</svg>\n";
}

}  // namespace kcast
