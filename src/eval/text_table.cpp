#include "eval/text_table.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace kcast::eval {

std::string render_table(const TextTable& table) {
  std::vector<std::vector<std::string>> lines = {table.header};
  lines.insert(lines.end(), table.rows.begin(), table.rows.end());
  std::vector<size_t> widths;
  for (const auto& line : lines) {
    widths.resize(std::max(widths.size(), line.size()));
    for (size_t i = 0; i < line.size(); ++i)
      widths[i] = std::max(widths[i], line[i].size());
  }
  std::string out;
  for (const auto& line : lines) {
    std::string text = "  ";
    for (size_t i = 0; i < line.size(); ++i) {
      const bool is_text = i == 0 || (table.ends_in_text && i + 1 == widths.size());
      text += i > 0 ? "  " : "";
      text += is_text ? pad_right(line[i], widths[i]) : pad_left(line[i], widths[i]);
    }
    while (text.ends_with(' '))
      text.pop_back();
    out += text + "\n";
  }
  return out;
}

std::string percent_cell(double share) {
  return number_cell(100 * share, 1);
}

std::string number_cell(double value, int decimals) {
  return std::isnan(value) ? "-" : format_number(value, decimals);
}

}  // namespace kcast::eval
