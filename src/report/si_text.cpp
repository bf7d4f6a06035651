#include "report/si_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "base/text.h"

namespace kcast::report {

namespace {

struct Scale {
  double factor;  // units of the metric per unit that is shown
  std::string unit;
};

// The prefix for a value of plain units: 1.2e7 "B" is shown in "MB".
Scale prefixed(double value, const std::string& unit) {
  static constexpr struct {
    double factor;
    const char* prefix;
  } kPrefixes[] = {{1e18, "E"}, {1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
  for (const auto& [factor, prefix] : kPrefixes) {
    // What three digits would show as 1000 of a unit is 1 of the next.
    if (std::abs(value) >= factor * 0.9995) return {factor, prefix + unit};
  }
  return {1, unit};
}

Scale scale_of(double value, std::string_view unit) {
  if (unit == "us") {
    if (std::abs(value) >= 0.9995e6) return {1e6, "s"};
    if (std::abs(value) >= 0.9995e3) return {1e3, "ms"};
    if (value == 0 || std::abs(value) >= 0.9995) return {1, "us"};
    return {1e-3, "ns"};
  }
  if (unit == "GB/s" || unit == "GFLOP/s" || unit == "GOP/s") {
    Scale scale = prefixed(value * 1e9, std::string(unit.substr(1)));
    scale.factor /= 1e9;
    return scale;
  }
  if (unit == "B" || unit == "FLOP" || unit == "op") return prefixed(value, std::string(unit));
  return {1, std::string(unit)};
}

std::string with_unit(const std::string& number, const std::string& unit) {
  return unit.empty() ? number : number + " " + unit;
}

}  // namespace

std::string three_digits(double value) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char buffer[64];
  const double size = std::abs(value);
  if (size != 0 && (size < 1e-4 || size >= 1e7)) {
    std::snprintf(buffer, sizeof buffer, "%.3g", value);
    return buffer;
  }
  int decimals = 2;
  if (size >= 99.95) {
    decimals = 0;
  } else if (size >= 9.995) {
    decimals = 1;
  } else if (size > 0 && size < 0.9995) {
    decimals = 2 - static_cast<int>(std::floor(std::log10(size)));
  }
  std::snprintf(buffer, sizeof buffer, "%.*f", decimals, value);
  return size == 0 ? "0" : buffer;
}

std::string si_text(double value, std::string_view unit) {
  const Scale scale = scale_of(value, unit);
  return with_unit(three_digits(value / scale.factor), scale.unit);
}

std::string interval_text(double low, double high, std::string_view unit) {
  const Scale scale = scale_of(high, unit);
  const std::string from = three_digits(low / scale.factor);
  const std::string to = three_digits(high / scale.factor);
  if (low == high) return "exact";
  if (from == to) return with_unit("about " + to, scale.unit);
  const bool far_apart = low > 0 && low / scale.factor < 0.01;
  if (far_apart && scale_of(low, unit).unit != scale.unit)
    return si_text(low, unit) + " to " + si_text(high, unit);
  return with_unit(from + " to " + to, scale.unit);
}

size_t display_width(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

std::string wrap_text(std::string_view text, size_t indent, size_t width) {
  std::string out;
  size_t column = indent;
  bool first = true;
  for (const std::string& word : split(text, ' ')) {
    if (!first && column + 1 + display_width(word) > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (!first) {
      out += " ";
      ++column;
    }
    out += word;
    column += display_width(word);
    first = false;
  }
  return out;
}

}  // namespace kcast::report
