// Instruction rates, latencies and compute peaks.
#pragma once

#include <cstddef>

#include "base/result.h"
#include "collect/cuda/device.h"
#include "collect/cuda/roofline/readings.h"
#include "schema/gpu/gpu.h"

namespace kcast::collect {

size_t peak_steps();
Status measure_peaks(CudaDevice& device, const Gpu& gpu, const KeepGoing& keep_going,
                     RooflineReadings& readings);
Status measure_instructions(CudaDevice& device, const Gpu& gpu, const KeepGoing& keep_going,
                            RooflineReadings& readings);

}  // namespace kcast::collect
