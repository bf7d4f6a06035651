// What the terminal behind stdout can show.
#pragma once

#include <functional>
#include <string_view>

#include "report/roofline_plot.h"

namespace kcast::report {

// A file or pipe gets plain ASCII of 100 columns, the same everywhere. A terminal gets
// its width, UTF-8 if the locale says so, and colours unless NO_COLOR is set.
TextStyle stdout_style();

// The rule alone; `variable` looks up the environment and may return null.
using Environment = std::function<const char*(const char*)>;
TextStyle text_style(bool is_terminal, size_t width, const Environment& variable);

}  // namespace kcast::report
