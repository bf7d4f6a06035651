// A table for a terminal: the first column to the left, the others to the right.
#pragma once

#include <string>
#include <vector>

namespace kcast::eval {

struct TextTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  bool ends_in_text = false;  // the last column is to the left, too
};

// Columns are as wide as their widest cell; rows may be shorter than the header.
std::string render_table(const TextTable& table);

// "93.4", "-" for NaN.
std::string percent_cell(double share);
std::string number_cell(double value, int decimals);

}  // namespace kcast::eval
