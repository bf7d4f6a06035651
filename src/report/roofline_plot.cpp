#include "report/roofline_plot.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "base/text.h"
#include "report/si_text.h"

namespace kcast::report {

namespace {

constexpr size_t kRows = 15;
constexpr size_t kLabelWidth = 8;  // of the y axis
constexpr int kMaxDecades = 12;

// A field of characters in which lines are drawn in fine dots: 2 x 4 per character
// as braille, or one per character in ASCII.
class Canvas {
 public:
  Canvas(size_t columns, size_t rows, const TextStyle& style)
      : columns_(columns),
        rows_(rows),
        style_(style),
        dots_(columns * rows),
        cells_(columns * rows) {}

  int dots_x() const { return static_cast<int>(columns_) * (style_.utf8 ? 2 : 1); }
  int dots_y() const { return static_cast<int>(rows_) * (style_.utf8 ? 4 : 1); }

  // (0, 0) is the lower left dot.
  void dot(int x, int y) {
    if (x < 0 || y < 0 || x >= dots_x() || y >= dots_y()) return;
    const int down = dots_y() - 1 - y;
    const size_t column = static_cast<size_t>(x / (style_.utf8 ? 2 : 1));
    const size_t row = static_cast<size_t>(down / (style_.utf8 ? 4 : 1));
    static constexpr uint8_t kBits[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
    dots_[row * columns_ + column] |= style_.utf8 ? kBits[down % 4][x % 2] : uint8_t{1};
  }

  void put(size_t column, size_t row, const std::string& text, const char* color) {
    if (column < columns_ && row < rows_) cells_[row * columns_ + column] = {text, color};
  }

  // Characters of ASCII, one cell each.
  void write(size_t column, size_t row, const std::string& text, const char* color) {
    for (size_t i = 0; i < text.size(); ++i)
      put(column + i, row, std::string(1, text[i]), color);
  }

  bool is_free(size_t column, size_t row, size_t length) const {
    if (column + length > columns_ || row >= rows_) return false;
    for (size_t i = column; i < column + length; ++i) {
      if (!cells_[row * columns_ + i].text.empty()) return false;
    }
    return true;
  }

  std::string line(size_t row) const {
    std::string out;
    for (size_t column = 0; column < columns_; ++column) {
      const Cell& cell = cells_[row * columns_ + column];
      const uint8_t dots = dots_[row * columns_ + column];
      if (!cell.text.empty()) {
        // Neighbours of one colour share its escape sequence.
        std::string run = cell.text;
        while (column + 1 < columns_ && !cells_[row * columns_ + column + 1].text.empty() &&
               cells_[row * columns_ + column + 1].color == cell.color) {
          run += cells_[row * columns_ + ++column].text;
        }
        out += paint(style_, cell.color, run);
      } else if (dots == 0) {
        out += " ";
      } else if (!style_.utf8) {
        out += ".";
      } else {
        // U+2800 plus the dots, in UTF-8.
        const char bytes[] = {'\xE2', static_cast<char>(0xA0 + (dots >> 6)),
                              static_cast<char>(0x80 + (dots & 0x3F))};
        out.append(bytes, 3);
      }
    }
    return out.erase(out.find_last_not_of(' ') + 1);
  }

 private:
  struct Cell {
    std::string text;
    const char* color = "";
  };
  size_t columns_;
  size_t rows_;
  const TextStyle& style_;
  std::vector<uint8_t> dots_;
  std::vector<Cell> cells_;
};

struct Mark {
  const char* ascii;
  const char* utf8;
  const char* color;
};

Mark mark_of(const std::string& level) {
  if (level == "L1") return {"o", "\u25cb", "1;34"};
  if (level == "L2") return {"x", "\u25a1", "1;33"};
  return {"@", "\u25cf", "1;31"};
}

// One roof of each name: the measured one where there is one.
std::vector<predict::Roof> best_roofs(const std::vector<predict::Roof>& roofs) {
  std::vector<predict::Roof> out;
  for (const predict::Roof& roof : roofs) {
    const auto same = std::find_if(out.begin(), out.end(), [&](const predict::Roof& other) {
      return other.name == roof.name;
    });
    if (same == out.end()) {
      out.push_back(roof);
    } else if (roof.measured) {
      *same = roof;
    }
  }
  return out;
}

double peak_of(const std::vector<predict::Roof>& roofs) {
  double peak = 0;
  for (const predict::Roof& roof : roofs)
    peak = std::max(peak, roof.gops);
  return peak;
}

class Plot {
 public:
  Plot(const predict::Roofline& roofline, const TextStyle& style)
      : roofline_(roofline),
        style_(style),
        range_(plot_range(roofline)),
        roofs_(best_roofs(roofline.roofs)),
        columns_(std::clamp<size_t>(style.width, 60, 100) - kLabelWidth - 14),
        canvas_(columns_, kRows, style) {}

  std::string run() {
    draw_roofs();
    draw_points();
    std::string out;
    const char* bar = style_.utf8 ? "\u2502" : "|";
    for (size_t row = 0; row < kRows; ++row) {
      out += "  " + pad_left(y_label(row), kLabelWidth) + " " + paint(style_, "2", bar) +
             canvas_.line(row) + "\n";
    }
    return out + axis() + legend();
  }

 private:
  // Position of a value along an axis, 0 to 1 within the picture.
  static double along(double value, int first, int last) {
    return (std::log10(value) - first) / (last - first);
  }
  int dot_x(double intensity) const {
    return static_cast<int>(
        std::lround(along(intensity, range_.x_first, range_.x_last) * (canvas_.dots_x() - 1)));
  }
  int dot_y(double gops) const {
    return static_cast<int>(
        std::lround(along(gops, range_.y_first, range_.y_last) * (canvas_.dots_y() - 1)));
  }
  size_t column_of(double intensity) const {
    return static_cast<size_t>(std::clamp(dot_x(intensity), 0, canvas_.dots_x() - 1) /
                               (style_.utf8 ? 2 : 1));
  }
  size_t row_of(double gops) const {
    const int y = std::clamp(dot_y(gops), 0, canvas_.dots_y() - 1);
    return static_cast<size_t>((canvas_.dots_y() - 1 - y) / (style_.utf8 ? 4 : 1));
  }
  double intensity_at(int x) const {
    const double share = static_cast<double>(x) / (canvas_.dots_x() - 1);
    return std::pow(10.0, range_.x_first + share * (range_.x_last - range_.x_first));
  }

  void draw_roofs() {
    const double peak = peak_of(roofs_);
    for (const predict::Roof& roof : roofs_) {
      if (roof.gops > 0) {
        draw_flat(roof);
        continue;
      }
      for (int x = 0; x < canvas_.dots_x(); ++x) {
        const double height = roof.gbs * intensity_at(x);
        if (height <= peak) canvas_.dot(x, dot_y(height));
      }
      label_slope(roof, peak);
    }
  }

  // From where the steepest slope reaches it.
  void draw_flat(const predict::Roof& roof) {
    double widest = 0;
    for (const predict::Roof& other : roofs_)
      widest = std::max(widest, other.gbs);
    for (int x = 0; x < canvas_.dots_x(); ++x) {
      if (widest * intensity_at(x) >= roof.gops) canvas_.dot(x, dot_y(roof.gops));
    }
    const std::string text = roof.name + " " + si_text(roof.gops, gops_unit());
    const size_t row = row_of(roof.gops);
    if (row > 0 && text.size() < columns_) {
      canvas_.write(columns_ - text.size(), row - 1, text, "2");
    }
  }

  // The name lies on its line, a little inside the picture.
  void label_slope(const predict::Roof& roof, double peak) {
    for (int x = canvas_.dots_x() / 24; x < canvas_.dots_x(); ++x) {
      const double height = roof.gbs * intensity_at(x);
      if (height > peak) return;
      if (dot_y(height) < 0) continue;
      const size_t column = column_of(intensity_at(x));
      const size_t row = row_of(height);
      if (row + 1 < kRows && canvas_.is_free(column, row, roof.name.size())) {
        canvas_.write(column, row, roof.name, "1");
        return;
      }
    }
  }

  std::string gops_unit() const { return roofline_.unit == "FLOP" ? "GFLOP/s" : "GOP/s"; }

  void draw_points() {
    const size_t row = row_of(roofline_.gops);
    size_t first = columns_;
    size_t last = 0;
    for (const predict::RooflinePoint& point : roofline_.points) {
      first = std::min(first, column_of(point.intensity));
      last = std::max(last, column_of(point.intensity));
    }
    for (size_t column = first; column <= last; ++column)
      canvas_.put(column, row, style_.utf8 ? "\u2500" : "-", "2");
    for (const predict::RooflinePoint& point : roofline_.points) {
      const Mark mark = mark_of(point.level);
      canvas_.put(column_of(point.intensity), row, style_.utf8 ? mark.utf8 : mark.ascii,
                  mark.color);
    }
  }

  // Powers of ten where they fall.
  std::string y_label(size_t row) const {
    for (int decade = range_.y_first; decade <= range_.y_last; ++decade) {
      const double gops = std::pow(10.0, decade);
      if (row_of(gops) == row) return tick(gops * 1e9);
    }
    return "";
  }

  // "10 T" for 1e13.
  static std::string tick(double value) {
    std::string text = si_text(value, "B");
    text.pop_back();  // the unit; the prefix stays
    return without_zeros(std::string(trim(text)));
  }

  // 1.00 and 0.100 read worse than 1 and 0.1 on an axis.
  static std::string without_zeros(const std::string& text) {
    const size_t end = std::min(text.find(' '), text.size());
    std::string number = text.substr(0, end);
    if (number.find('.') != std::string::npos) {
      number.erase(number.find_last_not_of('0') + 1);
      if (number.back() == '.') number.pop_back();
    }
    return number + text.substr(end);
  }

  std::string axis() const {
    const char* corner = style_.utf8 ? "\u2514" : "+";
    const char* dash = style_.utf8 ? "\u2500" : "-";
    std::string line;
    for (size_t i = 0; i < columns_; ++i)
      line += dash;
    std::string labels(columns_ + 12, ' ');
    for (int decade = range_.x_first; decade <= range_.x_last; ++decade) {
      const std::string text = without_zeros(three_digits(std::pow(10.0, decade)));
      const size_t column = column_of(std::pow(10.0, decade));
      for (size_t i = 0; i < text.size(); ++i)
        labels[column + i] = text[i];
    }
    const std::string indent(kLabelWidth + 4, ' ');
    const std::string unit = roofline_.unit + "/B";
    std::string shown = labels.erase(labels.find_last_not_of(' ') + 1);
    return "  " + pad_left(roofline_.unit + "/s", kLabelWidth) + " " +
           paint(style_, "2", corner + line) + "\n" + indent + shown + "  " + unit + "\n";
  }

  std::string legend() const {
    std::string out;
    for (auto point = roofline_.points.rbegin(); point != roofline_.points.rend(); ++point) {
      const Mark mark = mark_of(point->level);
      out += (out.empty() ? "" : "   ") +
             paint(style_, mark.color, style_.utf8 ? mark.utf8 : mark.ascii) + " " + point->level +
             " " + three_digits(point->intensity);
    }
    out = "  " + std::string(kLabelWidth + 2, ' ') + out + " " + roofline_.unit + "/B at " +
          si_text(roofline_.gops, gops_unit()) + "\n";
    std::vector<std::string> names;
    for (const predict::Roof& roof : roofs_) {
      names.push_back(
          roof.name + " " +
          (roof.gops > 0 ? si_text(roof.gops, gops_unit()) : si_text(roof.gbs, "GB/s")) +
          (roof.measured ? " (measured)" : ""));
    }
    const size_t indent = kLabelWidth + 4;
    return out + std::string(indent, ' ') +
           paint(style_, "2", wrap_text("roofs: " + join(names, ", "), indent, style_.width)) +
           "\n";
  }

  const predict::Roofline& roofline_;
  const TextStyle& style_;
  PlotRange range_;
  std::vector<predict::Roof> roofs_;
  size_t columns_;
  Canvas canvas_;
};

}  // namespace

std::string paint(const TextStyle& style, const char* code, const std::string& text) {
  if (!style.color || *code == '\0' || text.empty()) return text;
  return "\x1b[" + std::string(code) + "m" + text + "\x1b[0m";
}

PlotRange plot_range(const predict::Roofline& roofline) {
  const double peak = std::max(peak_of(roofline.roofs), roofline.gops);
  double least = roofline.points.empty() ? 1 : roofline.points[0].intensity;
  double most = least;
  for (const predict::RooflinePoint& point : roofline.points) {
    least =
        std::min({least, point.intensity, point.intensity_low > 0 ? point.intensity_low : least});
    most = std::max(most, std::isfinite(point.intensity_high) ? point.intensity_high : most);
  }
  // The ridge of the lowest slope belongs into the picture.
  for (const predict::Roof& roof : roofline.roofs) {
    if (roof.gbs > 0) most = std::max(most, peak / roof.gbs);
  }
  const auto floor10 = [](double v) { return static_cast<int>(std::floor(std::log10(v))); };
  const auto ceil10 = [](double v) { return static_cast<int>(std::ceil(std::log10(v))); };
  PlotRange range;
  range.x_last = std::clamp(ceil10(most * 1.3), -8, 12);
  range.x_first = std::clamp(std::min(floor10(least / 2), range.x_last - 3),
                             range.x_last - kMaxDecades, range.x_last - 1);
  range.y_last = std::clamp(ceil10(peak * 1.3), -8, 12);
  range.y_first = std::clamp(std::min(floor10(roofline.gops / 2), range.y_last - 3),
                             range.y_last - kMaxDecades, range.y_last - 1);
  return range;
}

std::string plot_roofline(const predict::Roofline& roofline, const TextStyle& style) {
  return Plot(roofline, style).run();
}

}  // namespace kcast::report
