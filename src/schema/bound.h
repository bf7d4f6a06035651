// The roofline class of a launch: what it is bound by.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kcast {

enum class Bound : uint8_t { None, Bandwidth, Compute };  // None: not known or not said

// "bandwidth", "compute"; empty for None.
inline std::string to_text(Bound bound) {
  switch (bound) {
    case Bound::Bandwidth:
      return "bandwidth";
    case Bound::Compute:
      return "compute";
    case Bound::None:
      break;
  }
  return "";
}

inline std::optional<Bound> bound_named(std::string_view text) {
  for (const Bound bound : {Bound::None, Bound::Bandwidth, Bound::Compute})
    if (to_text(bound) == text) return bound;
  return std::nullopt;
}

}  // namespace kcast
