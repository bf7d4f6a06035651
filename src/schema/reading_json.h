// Readings as JSON. A header, because collectors use it without the other codecs.
#pragma once

#include "schema/json_codec.h"
#include "schema/reading.h"

namespace kcast {

KCAST_JSON(BaseQuantities, time_us, flops_fp16, flops_fp32, flops_fp64, flops_tensor, int_ops,
           l1_bytes, l2_bytes, hbm_read_bytes, hbm_write_bytes, l1_hit_rate_pct, l2_hit_rate_pct)
KCAST_JSON(LaunchReading, values, times_us, sm_clock_mhz, memory_clock_mhz, registers,
           static_shared_bytes, local_bytes)

}  // namespace kcast
