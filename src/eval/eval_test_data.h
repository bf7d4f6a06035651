// Rows with few numbers, for tests that compute by hand.
#pragma once

#include <string>

#include "eval/rows.h"

namespace kcast::eval {

// Ridges: fp32 10, fp64 5, integer 2.5 operations per byte.
inline Gpu round_gpu() {
  Gpu gpu;
  gpu.id = "round";
  gpu.peaks.fp32_gflops = 10000;
  gpu.peaks.fp64_gflops = 5000;
  gpu.peaks.int32_gops = 2500;
  gpu.bandwidth = {20000, 20000, 4000, std::nullopt, 1000};
  return gpu;
}

struct Numbers {
  double time_us = 1;
  double flops = 0;
  double int_ops = 0;
  double hbm_bytes = 1000;
  double l1_hit = 0;
};

// 1000 bytes in 1 us are 1 GB/s. All traffic is read, and the same at every level.
inline BaseQuantities base_of(const Numbers& numbers) {
  BaseQuantities base;
  base.time_us = numbers.time_us;
  base.flops_fp32 = numbers.flops;
  base.int_ops = numbers.int_ops;
  base.l1_bytes = numbers.hbm_bytes;
  base.l2_bytes = numbers.hbm_bytes;
  base.hbm_read_bytes = numbers.hbm_bytes;
  base.l1_hit_rate_pct = numbers.l1_hit;
  return base;
}

inline ScoredRow row_of(const std::string& recipe, const std::string& launch,
                        const Numbers& measured) {
  ScoredRow row;
  row.recipe = recipe;
  row.family = recipe;
  row.source = "syn";
  row.language = "cuda";
  row.launch = launch;
  row.measured = base_of(measured);
  return row;
}

}  // namespace kcast::eval
