// Expected counts against ncu's readings, and which opcodes a counter really counts.
#pragma once

#include <string>

#include "base/result.h"

namespace kcast::tools {

// classes.tsv, expected.tsv (tool checks), ncu's --csv --page raw. Launches in order.
Status compare_readings(const std::string& classes, const std::string& expected,
                        const std::string& readings);

}  // namespace kcast::tools
