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
  Offset,     // where something begins: offset, start, first
  Increment,  // from one element to the next: inc, step
  Seed,
  Mask,
  Flag,
  Batch,       // of few: batch, heads, groups
  Threads,     // of a block
  Blocks,      // of the grid
  ByteStride,  // of an axis, in bytes
  Other,       // nothing
};

// What the whole name says, if it is one that is used for nothing else; never a role after Radius.
ParameterRole role_of(std::string_view name);

// What the name or a word of it makes likely: "p.numRows", "in_offset", "blockSize".
ParameterRole likely_role(std::string_view name, std::string_view type);

// The axis that ends the name of a size or a stride: 1 of "ne01"; 0 without one.
int64_t axis_of(std::string_view name);

// True for float, double and the half types, bfloat16 too, and for vectors of them.
bool is_real_type(std::string_view type);

// A parameter that can be given as a number.
bool is_number(const Parameter& parameter);
// One that is given local memory by its size (OpenCL).
bool is_local(const Parameter& parameter);

}  // namespace kcast::launch
