// Measures a GPU's ceilings with micro-kernels: rates, bandwidths, latencies.
#pragma once

#include <cstddef>

#include "base/result.h"
#include "collect/cuda/device.h"
#include "collect/cuda/roofline/readings.h"
#include "schema/gpu/gpu.h"

namespace kcast::collect {

// How many steps there are, for a progress bar.
size_t roofline_steps();

// `gpu` gives the nominal peaks: nothing may be above them by more than 5 %.
Result<RooflineReadings> measure_roofline(CudaDevice& device, const Gpu& gpu,
                                          const KeepGoing& keep_going);

}  // namespace kcast::collect
