// Small text helpers that the standard library lacks in C++20 on g++ 12.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kcast {

std::string join(std::span<const std::string> parts, std::string_view separator);
std::vector<std::string> split(std::string_view text, char separator);

// Words of a command line: separated by blanks; '...' and "..." keep blanks, \ escapes.
std::vector<std::string> split_words(std::string_view text);

std::string_view trim(std::string_view text);
std::string to_lower(std::string_view text);

// The whole text as a decimal or 0x number; nothing when anything is left over.
std::optional<int64_t> parse_int(std::string_view text);

// Number of single-character edits between two words, for "did you mean".
size_t edit_distance(std::string_view a, std::string_view b);

// The candidate nearest to `word`, if it is near enough to be a typing error.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

// Left- or right-aligned in a column; longer text is not cut.
std::string pad_right(std::string_view text, size_t width);
std::string pad_left(std::string_view text, size_t width);

// A number with a fixed count of decimals, or with so many significant digits.
std::string format_number(double value, int decimals);
std::string format_digits(double value, int digits);

}  // namespace kcast
