// Recipes to plans: each kernel is printed in its languages, compiled in each of
// them and given launches in one.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "base/result.h"
#include "corpus/neutral/language.h"
#include "corpus/recipe.h"
#include "launch/ready_kernel.h"
#include "launch/select_launches.h"
#include "plan/launch_table.h"
#include "schema/gpu/gpu.h"

namespace kcast::plan {

struct PlanOptions {
  launch::SelectOptions select;
  bool all_languages = true;  // compile in every language that is granted, not only in one
  // Those that are wanted.
  std::vector<corpus::Language> languages = {std::begin(corpus::kUsualLanguages),
                                             std::end(corpus::kUsualLanguages)};
  bool features = false;  // analyse the chosen launches as fully as a prediction is
};

// What became of one recipe.
struct PlannedKernel {
  uint64_t number = 0;  // in the list of recipes
  std::string recipe;
  std::string language;  // of the launches
  size_t text_bytes = 0;
  size_t text_lines = 0;
  std::vector<std::string> languages;  // in which it compiles
  // "hip: line 7: ..." for each language in which it does not.
  std::vector<std::string> not_compiled;
  std::vector<PlannedLaunch> launches;
  std::vector<std::vector<float>> features;  // of each launch (schema/feature_vector.h), if wanted
  std::vector<std::pair<std::string, int>> refused;  // attempts by fault
  std::string first_refusal;
  // Why a kernel of a program has fewer launches than wanted (plan_variants.h); empty: none has.
  std::string shortfall;
};

// The language of a recipe's launches: most are CUDA, some OpenCL where that is granted, and half
// OpenMP where that is. Of a list without CUDA it is one of the list. The list must not be empty.
corpus::Language planned_language(const corpus::KernelRecipe& recipe,
                                  const std::vector<corpus::Language>& granted);

PlannedKernel plan_kernel(const corpus::KernelRecipe& recipe, const launch::Inspect& inspect,
                          const Gpu& gpu, const PlanOptions& options);

// One authored program: the launches of its host code. `recipe` names it.
PlannedKernel plan_authored(const std::string& recipe, const std::string& file,
                            const std::string& text, const launch::Inspect& inspect,
                            const Gpu& gpu);

}  // namespace kcast::plan
