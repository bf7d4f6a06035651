// A number as fills, contracts and generated programs write it.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

namespace kcast {

// "3" of a whole number, else the fewest digits that give the same number again.
inline std::string number_text(double value) {
  char buffer[64];
  const bool is_whole = value == std::floor(value) && std::abs(value) < 1e15;
  const auto end = is_whole
                       ? std::to_chars(buffer, buffer + sizeof buffer, static_cast<int64_t>(value))
                       : std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, end.ptr};
}

}  // namespace kcast
