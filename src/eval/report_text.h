// An evaluation as tables for people.
#pragma once

#include <string>

#include "eval/evaluate.h"

namespace kcast::eval {

std::string report_text(const EvalReport& report);

}  // namespace kcast::eval
