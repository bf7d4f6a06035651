#include "report/svg_parts.h"

#include <cstdio>

namespace kcast::report {

namespace {

constexpr const char* kStyle = R"(<style>
  text { font: 13px ui-sans-serif, system-ui, "Segoe UI", sans-serif; fill: #24292f; }
  .title { font-size: 18px; font-weight: 600; }
  .small { font-size: 12px; fill: #57606a; }
  .label { paint-order: stroke; stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round; }
  .back { fill: #ffffff; }
  .grid { stroke: #d0d7de; stroke-width: 1; }
  .frame { stroke: #57606a; stroke-width: 1; fill: none; }
  .roof { stroke: #24292f; stroke-width: 2; fill: none; }
  .nominal { stroke-dasharray: 7 5; stroke-width: 1.4; }
  .join { stroke-width: 1.6; stroke-dasharray: 2 3; fill: none; }
  .whisker { stroke-width: 2; opacity: 0.6; }
  .c0 { stroke: #0969da; fill: #0969da; } .c1 { stroke: #cf222e; fill: #cf222e; }
  .c2 { stroke: #1a7f37; fill: #1a7f37; } .c3 { stroke: #9a6700; fill: #9a6700; }
  .c4 { stroke: #8250df; fill: #8250df; } .c5 { stroke: #bf3989; fill: #bf3989; }
  .point { stroke: #ffffff; stroke-width: 1.2; }
  .point.frame { stroke: #57606a; fill: none; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .small { fill: #9da7b3; } .back { fill: #0d1117; }
    .label { stroke: #0d1117; }
    .grid { stroke: #30363d; } .frame { stroke: #9da7b3; } .roof { stroke: #e6edf3; }
    .c0 { stroke: #58a6ff; fill: #58a6ff; } .c1 { stroke: #ff7b72; fill: #ff7b72; }
    .c2 { stroke: #56d364; fill: #56d364; } .c3 { stroke: #e3b341; fill: #e3b341; }
    .c4 { stroke: #bc8cff; fill: #bc8cff; } .c5 { stroke: #ff9bce; fill: #ff9bce; }
    .point { stroke: #0d1117; } .point.frame { stroke: #9da7b3; fill: none; }
  }
</style>
)";

}  // namespace

std::string_view svg_style() {
  return kStyle;
}

std::string svg_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        // Control characters are not allowed in XML at all.
        if (static_cast<unsigned char>(c) >= 0x20) out += c;
    }
  }
  return out;
}

std::string svg_number(double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.1f", value);
  return buffer;
}

std::string svg_attributes(std::initializer_list<std::pair<const char*, double>> values) {
  std::string out;
  for (const auto& [name, value] : values)
    out += std::string(" ") + name + "=\"" + svg_number(value) + "\"";
  return out;
}

std::string svg_line(const std::string& style, double x1, double y1, double x2, double y2) {
  return "<line class=\"" + style + "\"" +
         svg_attributes({{"x1", x1}, {"y1", y1}, {"x2", x2}, {"y2", y2}}) + "/>\n";
}

std::string svg_text(double x, double y, std::string_view words, std::string_view more) {
  return "<text" + svg_attributes({{"x", x}, {"y", y}}) + std::string(more) + ">" +
         svg_escaped(words) + "</text>\n";
}

}  // namespace kcast::report
