// The predictions of several programs as one report.
#pragma once

#include <vector>

#include "predict/report.h"

namespace kcast::workflow {

// Shares of time are those of all programs together; on one GPU the longest come first.
predict::PredictReport merge_reports(std::vector<predict::PredictReport> reports);

}  // namespace kcast::workflow
