// Many launches of an authored program: its host code with other constants, so that each kernel
// has launches from small ones to ones beyond the L2.
#pragma once

#include <cstdint>

#include "corpus/recipe.h"
#include "launch/check_launch.h"
#include "launch/ready_kernel.h"
#include "plan/make_plan.h"
#include "schema/gpu/gpu.h"

namespace kcast::plan {

struct VariantOptions {
  int launches = 8;  // of each kernel, different in grid, block or arguments
  bool features = false;
  launch::CheckLimits limits{.footprint_bytes = int64_t{512} << 20,
                             .time_us = 5000,
                             .analysis = {.exec_budget = 160'000, .memory_budget = 80'000}};
};

// `recipe` names the program as it is. The rows have recipes with constants and, every third, with
// an augmentation; all of them passed the interpreter's checks and can be run without host code.
PlannedKernel plan_variants(const corpus::KernelRecipe& recipe, const launch::Inspect& inspect,
                            const Gpu& gpu, const VariantOptions& options);

}  // namespace kcast::plan
