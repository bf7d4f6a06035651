// Random generated kernels with a small launch each, as OpenCL and as the interpreter runs them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "analyze/exec/run_launch.h"
#include "base/result.h"
#include "launch/ready_kernel.h"
#include "plan/draw_recipes.h"
#include "schema/gpu/gpu.h"
#include "schema/sample.h"

namespace kcast {

// A kernel of the corpus that OpenCL can express, with a launch of a few thousand threads.
struct SmallKernel {
  std::string recipe;
  std::string point;  // the launch, as a plan writes it
  KernelSource source;
  Launch launch;
  launch::ReadyKernel ready;
};

// What became of a recipe that is not compared.
enum class NotTaken { OtherLanguage, NeedsHalf, NotCompiled, NoSmallLaunch };

struct DrawnKernel {
  std::optional<SmallKernel> kernel;
  NotTaken why = NotTaken::OtherLanguage;
  std::string detail;
};

// The n-th recipe. Contraction is off and division exact, so that both sides round alike, and
// integers that would all be one differ.
DrawnKernel draw_small_kernel(const plan::RecipeSource& recipes, uint64_t n,
                              const launch::Inspect& inspect, const Gpu& gpu);

// What the interpreter makes of the launch: as it comes, and with all turns reversed.
struct InterpretedLaunch {
  exec::LaunchOutput output;
  bool depends_on_order = false;
};
Result<InterpretedLaunch> interpret(const SmallKernel& kernel);

// Makes every number unknown that moves when math functions are off in their last digits, or when
// reals that no integer holds are converted otherwise: OpenCL leaves it to the implementation. One
// draw of the digits does not move all of them: try several seeds.
Status forget_free_numbers(const SmallKernel& kernel, uint64_t seed, exec::LaunchOutput& output);

// Whether a number of its results may differ in the last digits between libraries: a function of
// the math library, or an instruction that only approximates.
bool calls_math(const analyze::PreparedKernel& kernel);

}  // namespace kcast
