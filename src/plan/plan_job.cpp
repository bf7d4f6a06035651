#include "plan/plan_job.h"

#include <algorithm>

#include "base/sha256.h"
#include "corpus/kernel_maker.h"
#include "corpus/typical_launch.h"
#include "plan/program_job.h"
#include "schema/launch_point.h"

namespace kcast::plan {
namespace {

Result<Launch> launch_of(const corpus::MadeKernel& made, const std::string& text,
                         corpus::Language language) {
  KCAST_TRY(const LaunchPoint point, parse_point(text));
  return corpus::launch_at(made.program, point, language);
}

Result<PlanJob> generated_job(const std::vector<PlannedLaunch>& rows,
                              const corpus::KernelRecipe& recipe, corpus::Language language) {
  KCAST_TRY(const corpus::MadeKernel made, corpus::make_kernel(recipe));
  PlanJob job;
  PlanKernel kernel;
  KCAST_TRY(kernel.kernel, corpus::print_kernel(made, language));
  job.text_sha256 = sha256_hex(kernel.kernel.source);
  for (size_t i = 0; i < rows.size(); ++i) {
    auto launch = launch_of(made, rows[i].launch, language);
    if (launch) {
      kernel.launches.emplace_back(i, *std::move(launch));
    } else {
      job.refused.emplace_back(i, launch.error().message);
    }
  }
  if (!kernel.launches.empty()) job.kernels.push_back(std::move(kernel));
  return job;
}

Result<PlanJob> program_job(const std::vector<PlannedLaunch>& rows,
                            const corpus::KernelRecipe& recipe, corpus::Language language,
                            const launch::Inspect& inspect, const Gpu& gpu) {
  KCAST_TRY(const ReadProgram program, read_program(recipe, language, inspect, gpu));
  PlanJob job;
  job.text_sha256 = sha256_hex(program.device_text);
  for (size_t i = 0; i < rows.size(); ++i) {
    auto made = job_of(program, rows[i].launch);
    if (!made) {
      job.refused.emplace_back(i, made.error().message);
      continue;
    }
    auto same = std::find_if(job.kernels.begin(), job.kernels.end(), [&](const PlanKernel& kernel) {
      return kernel.kernel.name == made->source.name;
    });
    if (same == job.kernels.end()) {
      same = job.kernels.insert(same, {std::move(made->source), {}});
    }
    same->launches.emplace_back(i, std::move(made->launch));
  }
  return job;
}

}  // namespace

Result<PlanJob> plan_job(const std::vector<PlannedLaunch>& rows, const launch::Inspect& inspect,
                         const Gpu& gpu) {
  KCAST_TRY(const corpus::KernelRecipe recipe, corpus::parse_recipe(rows.at(0).recipe));
  const auto language = corpus::language_named(rows.at(0).language);
  if (!language) {
    return Error{ErrorCode::InvalidInput, "'" + rows.at(0).language + "' is no language"};
  }
  const bool program = recipe.generator == corpus::Generator::Authored;
  auto job = program ? program_job(rows, recipe, *language, inspect, gpu)
                     : generated_job(rows, recipe, *language);
  if (job) job->family = corpus::recipe_family(recipe);
  return job;
}

}  // namespace kcast::plan
