// What clients with views of their own get: the notification kcast/status and the answers of the
// kcast/ requests (docs/editors.md).
#pragma once

#include <string>

#include "predict/compare.h"
#include "serve/lsp/protocol.h"
#include "serve/lsp/shown.h"

namespace kcast::lsp {

Json kernel_status_json(const Shown& shown, const ShownKernel& kernel);
Json kernels_json(const Shown& shown);

// The object of kcast predict --json.
Json report_json(const predict::PredictReport& report, const std::vector<Gpu>& gpus);
Json rooflines_json(const predict::PredictReport& report, const std::vector<Gpu>& gpus);
Json line_shares_json(const Shown& shown, const std::string& kernel);

// A report with the entries of one kernel alone; all where `kernel` is empty.
predict::PredictReport only_kernel(const predict::PredictReport& report, const std::string& kernel);

// Of kcast/diff, without the document.
Json diff_json(const predict::PredictReport& before, const predict::PredictReport& after,
               const std::vector<Gpu>& gpus);

Json gpus_json();

// Of kcast/launch: how a launch is predicted now.
Json launch_json(const predict::LaunchPrediction& entry);

}  // namespace kcast::lsp
