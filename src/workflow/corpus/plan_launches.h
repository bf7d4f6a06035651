// kcast corpus generate: launches for kernels that are drawn, listed or found in programs.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <span>

#include "base/result.h"
#include "corpus/recipe.h"
#include "report/plan_view.h"
#include "workflow/corpus/plan_work.h"

namespace kcast::workflow {

struct PlanRun {
  report::PlanTotals totals;
  bool interrupted = false;  // by the user; what was made is kept
};

// Writes the plan of options.out, or continues it, on `jobs` threads, 0: one for each core. Call it
// before the process starts threads: it starts a front end. `remarks`: what the user should know
// while it works.
Result<PlanRun> plan_launches(const PlanRequest& options, const PlanWork& work, size_t jobs,
                              std::ostream& remarks);

// The texts of all recipes, for looking at them and for measuring how fast they are made.
Status write_texts(std::span<const corpus::KernelRecipe> recipes, std::ostream& out);

}  // namespace kcast::workflow
