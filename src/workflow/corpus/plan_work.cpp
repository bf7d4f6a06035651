#include "workflow/corpus/plan_work.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/files.h"
#include "base/text.h"
#include "corpus/authored/authored.h"
#include "plan/draw_recipes.h"
#include "plan/plan_variants.h"
#include "workflow/collect/shard.h"
#include "workflow/dataset/kernel_files.h"

namespace kcast::workflow {
namespace {

Result<plan::SourceMix> parse_mix(const std::string& text) {
  const std::vector<std::string> parts = split(text, ',');
  plan::SourceMix mix;
  int* const fields[] = {&mix.synthetic, &mix.omniwise, &mix.motif};
  for (size_t i = 0; i < 3; ++i) {
    const auto value = parts.size() == 3 ? parse_int(parts[i]) : std::nullopt;
    if (!value || *value < 0 || *value > 100) {
      return Error{ErrorCode::InvalidInput,
                   "--mix '" + text + "': give three shares in percent, such as 62,3,35"};
    }
    *fields[i] = static_cast<int>(*value);
  }
  return mix;
}

Result<std::vector<corpus::Language>> parse_languages(const std::string& text) {
  std::vector<corpus::Language> out;
  for (const std::string& name : split(text, ',')) {
    const auto language = corpus::language_named(name);
    if (!language) {
      return Error{ErrorCode::InvalidInput, "--languages '" + text + "': '" + name +
                                                "' is none of cuda, hip, opencl, openmp"};
    }
    if (std::find(out.begin(), out.end(), *language) == out.end()) out.push_back(*language);
  }
  return out;
}

// The recipe of a program with other constants stands for a program that travels in the binary.
Result<corpus::KernelRecipe> recipe_of_program(const std::string& name, const std::string& file) {
  KCAST_TRY(const corpus::KernelRecipe recipe, corpus::parse_recipe(name));
  KCAST_TRY(const corpus::AuthoredProgram* program, corpus::find_authored(recipe.name));
  KCAST_TRY(const std::string text, read_file(file));
  if (text == program->text) return recipe;
  return Error{ErrorCode::InvalidInput,
               file + " is not the program that this kcast holds as " + name + "; build it again"};
}

Result<PlanWork> work_on_variants(const std::vector<std::string>& files, PlanWork work,
                                  const PlanRequest& options) {
  std::vector<corpus::KernelRecipe> recipes;
  for (size_t i = 0; i < files.size(); ++i) {
    KCAST_TRY(corpus::KernelRecipe recipe, recipe_of_program(work.names[i], files[i]));
    recipes.push_back(std::move(recipe));
  }
  plan::VariantOptions variant_options;
  variant_options.launches = options.variants;
  variant_options.features = options.features;
  work.plan = [recipes = std::move(recipes), variant_options](
                  uint64_t n, const launch::Inspect& inspect, const Gpu& gpu) {
    return plan::plan_variants(recipes[n], inspect, gpu, variant_options);
  };
  return work;
}

}  // namespace

Result<std::vector<corpus::KernelRecipe>> wanted_recipes(const PlanRequest& options) {
  KCAST_TRY(const auto shard, parse_shard(options.shard));
  std::vector<corpus::KernelRecipe> out;
  if (!options.recipes.empty()) {
    KCAST_TRY(const std::vector<ListedRecipe> listed, read_recipe_list(options.recipes));
    for (size_t n = shard.first; n < listed.size(); n += shard.second)
      out.push_back(listed[n].recipe);
    return out;
  }
  KCAST_TRY(const plan::SourceMix mix, parse_mix(options.mix));
  KCAST_TRY(const plan::RecipeSource source, plan::RecipeSource::make(options.seed, mix));
  for (uint64_t n = shard.first; n < options.count; n += shard.second)
    out.push_back(source.at(n));
  return out;
}

Result<PlanWork> work_on_recipes(std::vector<corpus::KernelRecipe> recipes,
                                 const PlanRequest& options) {
  KCAST_TRY(const std::vector<corpus::Language> languages, parse_languages(options.languages));
  PlanWork work;
  for (const corpus::KernelRecipe& recipe : recipes)
    work.names.push_back(corpus::recipe_text(recipe));
  plan::PlanOptions plan_options;
  plan_options.select.count = options.launches;
  plan_options.all_languages = !options.one_language;
  plan_options.languages = languages;
  plan_options.features = options.features;
  work.plan = [recipes = std::move(recipes), plan_options](
                  uint64_t n, const launch::Inspect& inspect, const Gpu& gpu) {
    return plan::plan_kernel(recipes[n], inspect, gpu, plan_options);
  };
  return work;
}

Result<PlanWork> work_on_programs(const PlanRequest& options) {
  KCAST_TRY(const auto shard, parse_shard(options.shard));
  KCAST_TRY(const std::vector<std::string> all, kernel_files_under(options.programs, true));
  PlanWork work;
  std::vector<std::string> files;
  for (size_t n = shard.first; n < all.size(); n += shard.second) {
    files.push_back(all[n]);
    const auto name = std::filesystem::path(all[n]).lexically_relative(options.programs);
    const bool is_openmp = name.extension() == ".c" || name.extension() == ".cpp";
    work.names.push_back((is_openmp ? "auth-1:openmp/" : "auth-1:") +
                         (name.parent_path() / name.stem()).string());
  }
  if (options.variants > 0) return work_on_variants(files, std::move(work), options);
  work.plan = [files, names = work.names](uint64_t n, const launch::Inspect& inspect,
                                          const Gpu& gpu) {
    const auto text = read_file(files[n]);
    if (text) return plan::plan_authored(names[n], files[n], *text, inspect, gpu);
    plan::PlannedKernel unread;
    unread.recipe = names[n];
    unread.not_compiled = {text.error().message};
    return unread;
  };
  return work;
}

Result<PlanRequest> plan_of_rank(PlanRequest options) {
  const std::string out = options.out.empty() ? "{part}" : options.out;
  KCAST_TRY(options.shard, resolved_shard(options.shard, out, std::getenv));
  KCAST_TRY(const auto part, parse_shard(options.shard));
  options.out = with_part(options.out, part.first);
  return options;
}

}  // namespace kcast::workflow
