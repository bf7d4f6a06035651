// What a plan is made of: recipes that are drawn or listed, or the programs of a folder.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "corpus/kernel_maker.h"
#include "launch/ready_kernel.h"
#include "plan/make_plan.h"
#include "schema/gpu/gpu.h"

namespace kcast::workflow {

// As the user writes them.
struct PlanRequest {
  uint64_t count = 1000;
  uint64_t seed = 1;
  std::string mix = "62,3,35";
  std::string shard = "0/1";
  std::string out;
  std::string gpu;
  std::string recipes;   // a file of them, instead of drawing
  std::string programs;  // a folder of programs, instead of recipes
  int launches = 6;
  int variants = 0;  // of programs: launches of each kernel, by other constants
  std::string languages = "cuda,hip,opencl";  // in which kernels are wanted
  bool one_language = false;
  bool features = false;
};

// Kernels or programs, one after the other.
struct PlanWork {
  std::vector<std::string> names;  // recipes
  std::function<plan::PlannedKernel(uint64_t, const launch::Inspect&, const Gpu&)> plan;
};

Result<std::vector<corpus::KernelRecipe>> wanted_recipes(const PlanRequest& options);

Result<PlanWork> work_on_recipes(std::vector<corpus::KernelRecipe> recipes,
                                 const PlanRequest& options);
Result<PlanWork> work_on_programs(const PlanRequest& options);

// The part of a cluster's rank; what is printed need not differ in name.
Result<PlanRequest> plan_of_rank(PlanRequest options);

}  // namespace kcast::workflow
