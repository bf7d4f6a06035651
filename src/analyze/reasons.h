// What decides a prediction, said in sentences with the source line that causes it.
#pragma once

#include <vector>

#include "schema/features.h"
#include "schema/gpu/gpu.h"
#include "schema/sample.h"

namespace kcast::analyze {

// The most important first; at most `limit`.
std::vector<Reason> explain(const Features& features, const Gpu& gpu,
                            const std::vector<BottleneckTerm>& terms, size_t limit = 6);

}  // namespace kcast::analyze
