// What a kernel's parameter is: by its type, and by what the name of an integer says.
#pragma once

#include <cstdint>
#include <string_view>

#include "schema/inspection.h"

namespace kcast::launch {

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

// True for float, double and the half types, bfloat16 too, and for vectors of them.
bool is_real_type(std::string_view type);

// A parameter that can be given as a number.
bool is_number(const Parameter& parameter);
// One that is given local memory by its size (OpenCL).
bool is_local(const Parameter& parameter);

}  // namespace kcast::launch
