// Finds those of many that cannot be lowered, with few trials.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "schema/inspection.h"

namespace kcast::frontend {

// Why a kernel was not lowered, as the search found it.
inline constexpr std::string_view kBackEndFails = "the compiler's back end fails on it";
inline constexpr std::string_view kFailsTogether =
    "the compiler's back end fails on it or on a kernel beside it";
inline constexpr std::string_view kNotTried =
    "not tried, since the compiler's back end fails on too much beside it";

struct CrashSearchResult {
  std::vector<size_t> failed;
  std::vector<size_t>
      suspect;  // they failed with others, and trials ended before it was told which
  std::vector<size_t> untried;  // trials ended before
};

// `try_range(first, last)`: whether those of the range can be lowered together.
// `may_go_on`: false when a trial has used up what the next one needs.
// Ranges that fail are cut into sixteen, so that trials take about as much work as lowering all of
// them a few times; their number is bounded.
CrashSearchResult search_crashes(size_t count, const std::function<bool(size_t, size_t)>& try_range,
                                 const std::function<bool()>& may_go_on);

// Tells each of the kernels that were searched what was found.
void say_crashes(const CrashSearchResult& found, std::span<Kernel* const> kernels);

}  // namespace kcast::frontend
