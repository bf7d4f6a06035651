// A launch that tests of this folder ask about: 2^20 elements of a[i] = b[i] + s * c[i] in 10 us.
#pragma once

#include "base/files.h"
#include "schema/gpu/gpu_json.h"
#include "schema/sample.h"

namespace kcast::encode {

inline BaseQuantities triad_values() {
  BaseQuantities base;
  base.time_us = 10;
  base.flops_fp32 = 2.0 * (1 << 20);
  base.int_ops = 5.0 * (1 << 20);
  base.l1_bytes = 12.0 * (1 << 20);
  base.l2_bytes = 12.0 * (1 << 20);
  base.hbm_read_bytes = 8.0 * (1 << 20);
  base.hbm_write_bytes = 4.0 * (1 << 20);
  base.l2_hit_rate_pct = 33.5;
  return base;
}

inline KernelSource triad_kernel() {
  KernelSource kernel;
  kernel.name = "triad";
  kernel.language = "cuda";
  kernel.source =
      "__global__ void triad(float* a, const float* b, const float* c, float s, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) a[i] = b[i] + s * c[i];\n"
      "}\n";
  kernel.flags = {"-O3", "--use_fast_math"};
  return kernel;
}

inline Launch triad_launch() {
  Launch launch;
  launch.kernel = "triad";
  launch.grid = {2048, 2, 1};
  launch.block = {256, 1, 1};
  for (const char* name : {"a", "b", "c"}) {
    LaunchArgument buffer;
    buffer.name = name;
    buffer.element_type = "float";
    buffer.elements = 1 << 20;
    buffer.buffer = name[0] - 'a';
    buffer.element_bytes = 4;
    launch.arguments.push_back(buffer);
  }
  launch.arguments.push_back({.name = "s", .element_type = "float", .real = 0.5});
  launch.arguments.push_back({.name = "n", .element_type = "int", .integer = 1 << 20});
  return launch;
}

inline Gpu h200() {
  const auto text = read_file(std::string(KCAST_SOURCE_DIR) + "/data/gpus/h200.json");
  return *gpu_from_json("h200.json", *text);
}

}  // namespace kcast::encode
