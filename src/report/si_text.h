// Numbers as people read them: three digits and a prefix.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kcast::report {

// Three significant digits, without an exponent where that is short: 0.0123, 12.3, 1230.
std::string three_digits(double value);

// 12345678 "B" as "12.3 MB". Units that carry a prefix (GB/s, GFLOP/s) change it, time
// goes from us to ns, ms and s; percentages and FLOP/B have none.
std::string si_text(double value, std::string_view unit);

// "47.1 to 60.2 us": both ends in the unit of the larger one, unless they are far apart; "exact"
// where they agree.
std::string interval_text(double low, double high, std::string_view unit);

// Columns that a text takes on a terminal; bytes of UTF-8 are joined.
size_t display_width(std::string_view text);

// Breaks `text` at blanks to lines of `width` columns; lines after the first are
// indented. Words are never cut.
std::string wrap_text(std::string_view text, size_t indent, size_t width);

}  // namespace kcast::report
