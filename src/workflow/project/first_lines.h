// What a user must know before the first number: what was not found, not known, or taken from
// elsewhere.
#pragma once

#include <string>
#include <vector>

#include "frontend/request.h"
#include "predict/report.h"

namespace kcast::workflow {

// Each thing once, with its remedy. Errors that no prediction needs are counted, not listed.
std::vector<std::string> first_lines(const predict::PredictReport& report,
                                     const frontend::InspectRequest& source);

}  // namespace kcast::workflow
