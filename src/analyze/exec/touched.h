// Which part of its buffers a small launch touches, found by running all of its blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "schema/sample.h"

namespace kcast::analyze {
class PreparedKernel;
}  // namespace kcast::analyze

namespace kcast::exec {

// Bytes from where the argument points; negative before it.
struct TouchedRange {
  bool touched = false;
  int64_t first_byte = 0;
  int64_t end_byte = 0;

  bool operator==(const TouchedRange&) const = default;
};

// One range per argument; scalars are never touched. Every block is run, so the launch must be
// small: an error says when the budget does not suffice, or when an access lies outside of every
// buffer. Give the buffers more room than they need.
Result<std::vector<TouchedRange>> touched_ranges(const analyze::PreparedKernel& kernel,
                                                 const Launch& launch, int32_t warp_width);

}  // namespace kcast::exec
