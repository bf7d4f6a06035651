#include "report/roofline_svg.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <vector>

#include "report/si_text.h"
#include "report/svg_parts.h"

namespace kcast::report {

namespace {

constexpr size_t kColors = 6;
constexpr size_t kLegendRows = 12;

PlotRange common_range(std::span<const predict::Roofline> launches) {
  PlotRange range = plot_range(launches[0]);
  for (const predict::Roofline& launch : launches) {
    const PlotRange other = plot_range(launch);
    range.x_first = std::min(range.x_first, other.x_first);
    range.x_last = std::max(range.x_last, other.x_last);
    range.y_first = std::min(range.y_first, other.y_first);
    range.y_last = std::max(range.y_last, other.y_last);
  }
  return range;
}

class Picture {
 public:
  explicit Picture(std::span<const predict::Roofline> launches)
      : launches_(launches), range_(common_range(launches)) {}

  std::string run() {
    open();
    draw_grid();
    for (const predict::Roof& roof : launches_[0].roofs)
      roof.gops > 0 ? draw_flat(roof) : draw_slope(roof);
    // Names of roofs stay readable where lines of launches cross them.
    for (size_t i = 0; i < launches_.size(); ++i)
      draw_launch(launches_[i], i);
    out_ += labels_;
    draw_legend();
    return out_ + "</svg>\n";
  }

 private:
  double x(double intensity) const { return svg_x(frame_, range_, intensity); }
  double y(double gops) const { return svg_y(frame_, range_, gops); }
  double first_x() const { return std::pow(10.0, range_.x_first); }
  double last_x() const { return std::pow(10.0, range_.x_last); }
  double first_y() const { return std::pow(10.0, range_.y_first); }
  std::string rate_unit() const { return launches_[0].unit == "FLOP" ? "GFLOP/s" : "GOP/s"; }

  void open() {
    char size[160];
    std::snprintf(size, sizeof size,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" width=\"%g\" "
                  "height=\"%g\" role=\"img\">\n",
                  frame_.width, frame_.height, frame_.width, frame_.height);
    const std::string name = title();
    out_ += size;
    out_ +=
        "<title>" + svg_escaped("Roofline of " + name + " on " + launches_[0].gpu) + "</title>\n";
    out_ += svg_style();
    out_ += "<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n";
    out_ += svg_text(frame_.left, 34, name + " on " + launches_[0].gpu, " class=\"title\"");
    out_ += svg_text(frame_.left, 55, "predicted roofline; whiskers are the intervals",
                     " class=\"small\"");
  }

  // The kernels by name while there is room for them.
  std::string title() const {
    std::string names = launches_[0].name;
    if (launches_.size() == 2 && launches_[1].name != names) names += " and " + launches_[1].name;
    if (launches_.size() > 2 || names.size() > 60) {
      names = std::to_string(launches_.size()) + " launches";
    } else if (launches_.size() == 2 && launches_[1].name == names) {
      names = "2 launches of " + names;
    }
    return launches_.size() == 1 ? launches_[0].name : names;
  }

  void draw_grid() {
    for (int decade = range_.x_first; decade <= range_.x_last; ++decade) {
      const double at_x = x(std::pow(10.0, decade));
      out_ += svg_line("grid", at_x, frame_.top, at_x, frame_.bottom);
      out_ += svg_text(at_x, frame_.bottom + 20, decade_text(decade, ""),
                       " text-anchor=\"middle\" class=\"small\"");
    }
    for (int decade = range_.y_first; decade <= range_.y_last; ++decade) {
      const double at_y = y(std::pow(10.0, decade));
      out_ += svg_line("grid", frame_.left, at_y, frame_.right, at_y);
      out_ += svg_text(frame_.left - 8, at_y + 4, decade_text(decade + 9, "kMGTPE"),
                       " text-anchor=\"end\" class=\"small\"");
    }
    out_ += "<rect class=\"frame\"" +
            svg_attributes({{"x", frame_.left},
                            {"y", frame_.top},
                            {"width", frame_.right - frame_.left},
                            {"height", frame_.bottom - frame_.top}}) +
            "/>\n";
    const std::string& unit = launches_[0].unit;
    out_ += svg_text((frame_.left + frame_.right) / 2, frame_.bottom + 46,
                     "arithmetic intensity, " + unit + " per byte", " text-anchor=\"middle\"");
    const double middle = (frame_.top + frame_.bottom) / 2;
    char turn[80];
    std::snprintf(turn, sizeof turn, " text-anchor=\"middle\" transform=\"rotate(-90 22 %.1f)\"",
                  middle);
    out_ += svg_text(22, middle, "performance, " + unit + "/s", turn);
  }

  // 10^decade, with a prefix for every three decades where there are prefixes.
  static std::string decade_text(int decade, std::string_view prefixes) {
    const int group = decade / 3;
    if (decade >= 3 && group <= static_cast<int>(prefixes.size())) {
      return std::to_string(static_cast<int>(std::pow(10.0, decade % 3))) + " " +
             prefixes[static_cast<size_t>(group) - 1];
    }
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%g", std::pow(10.0, decade));
    return buffer;
  }

  double peak() const {
    double highest = 0;
    for (const predict::Roof& roof : launches_[0].roofs)
      highest = std::max(highest, roof.gops);
    return highest;
  }

  static std::string roof_style(const predict::Roof& roof) {
    return roof.measured ? "roof" : "roof nominal";
  }

  void draw_slope(const predict::Roof& roof) {
    // From where it enters the picture, at the left or at the bottom, to the peak.
    const double from = std::max(first_x(), first_y() / roof.gbs);
    const double to = std::min(last_x(), peak() / roof.gbs);
    if (from >= to) return;
    out_ += svg_line(roof_style(roof), x(from), y(roof.gbs * from), x(to), y(roof.gbs * to));
    if (roof.measured && has_nominal(roof)) return;
    // Along the line, just above it.
    const double angle = std::atan2(y(roof.gbs * to) - y(roof.gbs * from), x(to) - x(from));
    const double at_x = x(from) + 14 * std::cos(angle) + 8 * std::sin(angle);
    const double at_y = y(roof.gbs * from) + 14 * std::sin(angle) - 8 * std::cos(angle);
    char turn[96];
    std::snprintf(turn, sizeof turn, " class=\"small label\" transform=\"rotate(%.1f %.1f %.1f)\"",
                  angle * 180 / 3.14159265358979323846, at_x, at_y);
    labels_ += svg_text(at_x, at_y, roof.name + " " + si_text(roof.gbs, "GB/s"), turn);
  }

  bool has_nominal(const predict::Roof& roof) const {
    return std::any_of(
        launches_[0].roofs.begin(), launches_[0].roofs.end(),
        [&](const predict::Roof& other) { return !other.measured && other.name == roof.name; });
  }

  void draw_flat(const predict::Roof& roof) {
    double steepest = 0;
    for (const predict::Roof& other : launches_[0].roofs)
      steepest = std::max(steepest, other.gbs);
    const double from = steepest > 0 ? std::max(first_x(), roof.gops / steepest) : first_x();
    if (from >= last_x()) return;
    out_ += svg_line(roof_style(roof), x(from), y(roof.gops), frame_.right, y(roof.gops));
    if (roof.measured && has_nominal(roof)) return;
    // Above the line, or below it where the frame is too near.
    const bool above = y(roof.gops) - frame_.top > 20;
    labels_ += svg_text(frame_.right - 6, y(roof.gops) + (above ? -7 : 17),
                        roof.name + " " + si_text(roof.gops, rate_unit()),
                        " text-anchor=\"end\" class=\"small label\"");
  }

  void draw_launch(const predict::Roofline& launch, size_t index) {
    const std::string color = "c" + std::to_string(index % kColors);
    const double at_y = y(launch.gops);
    out_ += "<g>\n<title>" + svg_escaped(launch.name) + "</title>\n";
    const auto [least, most] =
        std::minmax_element(launch.points.begin(), launch.points.end(),
                            [](const predict::RooflinePoint& a, const predict::RooflinePoint& b) {
                              return a.intensity < b.intensity;
                            });
    out_ += svg_line("join " + color, x(least->intensity), at_y, x(most->intensity), at_y);
    for (const predict::RooflinePoint& point : launch.points) {
      if (point.intensity_high <= point.intensity_low || point.intensity_low <= 0) continue;
      draw_whisker(color, x(point.intensity_low), at_y, x(point.intensity_high), at_y);
    }
    // All levels have the same height, so one upright whisker says it; it ends at the roof.
    const double top = std::min(launch.gops_high, std::max(peak(), launch.gops));
    if (top > launch.gops_low && launch.gops_low > 0 && !launch.points.empty()) {
      const double at_x = x(launch.points.back().intensity);
      draw_whisker(color, at_x, y(launch.gops_low), at_x, y(top));
    }
    for (const predict::RooflinePoint& point : launch.points)
      draw_point(point, x(point.intensity), at_y, color);
    out_ += "</g>\n";
  }

  // A line across with a stroke at each end, which tells whiskers apart that overlap.
  void draw_whisker(const std::string& color, double x1, double y1, double x2, double y2) {
    constexpr double kEnd = 4;
    const double across = y1 == y2 ? 0 : kEnd;
    const double upright = kEnd - across;
    out_ += svg_line("whisker " + color, x1, y1, x2, y2);
    out_ += svg_line("whisker " + color, x1 - across, y1 - upright, x1 + across, y1 + upright);
    out_ += svg_line("whisker " + color, x2 - across, y2 - upright, x2 + across, y2 + upright);
  }

  // A circle for HBM, a square for L2, a triangle for L1.
  void draw_point(const predict::RooflinePoint& point, double at_x, double at_y,
                  const std::string& color) {
    const std::string tip = "<title>" +
                            svg_escaped(point.level + ": " + three_digits(point.intensity) + " " +
                                        launches_[0].unit + "/B") +
                            "</title>";
    const std::string style = " class=\"point " + color + "\" data-level=\"" + point.level + "\"";
    if (point.level == "HBM") {
      out_ += "<circle" + style + svg_attributes({{"cx", at_x}, {"cy", at_y}, {"r", 6}}) + ">" +
              tip + "</circle>\n";
    } else if (point.level == "L2") {
      out_ += "<rect" + style +
              svg_attributes({{"x", at_x - 5}, {"y", at_y - 5}, {"width", 10}, {"height", 10}}) +
              ">" + tip + "</rect>\n";
    } else {
      const std::string corners = svg_number(at_x) + "," + svg_number(at_y - 7) + " " +
                                  svg_number(at_x + 6.5) + "," + svg_number(at_y + 5) + " " +
                                  svg_number(at_x - 6.5) + "," + svg_number(at_y + 5);
      out_ += "<polygon" + style + " points=\"" + corners + "\">" + tip + "</polygon>\n";
    }
  }

  void draw_legend() {
    const double left = frame_.right + 20;
    double down = frame_.top + 8;
    const auto next = [&] { return down += 22; };
    out_ += svg_text(left, down, "memory level", " class=\"small\"");
    for (const char* level : {"L1", "L2", "HBM"}) {
      next();
      draw_point({level, 0, 0, 0}, left + 8, down - 4, "frame");
      out_ += svg_text(left + 24, down, level);
    }
    next();
    bool measured = false;
    for (const predict::Roof& roof : launches_[0].roofs)
      measured |= roof.measured;
    next();
    out_ += svg_line("roof nominal", left, down - 4, left + 34, down - 4);
    out_ += svg_text(left + 42, down, "nominal roof");
    if (measured) {
      next();
      out_ += svg_line("roof", left, down - 4, left + 34, down - 4);
      out_ += svg_text(left + 42, down, "measured roof");
    }
    next();
    for (size_t i = 0; i < launches_.size() && i < kLegendRows; ++i) {
      next();
      out_ += "<circle class=\"c" + std::to_string(i % kColors) + "\"" +
              svg_attributes({{"cx", left + 6}, {"cy", down - 4}, {"r", 5}}) + "/>\n";
      // What the legend has room for.
      std::string name = launches_[i].name;
      if (name.size() > 24) name = name.substr(0, 23) + "~";
      out_ += svg_text(left + 20, down, name);
      out_ += svg_text(left + 20, next() - 5, si_text(launches_[i].gops, rate_unit()),
                       " class=\"small\"");
    }
    if (launches_.size() > kLegendRows) {
      out_ +=
          svg_text(left, next(), "and " + std::to_string(launches_.size() - kLegendRows) + " more",
                   " class=\"small\"");
    }
  }

  std::span<const predict::Roofline> launches_;
  PlotRange range_;
  SvgFrame frame_;
  std::string out_;
  std::string labels_;  // names of roofs, which are drawn above everything else
};

}  // namespace

double svg_x(const SvgFrame& frame, const PlotRange& range, double intensity) {
  const double share = (std::log10(intensity) - range.x_first) / (range.x_last - range.x_first);
  return frame.left + std::clamp(share, 0.0, 1.0) * (frame.right - frame.left);
}

double svg_y(const SvgFrame& frame, const PlotRange& range, double gops) {
  const double share = (std::log10(gops) - range.y_first) / (range.y_last - range.y_first);
  return frame.bottom - std::clamp(share, 0.0, 1.0) * (frame.bottom - frame.top);
}

std::string render_roofline_svg(std::span<const predict::Roofline> launches) {
  return launches.empty() ? "" : Picture(launches).run();
}

}  // namespace kcast::report
