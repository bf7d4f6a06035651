// Which head answers, and how it is trained.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kcast::train {

enum class HeadKind { Language, Regression, Hybrid, Class };

struct HeadConfig {
  HeadKind kind = HeadKind::Language;
  std::string pooling = "last";      // or "mean"
  std::vector<int64_t> hidden = {};  // widths of the MLP's hidden layers
  std::string loss = "mse";          // or "quantile"
  std::vector<double> quantiles = {0.05, 0.5, 0.95};
};

}  // namespace kcast::train
