// Recipes to kernels: source_of_recipe for all of them; make_kernel and print_kernel for those
// that are made from neutral text.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "corpus/neutral/language.h"
#include "corpus/neutral/print/print.h"
#include "corpus/neutral/tree.h"
#include "corpus/recipe.h"
#include "schema/sample.h"

namespace kcast::corpus {

// A kernel that was made, before it is printed.
struct MadeKernel {
  KernelRecipe recipe;
  Program program;
  PrintStyle style;
  std::vector<Language> languages;  // those that can express it
};

// The neutral text of a recipe, before augmentation.
Result<std::string> neutral_text(const KernelRecipe& recipe);

// Neutral text that no recipe stands for.
Result<MadeKernel> kernel_of_text(const std::string& text);

Result<MadeKernel> make_kernel(const KernelRecipe& recipe);

// What its launches need in a language: in OpenMP, directives choose grid and block. An error where
// it has no contract, or where the language cannot express it.
Result<KernelContract> contract_of(const MadeKernel& kernel, Language language);

// Its source in a language, with its build flags; an error where the language cannot express it.
Result<KernelSource> print_kernel(const MadeKernel& kernel, Language language);

// The same with a main around it.
Result<KernelSource> print_kernel_with_host(const MadeKernel& kernel, Language language);

// The source of any recipe in a language. Authored programs have host code in any case, and no
// name where they have several kernels; the others have a main if `with_host`.
Result<KernelSource> source_of_recipe(const KernelRecipe& recipe, Language language,
                                      bool with_host);

}  // namespace kcast::corpus
