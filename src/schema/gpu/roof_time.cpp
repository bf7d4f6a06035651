#include "schema/gpu/roof_time.h"

#include <algorithm>

namespace kcast {

double roof_time_us(const BaseQuantities& base, const Gpu& gpu) {
  const auto at = [](double amount, double per_ns) {
    return per_ns > 0 ? amount / per_ns / 1000 : 0;
  };
  return std::max({at(base.flops_fp16, gpu.peaks.fp16_gflops),
                   at(base.flops_fp32,
                      std::max(gpu.peaks.fp32_gflops, gpu.peaks.fp32_packed_gflops.value_or(0))),
                   at(base.flops_fp64, gpu.peaks.fp64_gflops),
                   at(base.flops_tensor, gpu.peaks.tensor_fp16_gflops),
                   at(base.l1_bytes, gpu.bandwidth.l1_gbs),
                   at(base.l2_bytes, gpu.bandwidth.l2_gbs.value_or(0)),
                   at(base.hbm_read_bytes + base.hbm_write_bytes, gpu.bandwidth.dram_gbs)});
}

}  // namespace kcast
