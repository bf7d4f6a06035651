// What the name of an integer parameter says about it.
#pragma once

#include <cstdint>
#include <string_view>

namespace kcast::predict {

enum class ParameterRole : uint8_t {
  Length,  // elements: n, size, count
  Width,
  Height,
  Depth,
  Extent,  // along some axis: m, k, dim
  Pitch,
  Bins,
  Rounds,
  Radius,
  Other,  // nothing
};

ParameterRole role_of(std::string_view name);

}  // namespace kcast::predict
