// The shortest time in which a GPU could do what a launch does.
#pragma once

#include "schema/gpu/gpu.h"
#include "schema/metrics.h"

namespace kcast {

// By nominal peaks; the time in `base` plays no part.
double roof_time_us(const BaseQuantities& base, const Gpu& gpu);

}  // namespace kcast
