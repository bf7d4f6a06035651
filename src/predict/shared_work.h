// Launches that share the work of a request with very many others. Few of their blocks are
// followed, and not to the end, which misses a part of the work in much the same way for all
// launches of a kernel: one of them is followed as far as it would be alone, and the others are
// scaled by what that changed.
#pragma once

#include "schema/gpu/gpu.h"
#include "schema/metrics.h"
#include "schema/sample.h"

namespace kcast::predict {

// One launch, followed for a short while and as far as it would be alone.
struct FollowedTwice {
  BaseQuantities little;
  BaseQuantities whole;
};

// `same_kernel`: null where no launch of the kernel was followed twice. Widens the intervals, and
// says why.
void scale_from_few_blocks(const FollowedTwice* same_kernel, const Gpu& gpu,
                           Prediction& prediction);

}  // namespace kcast::predict
