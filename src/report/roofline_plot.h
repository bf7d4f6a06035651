// A roofline drawn with characters, for the terminal.
#pragma once

#include <cstddef>
#include <string>

#include "predict/roofline.h"

namespace kcast::report {

// What the terminal can show.
struct TextStyle {
  bool utf8 = false;
  bool color = false;
  size_t width = 80;  // columns
};

// `text` in an ANSI colour ("1;36"), or plain.
std::string paint(const TextStyle& style, const char* code, const std::string& text);

// Log-log; the best known roofs (measured where they are), points joined. Every line
// is indented by two blanks and ends with a newline.
std::string plot_roofline(const predict::Roofline& roofline, const TextStyle& style);

// The decades that a picture shows: from 10^first to 10^last.
struct PlotRange {
  int x_first = 0, x_last = 0;  // log10 of the intensity
  int y_first = 0, y_last = 0;  // log10 of GFLOP/s

  bool operator==(const PlotRange&) const = default;
};
PlotRange plot_range(const predict::Roofline& roofline);

}  // namespace kcast::report
