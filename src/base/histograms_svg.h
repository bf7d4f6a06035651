// Histograms as a picture, several in rows of four.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace kcast {

// What is no number, and what is not positive on a logarithmic axis, is left out. Other axes go
// from 0 to 1, or to 100 where a value is over 1.5.
struct HistogramPanel {
  std::string name;
  std::string unit;
  bool logarithmic = true;
  std::vector<double> values;  // bars: the share of them in each place
  std::vector<double> others;  // a line over the bars; may be empty
};

// The remark stands under the title.
std::string histograms_svg(std::span<const HistogramPanel> panels, const std::string& title,
                           const std::string& remark);

}  // namespace kcast
