// An evaluation as one page of HTML that needs nothing else: tables, pictures, and what went worst.
#pragma once

#include <string>

#include "base/result.h"
#include "eval/evaluate.h"

namespace kcast::workflow {

std::string report_page(const eval::EvalReport& report, const eval::EvalInput& input);

// Writes it as index.html of a folder.
Status write_report_page(const std::string& folder, const eval::EvalReport& report,
                         const eval::EvalInput& input);

}  // namespace kcast::workflow
