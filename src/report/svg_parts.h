// Pieces of SVG pictures that are legible on light and on dark.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace kcast::report {

// A <style>: text, .title, .small, .back, .grid, .frame, .roof, .join, .whisker, .point, and six
// colours .c0 to .c5.
std::string_view svg_style();

// For XML: no markup, no control characters.
std::string svg_escaped(std::string_view text);

// One decimal.
std::string svg_number(double value);

std::string svg_attributes(std::initializer_list<std::pair<const char*, double>> values);

std::string svg_line(const std::string& style, double x1, double y1, double x2, double y2);

// `more` are further attributes.
std::string svg_text(double x, double y, std::string_view words, std::string_view more = "");

}  // namespace kcast::report
