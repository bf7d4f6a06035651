// What the name of a number says it is.
#pragma once

#include <cstdint>
#include <string_view>

#include "schema/default_sizes.h"

namespace kcast {

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
  Part,        // elements of a group, a tile, a head
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

// A length, or the extent of an axis.
bool is_size(ParameterRole role);

// A number that a variable of host code in this role often has, where `sizes` of them together
// make up the problem.
int64_t usual_value(ParameterRole role, int sizes, const DefaultSizes& problem);

}  // namespace kcast
