// An evaluation as CSV.
#pragma once

#include <string>

#include "eval/evaluate.h"

namespace kcast::eval {

// Every figure of the report.
std::string figures_csv(const EvalReport& report);

// Every row of the test side with its errors.
std::string rows_csv(const EvalInput& input);

}  // namespace kcast::eval
