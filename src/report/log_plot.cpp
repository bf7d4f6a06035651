#include "report/log_plot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "base/text.h"
#include "report/si_text.h"
#include "report/svg_parts.h"

namespace kcast::report {

namespace {

constexpr size_t kPlotRows = 16;
constexpr size_t kTickWidth = 8;
constexpr size_t kLetters = 26;
constexpr const char* kHues[] = {"34", "31", "32", "33", "35", "36"};

// Whole decades that hold all points.
struct Decades {
  int first = 0;
  int last = 1;

  // Of the way from the first to the last; what lies a little beyond is drawn at the end.
  double share(double value) const {
    return std::clamp((std::log10(value) - first) / (last - first), 0.0, 1.0);
  }
};

bool is_shown(const std::pair<double, double>& point) {
  return point.first > 0 && point.second > 0 && std::isfinite(point.first) &&
         std::isfinite(point.second);
}

template <typename Take>
void each_point(const LogPlot& plot, Take take) {
  for (size_t i = 0; i < plot.series.size(); ++i) {
    for (const auto& point : plot.series[i].predicted)
      if (is_shown(point)) take(point, i, false);
    for (const auto& point : plot.series[i].measured)
      if (is_shown(point)) take(point, i, true);
  }
}

// Of both axes; nothing without points.
std::optional<std::pair<Decades, Decades>> decades_of(const LogPlot& plot) {
  double least[2] = {HUGE_VAL, HUGE_VAL};
  double most[2] = {0, 0};
  each_point(plot, [&](const auto& point, size_t, bool) {
    const double values[2] = {point.first, point.second};
    for (size_t axis = 0; axis < 2; ++axis) {
      least[axis] = std::min(least[axis], values[axis]);
      most[axis] = std::max(most[axis], values[axis]);
    }
  });
  if (most[0] == 0) return std::nullopt;
  // Sizes are rounded up, so that 1e6 may be 1000192.
  constexpr double kBeyond = 0.02;
  const auto around = [](double low, double high) {
    const int first = static_cast<int>(std::floor(std::log10(low) + kBeyond));
    return Decades{first,
                   std::max(static_cast<int>(std::ceil(std::log10(high) - kBeyond)), first + 1)};
  };
  return std::pair{around(least[0], most[0]), around(least[1], most[1])};
}

// "1 us", "100 ms".
std::string tick_text(int decade, const std::string& unit) {
  const std::string text = si_text(std::pow(10.0, decade), unit);
  const size_t space = std::min(text.find(' '), text.size());
  std::string number = text.substr(0, space);
  if (number.find('.') != std::string::npos) {
    number.erase(number.find_last_not_of('0') + 1);
    if (number.back() == '.') number.pop_back();
  }
  return number + text.substr(space);
}

std::string size_tick(int decade) {
  return "1e" + std::to_string(decade);
}

class CharacterPlot {
 public:
  CharacterPlot(const LogPlot& plot, const std::pair<Decades, Decades>& decades,
                const TextStyle& style)
      : plot_(plot),
        x_(decades.first),
        y_(decades.second),
        style_(style),
        columns_(std::clamp<size_t>(style.width, 60, 100) - kTickWidth - 14),
        cells_(columns_ * kPlotRows) {}

  std::string run() {
    each_point(plot_, [&](const auto& point, size_t series, bool measured) {
      put(point, series, measured);
    });
    std::string out;
    for (size_t row = 0; row < kPlotRows; ++row)
      out += "  " + pad_left(label(row), kTickWidth) + " |" + line(row) + "\n";
    return out + axis() + legend();
  }

 private:
  struct Cell {
    char mark = ' ';
    size_t series = 0;
    bool measured = false;
  };

  size_t column_of(double x) const {
    return static_cast<size_t>(std::lround(x_.share(x) * static_cast<double>(columns_ - 1)));
  }
  size_t row_of(double y) const {
    return kPlotRows - 1 -
           static_cast<size_t>(std::lround(y_.share(y) * static_cast<double>(kPlotRows - 1)));
  }
  static char letter(size_t series, bool measured) {
    return static_cast<char>((measured ? 'A' : 'a') + static_cast<char>(series % kLetters));
  }

  // What is measured covers what is predicted; several of a kind in one place are a sign of
  // their own.
  void put(const std::pair<double, double>& point, size_t series, bool measured) {
    Cell& cell = cells_[row_of(point.second) * columns_ + column_of(point.first)];
    const bool is_taken = cell.mark != ' ' && cell.measured == measured && cell.series != series;
    cell = {is_taken ? (measured ? '*' : '.') : letter(series, measured), series, measured};
    (measured ? several_measured_ : several_predicted_) |= is_taken;
  }

  std::string label(size_t row) const {
    for (int decade = y_.first; decade <= y_.last; ++decade)
      if (row_of(std::pow(10.0, decade)) == row) return tick_text(decade, plot_.y_unit);
    return "";
  }

  const char* color(size_t series) const { return kHues[series % std::size(kHues)]; }

  std::string line(size_t row) const {
    std::string out;
    size_t blanks = 0;
    for (size_t column = 0; column < columns_; ++column) {
      const Cell& cell = cells_[row * columns_ + column];
      if (cell.mark == ' ') {
        ++blanks;
        continue;
      }
      out +=
          std::string(blanks, ' ') + paint(style_, color(cell.series), std::string(1, cell.mark));
      blanks = 0;
    }
    return out;
  }

  std::string axis() const {
    std::string ticks(columns_ + 4, ' ');
    for (int decade = x_.first; decade <= x_.last; ++decade) {
      const std::string text = size_tick(decade);
      const size_t column = column_of(std::pow(10.0, decade));
      ticks.replace(column, text.size(), text);
    }
    ticks.erase(ticks.find_last_not_of(' ') + 1);
    return "  " + pad_left(plot_.y_name, kTickWidth) + " +" + std::string(columns_, '-') + "\n" +
           std::string(kTickWidth + 4, ' ') + ticks + "  " + plot_.x_name + "\n";
  }

  std::string legend() const {
    bool predicted = false;
    std::vector<std::string> names;
    for (size_t i = 0; i < plot_.series.size(); ++i) {
      predicted |= !plot_.series[i].predicted.empty();
      names.push_back(std::string(1, letter(i, true)) + " " + plot_.series[i].name);
    }
    std::string out = join(names, ", ");
    if (predicted) out += "; small letters are predicted";
    if (several_measured_) out += "; * is several measured";
    if (several_predicted_) out += "; . several predicted";
    const size_t indent = kTickWidth + 4;
    return std::string(indent, ' ') + wrap_text(out, indent, style_.width) + "\n";
  }

  const LogPlot& plot_;
  Decades x_;
  Decades y_;
  const TextStyle& style_;
  size_t columns_;
  std::vector<Cell> cells_;
  bool several_measured_ = false;
  bool several_predicted_ = false;
};

class SvgPlot {
 public:
  SvgPlot(const LogPlot& plot, const std::pair<Decades, Decades>& decades)
      : plot_(plot), x_(decades.first), y_(decades.second) {}

  std::string run() {
    out_ =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 860 560\" width=\"860\" "
        "height=\"560\" role=\"img\">\n<title>" +
        svg_escaped(plot_.title) + "</title>\n" + std::string(svg_style()) +
        "<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n" +
        svg_text(kLeft, 34, plot_.title, " class=\"title\"") +
        svg_text(kLeft, 55, plot_.remark, " class=\"small\"");
    draw_grid();
    for (size_t i = 0; i < plot_.series.size(); ++i)
      draw_series(plot_.series[i], i);
    draw_legend();
    return out_ + "</svg>\n";
  }

 private:
  static constexpr double kLeft = 84;
  static constexpr double kRight = 680;
  static constexpr double kTop = 72;
  static constexpr double kBottom = 480;
  static constexpr size_t kSvgColors = 6;

  double at_x(double x) const { return kLeft + x_.share(x) * (kRight - kLeft); }
  double at_y(double y) const { return kBottom - y_.share(y) * (kBottom - kTop); }

  void draw_grid() {
    for (int decade = x_.first; decade <= x_.last; ++decade) {
      const double x = at_x(std::pow(10.0, decade));
      out_ +=
          svg_line("grid", x, kTop, x, kBottom) +
          svg_text(x, kBottom + 20, size_tick(decade), " text-anchor=\"middle\" class=\"small\"");
    }
    for (int decade = y_.first; decade <= y_.last; ++decade) {
      const double y = at_y(std::pow(10.0, decade));
      out_ += svg_line("grid", kLeft, y, kRight, y) +
              svg_text(kLeft - 8, y + 4, tick_text(decade, plot_.y_unit),
                       " text-anchor=\"end\" class=\"small\"");
    }
    out_ += svg_text((kLeft + kRight) / 2, kBottom + 46, plot_.x_name, " text-anchor=\"middle\"");
    const double middle = (kTop + kBottom) / 2;
    char turn[80];
    std::snprintf(turn, sizeof turn, " text-anchor=\"middle\" transform=\"rotate(-90 22 %.1f)\"",
                  middle);
    out_ += svg_text(22, middle, plot_.y_name, turn);
  }

  void draw_series(const LogSeries& series, size_t number) {
    const std::string color = "c" + std::to_string(number % kSvgColors);
    const std::pair<double, double>* before = nullptr;
    for (const auto& point : series.predicted) {
      if (!is_shown(point)) continue;
      if (before != nullptr) {
        out_ += svg_line("join " + color, at_x(before->first), at_y(before->second),
                         at_x(point.first), at_y(point.second));
      }
      before = &point;
    }
    draw_points(series.predicted, series.name + ", predicted", color, false);
    draw_points(series.measured, series.name + ", measured", color, true);
  }

  void draw_points(const std::vector<std::pair<double, double>>& points, const std::string& name,
                   const std::string& color, bool measured) {
    for (const auto& point : points) {
      if (!is_shown(point)) continue;
      out_ +=
          dot(at_x(point.first), at_y(point.second), color, measured) + "<title>" +
          svg_escaped(name + ", " + plot_.x_name + " " + std::to_string(std::llround(point.first)) +
                      ": " + si_text(point.second, plot_.y_unit)) +
          "</title></circle>\n";
    }
  }

  static std::string dot(double x, double y, const std::string& color, bool measured) {
    return "<circle class=\"" + (measured ? "point " + color : color) + "\"" +
           (measured ? " data-kind=\"measured\"" : " data-kind=\"predicted\" fill-opacity=\"0\"") +
           svg_attributes({{"cx", x}, {"cy", y}, {"r", measured ? 5 : 4}}) + ">";
  }

  void draw_legend() {
    double down = kTop + 8;
    const double left = kRight + 20;
    for (size_t i = 0; i < plot_.series.size(); ++i, down += 22) {
      out_ += dot(left + 6, down - 4, "c" + std::to_string(i % kSvgColors), true) + "</circle>\n" +
              svg_text(left + 20, down, plot_.series[i].name);
    }
    const bool predicted = std::any_of(plot_.series.begin(), plot_.series.end(),
                                       [](const LogSeries& s) { return !s.predicted.empty(); });
    if (!predicted) return;
    out_ += svg_text(left, down + 12, "filled: measured", " class=\"small\"") +
            svg_text(left, down + 30, "dashed: predicted", " class=\"small\"");
  }

  const LogPlot& plot_;
  Decades x_;
  Decades y_;
  std::string out_;
};

}  // namespace

std::string plot_log(const LogPlot& plot, const TextStyle& style) {
  const auto decades = decades_of(plot);
  return decades ? CharacterPlot(plot, *decades, style).run() : "";
}

std::string render_log_svg(const LogPlot& plot) {
  const auto decades = decades_of(plot);
  return decades ? SvgPlot(plot, *decades).run() : "";
}

}  // namespace kcast::report
