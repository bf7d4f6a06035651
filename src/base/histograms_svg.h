// Histograms as a picture, several in rows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kcast {

// What is no number is left out, and so is what is not positive on a logarithmic axis; the panel
// says how much of it there is. The outermost 0.05 % of many values are drawn at the ends of the
// axis.
struct HistogramPanel {
  std::string name;
  std::string unit;
  bool logarithmic = true;
  std::vector<double> values;  // bars: the share of them in each place
  std::vector<double> others;  // a line over the bars; may be empty
  // Of an axis that is not logarithmic: from about the least to the most. Otherwise it goes from 0
  // to 1, or to 100 where a value is over 1.5.
  bool fitted = false;
};

struct HistogramLayout {
  int across = 4;
  double panel_width = 250;  // with the space around it
  double panel_height = 160;
};

// The remark stands under the title. Light or dark as the reader's system is.
std::string histograms_svg(std::span<const HistogramPanel> panels, const std::string& title,
                           const std::string& remark, const HistogramLayout& layout = {});

}  // namespace kcast
