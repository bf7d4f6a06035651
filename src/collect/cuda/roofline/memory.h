// Bandwidths, latencies, atomics, launch costs and the tensor peak.
#pragma once

#include <cstddef>

#include "base/result.h"
#include "collect/cuda/device.h"
#include "collect/cuda/roofline/readings.h"
#include "schema/gpu/gpu.h"

namespace kcast::collect {

size_t memory_steps();
Status measure_memory(CudaDevice& device, const Gpu& gpu, const KeepGoing& keep_going,
                      RooflineReadings& readings);

}  // namespace kcast::collect
