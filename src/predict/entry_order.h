// The launches of a report: what share of the time each has, and which comes first.
#pragma once

#include <vector>

#include "predict/report.h"

namespace kcast::predict {

// Of the launches on one GPU.
void share_time(std::vector<LaunchPrediction>& entries);

// Launches by their time on the first GPU, longest first; the GPUs of one launch
// stay together where they chose the same launches.
void append_by_time(std::vector<std::vector<LaunchPrediction>>& by_gpu,
                    std::vector<LaunchPrediction>& out);

}  // namespace kcast::predict
