// An evaluation as JSON.
#pragma once

#include <string>

#include "eval/evaluate.h"

namespace kcast::eval {

std::string report_json(const EvalReport& report);

}  // namespace kcast::eval
