// Hand-made predictions for tests of views.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "base/files.h"
#include "predict/report.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::report {

// A GPU with round figures: ridges at 10 (fp32), 5 (fp64) and 2.5 (integer) per byte.
inline Gpu round_gpu() {
  Gpu gpu;
  gpu.id = "round";
  gpu.name = "Round GPU";
  gpu.vendor = "nvidia";
  gpu.target = "sm_90";
  gpu.validated = true;
  gpu.units = {100, 4, 32};
  gpu.occupancy.threads_per_block = 1024;
  gpu.occupancy.block_dim_max = {1024, 1024, 64};
  gpu.occupancy.grid_dim_max = {2147483647, 65535, 65535};
  gpu.shared_memory.per_block_max_bytes = 200 * 1024;
  gpu.peaks.fp16_gflops = 20000;
  gpu.peaks.fp32_gflops = 10000;
  gpu.peaks.fp64_gflops = 5000;
  gpu.peaks.int32_gops = 2500;
  gpu.peaks.tensor_fp16_gflops = 100000;
  gpu.bandwidth.dram_gbs = 1000;
  gpu.bandwidth.l2_gbs = 4000;
  gpu.bandwidth.l1_gbs = 10000;
  Measured measured;
  measured.dram_read_gbs = 900;
  gpu.measured = measured;
  return gpu;
}

// saxpy of 10^8 elements: 12 bytes and two FLOPs each, 1500 us.
inline predict::LaunchPrediction saxpy_prediction() {
  predict::LaunchPrediction entry;
  entry.name = "saxpy";
  entry.file = "saxpy.cu";
  entry.line = 10;
  entry.launch_file = "saxpy.cu";
  entry.launch_line = 29;
  entry.launch.kernel = "_Z5saxpyifPKfPf";
  entry.launch.grid = {390625, 1, 1};
  entry.launch.block = {256, 1, 1};
  entry.launch.arguments = {
      {.name = "n", .element_type = "int", .integer = 100000000},
      {.name = "a", .element_type = "float", .real = 3},
      {.name = "x", .element_type = "float", .elements = 100000000, .buffer = 0},
      {.name = "y", .element_type = "float", .elements = 100000000, .buffer = 1}};
  entry.validated = true;
  Prediction& p = entry.prediction;
  p.kernel = entry.launch.kernel;
  p.gpu = "round";
  p.values.time_us = 1500;
  p.values.flops_fp32 = 2e8;
  p.values.int_ops = 4e8;
  p.values.l1_bytes = 1.2e9;
  p.values.l2_bytes = 1.25e9;
  p.values.hbm_read_bytes = 8e8;
  p.values.hbm_write_bytes = 4e8;
  p.values.l2_hit_rate_pct = 33.3;
  p.low = p.values;
  p.high = p.values;
  p.low.time_us = 1350;
  p.high.time_us = 1800;
  p.low.int_ops = 3.6e8;
  p.high.int_ops = 4.4e8;
  p.low.l2_bytes = 1.2e9;
  p.high.l2_bytes = 1.3e9;
  p.low.l2_hit_rate_pct = 30;
  p.high.l2_hit_rate_pct = 36;
  p.bound = Bound::Bandwidth;
  p.source = PredictionSource::Analytic;
  p.bottleneck = {
      {TimePart::Dram, 1450, 0.97}, {TimePart::Issue, 300, 0.2}, {TimePart::Fp32Pipe, 30, 0.02}};
  p.reasons = {{"saxpy.cu", 12, "reads x and y once, 4 sectors per request", 0.67},
               {"", 0, "no reuse", 0}};
  p.notes = {"registers are estimated"};
  OccupancyFeatures& o = entry.features.occupancy;
  o.registers = 16;
  o.blocks_per_unit = 8;
  o.warps_per_block = 8;
  o.occupancy = 1;
  o.limiter = OccupancyLimit::Warps;
  o.waves = 488.3;
  return entry;
}

// The same with shorter time and less traffic: another version of the kernel.
inline predict::LaunchPrediction faster_prediction() {
  predict::LaunchPrediction entry = saxpy_prediction();
  entry.name = "saxpy4";
  entry.file = "saxpy4.cu";
  entry.prediction.values.time_us = 1200;
  entry.prediction.low.time_us = 1100;
  entry.prediction.high.time_us = 1300;
  entry.prediction.values.int_ops = 1e8;
  return entry;
}

}  // namespace kcast::report
