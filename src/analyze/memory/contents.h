// What L2 holds, as a description that outlives the model: stretches of buffers with the share of
// their lines that is there.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/exec/trace.h"
#include "analyze/memory/l2.h"
#include "schema/gpu/l2_contents.h"

namespace kcast::memory {

// Puts the lines there whose numbers are multiples of `sampling`. Buffers of other
// launches lie behind `extents`.
void put_contents(const L2Contents& contents, const std::vector<exec::Extent>& extents,
                  uint64_t sampling, L2Model& model);

// The other way round. `before` says which buffers of other launches there are; null: none.
L2Contents contents_of(const L2Model& model, const std::vector<exec::Extent>& extents,
                       const L2Contents* before, uint64_t sampling);

}  // namespace kcast::memory
